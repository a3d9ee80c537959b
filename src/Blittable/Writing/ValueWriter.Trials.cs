using System.Runtime.CompilerServices;

namespace Blittable.Writing;

/// <content>The savings of sharing and compression in each context, which decide where they are tried.</content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>Bytes of a text below which values are not looked up until a sample shows that they repeat.</summary>
    private const int ShortText = 1 << 12;

    /// <summary>The longest text for which the documents before it may count: what a large text repeats cannot be known from others.</summary>
    private const int MaxRemembered = 1 << 14;

    /// <summary>How often the bytes of a container count that is found again: the one that it is in can then be found too, and its values have been counted.</summary>
    private const int WeightOfContainers = 4;

    /// <summary>How often a gain counts where all contexts are judged together: a technique that pays in a part of them pays.</summary>
    private const int WeightInAll = 2;

    /// <summary>The techniques for strings, whatever their context.</summary>
    private Trial _sharing, _beginning, _coding;

    /// <summary>Searches for containers and for numbers, whatever their context: most contexts have too few values to be judged one by one.</summary>
    private PausingTrial _repeats, _containers, _scalars;

    /// <summary>The price of a byte from which on a table may grow beyond the second cache.</summary>
    private const int PriceOfFarLookups = 32;

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
    public bool LooksForEqual(int count) =>
        _sharesValues && count <= MaxSharedChildren && Current != Frames && IsDue(ref _trials[Current[1].Trials].Containers, ref _containers);

    /// <summary>Decides whether a number, a date or a literal is looked for among those before it.</summary>
    /// <param name="trials">The trials of its context.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool LooksForScalar(ValueTrials* trials) => _sharesValues && IsDue(ref trials->Scalars, ref _scalars);

    /// <summary>Decides whether the container that opens is looked for by its text among those before it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool LooksForText(ValueTrials* trials) => IsDue(ref trials->Repeats, ref _repeats);

    /// <summary>Learns from a container that was looked for by its text.</summary>
    /// <param name="trials">The trials of its context.</param>
    /// <param name="length">Bytes of its text if it was found; else 0.</param>
    public void LearnText(ValueTrials* trials, int length)
    {
        // Each byte of text need not be converted, and of eight about one would be written if the values in it are found again.
        var gain = (int)Math.Min(length + ((long)length * _price / 8), int.MaxValue);
        trials->Repeats.Learn(Costs.Repeat, gain);
        _repeats.Learn(Costs.Repeat, gain);
    }

    /// <summary>Decides whether a value is looked for: where the search does not pay in the document, each context must have shown that it pays there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsDue(ref PausingTrial context, ref PausingTrial all) => (context.HasPaid || all.IsDue()) && context.IsDue();

    /// <summary>Notes what is learned from the container that opens next.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void LearnIn(ValueTrials* trials) => Current[1].Trials = (int)(trials - _trials);

    /// <summary>Sets the node of the name that was read last, where another loop than the builder keeps it.</summary>
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

    /// <summary>Decides whether a technique is tried with a string. Where it does not pay in the document, each context must first show that it pays there: many
    /// contexts have too few strings to be judged one by one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsDue(in Trial context, in Trial all, byte sample) => context.IsDue(sample) && (all.IsDue(sample) || context.HasPaid);

    private void LearnSharing(ValueTrials* trials, int cost, int gain)
    {
        trials->Sharing.Learn(cost, gain);
        _sharing.Learn(cost, WeightInAll * gain);
    }

    private void LearnStart(ValueTrials* trials)
    {
        var gain = _savedByStart * _price;
        trials->Starts.Learn(Costs.Start, gain);
        _beginning.Learn(Costs.Start, WeightInAll * gain);
    }

    private void LearnScalar(ValueTrials* trials, int cost, int saved)
    {
        var gain = Math.Max(saved, 0) * _price;
        trials->Scalars.Learn(cost, gain);
        _scalars.Learn(cost, gain);
    }

    private void LearnContainer(int saved)
    {
        var cost = Costs.Container + _shared.Cost;
        var gain = Math.Clamp(saved, 0, Trial.MaxCounted) * _price * WeightOfContainers;
        _trials[Current[1].Trials].Containers.Learn(cost, gain);
        _containers.Learn(cost, gain);
    }

    private void LearnCodes(int length, int saved, ValueTrials* trials)
    {
        if (length > Trial.MaxCounted)
        {
            saved = (int)((long)saved * Trial.MaxCounted / length);
            length = Trial.MaxCounted;
        }

        var cost = Costs.Code(length);
        trials->Coding.Learn(cost, saved * _price);
        _coding.Learn(cost, WeightInAll * saved * _price);
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
            *trials = new ValueTrials { Epoch = _epoch, Sharing = _sharing.Inherited, Starts = _beginning.Inherited, Coding = _coding.Inherited };
        }

        return trials;
    }
}
