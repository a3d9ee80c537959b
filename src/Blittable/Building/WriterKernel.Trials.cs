using System.Runtime.CompilerServices;

namespace Blittable.Building;

/// <content>The savings of sharing and compression in each context, which decide where they are tried.</content>
internal sealed unsafe partial class WriterKernel
{
    /// <summary>One byte in so many of strings tried must be saved by a technique. Restoring codes takes time, so that they must save more.</summary>
    private const int SharingPart = 64, StartsPart = 64, ScalarsPart = 24, CodingPart = 4, CodingPartOfAll = 8;

    /// <summary>The longest text for which the documents before it may count: what a large text repeats cannot be known from others.</summary>
    private const int MaxRemembered = 1 << 14;

    /// <summary>Strings in codes, whatever their context.</summary>
    private Trial _coding;

    private ValueTrials* _trials;

    /// <summary>The number of the document in which was learned what counts in this one; 0 if documents before it count.</summary>
    private int _epoch;

    /// <summary>Gets a value that indicates whether small documents are written by what was learned in those before.</summary>
    public bool LearnsAcrossDocuments { get; init; }

    /// <summary>Gets what was learned of the values of a property or an array.</summary>
    /// <param name="name">The node of the property's name; <see cref="ShapeTrie.Root"/> for an element.</param>
    /// <param name="container">The node of the property that the object or the array is the value of.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ValueTrials* TrialsOf(int name, int container)
    {
        if (name > ShapeTrie.Unshaped)
        {
            var trials = _trials + name;
            if (trials->Seen == ValueTrials.Young && trials->Epoch == _epoch)
            {
                return trials;
            }

            GrowOlder(trials);
        }

        var elements = _trials + container;
        return elements->Epoch == _epoch ? elements : Renew(elements);
    }

    /// <summary>Decides whether the container that closes, the one inside <see cref="Current"/>, is looked for among those before it.</summary>
    private bool LooksForEqual(int count) =>
        _sharesValues && count <= MaxSharedChildren && Current != Frames && _trials[Current[1].Trials].Containers.IsDue();

    /// <summary>Notes what is learned from the container that opens next.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void LearnIn(ValueTrials* trials) => Current[1].Trials = (int)(trials - _trials);

    /// <summary>Sets the node of the name that was read last, where another kernel than the builder keeps it.</summary>
    public int Node
    {
        set => _node = value;
    }

    /// <summary>Gets what was learned of the values where the next one goes.</summary>
    public ValueTrials* TrialsHere() => TrialsOf(Current->Scope == Scope.Object ? _node : ShapeTrie.Root, Current->Node);

    /// <summary>Gets the sample of a string, which decides what is tried with it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte SampleOf(byte* text, int length, ValueTrials* trials) =>
        length < StringSampleKernel.MinLength ? (byte)0 : StringSampleKernel.Of(trials, text, (nuint)length);

    /// <summary>Decides whether a string is written in codes. Where few strings shrink, each context must first show that its own do: many contexts have too
    /// few strings to be judged one by one.</summary>
    private bool TriesCodes(int length, ValueTrials* trials, byte sample) =>
        trials->Coding.IsDue(sample) && (_coding.IsDue(sample) || length > Trial.MaxCounted || trials->Coding.HasSaved(CodingPart));

    private void LearnCodes(int length, int saved, ValueTrials* trials)
    {
        trials->Coding.Learn(length, saved, CodingPart);
        _coding.Learn(length, saved, CodingPartOfAll);
    }

    private void GrowOlder(ValueTrials* trials)
    {
        if (!IsShapeless)
        {
            Renew(trials)->Seen++;
        }
    }

    /// <summary>Forgets what a context learned in earlier documents. In a shapeless document there is one context for all.</summary>
    private ValueTrials* Renew(ValueTrials* trials)
    {
        if (IsShapeless)
        {
            return _trials + ShapeTrie.Unshaped;
        }

        if (trials->Epoch != _epoch)
        {
            *trials = new ValueTrials { Epoch = _epoch };
        }

        return trials;
    }
}
