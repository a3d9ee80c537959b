using System.Runtime.CompilerServices;

namespace Blittable.Writing;

/// <content>Tracks the savings of sharing and compression in each context, which decide where they are tried.</content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>The text length in bytes below which values are not looked up until a sample shows that they repeat.</summary>
    private const int ShortText = 1 << 12;

    /// <summary>The maximum text length for which earlier documents may count. The repetitions in a large text cannot be predicted from other texts.</summary>
    private const int MaxRemembered = 1 << 14;

    /// <summary>The factor for the bytes saved by a repeated container: the enclosing container may then repeat too, and its values have been
    /// counted.</summary>
    private const int WeightOfContainers = 4;

    /// <summary>The factor for gains when all contexts are judged together, because a technique that pays in some of them pays overall.</summary>
    private const int WeightInAll = 2;

    /// <summary>The trials of string techniques over all contexts.</summary>
    private Trial _sharing, _beginning, _coding;

    /// <summary>The trials of searches for containers and scalars over all contexts, because most contexts have too few values to be judged
    /// separately.</summary>
    private PausingTrial _repeats, _containers, _scalars;

    /// <summary>The price of a byte from which a table may grow beyond the L2 cache.</summary>
    private const int PriceOfFarLookups = 32;

    private ValueTrials* _trials;

    /// <summary>The number of the document whose trials are valid; 0 if earlier documents also count.</summary>
    private int _epoch;

    /// <summary>Gets a value that indicates whether small documents use what was learned from earlier documents.</summary>
    public bool LearnsAcrossDocuments { get; init; }

    /// <summary>Gets the number of bytes at the start of a document in which equal values of properties are not looked up. The size of a .NET object is unknown when
    /// its first value is written. Most objects are small and hardly repeat anything but elements of arrays.</summary>
    public int UnsharedStart { get; init => field = _price < PriceOfFarLookups ? value : 0; }

    /// <summary>Gets a value that indicates whether a value equal to the next one may be looked up.</summary>
    private bool MayShare
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _sharesValues && (Length >= UnsharedStart || Current->Scope == Scope.Array);
    }

    /// <summary>Returns the trials of the values of a property or an array.</summary>
    /// <param name="name">The node of the property name; <see cref="ShapeTrie.Root"/> for an element.</param>
    /// <param name="container">The node of the property whose value is the object or array.</param>
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

    /// <summary>Determines whether to search for a container equal to the one being closed, which is the frame after <see cref="Current"/>.</summary>
    public bool LooksForEqual(int count) =>
        MayShare && count <= MaxSharedChildren && Current != Frames
        && (Current[1].Start >= UnsharedStart || !HasUniqueChild(count)) && IsDue(ref _trials[Current[1].Trials].Containers, ref _containers);

    /// <summary>Determines whether the object being closed contains a value that was not looked up, because it is located at the start of the document. Such a value is
    /// not in the table, so no later object can refer to it and equal this object.</summary>
    private bool HasUniqueChild(int count)
    {
        var closed = Current + 1;
        for (var slot = SlotTop - count; slot < SlotTop && closed->Scope == Scope.Object; slot++)
        {
            var address = (int)(*slot - (uint)Start);
            if (address >= closed->Start && address < UnsharedStart && Leaf.Mask(Start[address]) == 0)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Determines whether to search for an equal number, date or literal.</summary>
    /// <param name="trials">The trials of the value's context.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool LooksForScalar(ValueTrials* trials) => MayShare && IsDue(ref trials->Scalars, ref _scalars);

    /// <summary>Determines whether to search for an earlier container with the text of the one being opened.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool LooksForText(ValueTrials* trials) => IsDue(ref trials->Repeats, ref _repeats);

    /// <summary>Records the result of searching for a container by its text.</summary>
    /// <param name="trials">The trials of the container's context.</param>
    /// <param name="length">The length of its text in bytes if it was found; otherwise, 0.</param>
    public void LearnText(ValueTrials* trials, int length)
    {
        // The text need not be converted. About one byte in eight would have been written, assuming that equal values in it are shared.
        var gain = (int)Math.Min(length + ((long)length * _price / 8), int.MaxValue);
        trials->Repeats.Learn(Costs.Repeat, gain);
        _repeats.Learn(Costs.Repeat, gain);
    }

    /// <summary>Determines whether to search for a value. If the search does not pay in the document, each context must have shown that it pays
    /// there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsDue(ref PausingTrial context, ref PausingTrial all) => (context.HasPaid || all.IsDue()) && context.IsDue();

    /// <summary>Sets the trials that learn from the container about to be opened.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void LearnIn(ValueTrials* trials) => Current[1].Trials = (int)(trials - _trials);

    /// <summary>Sets the node of the last name read, for loops that track it outside the builder.</summary>
    public int Node
    {
        set => _node = value;
    }

    /// <summary>Returns the trials for the next value.</summary>
    public ValueTrials* TrialsHere() => TrialsOf(Current->Scope == Scope.Object ? _node : ShapeTrie.Root, Current->Node);

    /// <summary>Returns the sample of a string, which decides the techniques tried with it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte SampleOf(byte* text, int length, ValueTrials* trials) =>
        length < StringSampleKernel.MinLength ? (byte)0 : StringSampleKernel.Of(trials, text, (nuint)length);

    /// <summary>Determines whether to try a technique with a string. If the technique does not pay in the document, each context must first show that it pays
    /// there. Many contexts have too few strings to be judged separately.</summary>
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

    /// <summary>Discards what a context learned in earlier documents. A shapeless document has a single context.</summary>
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
