using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;

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
        _sharesValues && count <= MaxSharedChildren && Current != Frames && IsDue(ref _trials[Current[1].Trials].Containers, ref _containers);

    /// <summary>Determines whether to search for an equal number, date or literal.</summary>
    /// <param name="trials">The trials of the value's context.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool LooksForScalar(ValueTrials* trials) => _sharesValues && IsDue(ref trials->Scalars, ref _scalars);

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

    // Lets a string that shares its beginning with an earlier string store the address of that string and its own remainder. This suits URLs, paths and
    // sentences with a common pattern. A string that takes half of its text from an earlier one is not stored for reuse, because similar strings will find
    // the earlier one. Other strings are stored until the chain reaches the maximum depth of the format.

    /// <summary>The number of bytes that a shared beginning must save, normally and if it alone requires the trailer to store the document's limits.</summary>
    private const int MinGain = 1, MinFirstGain = 8;

    /// <summary>The number of shared bytes given up for a string with a smaller depth, which saves about as much and needs one less decoding.</summary>
    private const int MaxGivenUp = 8;

    private readonly StringStarts _starts = new();

    /// <summary>The approximate number of bytes saved by the last lookup in <see cref="_starts"/>.</summary>
    private int _savedByStart;

    private ReadOnlySpan<byte> Written => new(Start, Length);

    private SymbolTableView SymbolsInUse => Symbols is null ? default : Symbols.View;

    /// <summary>Searches for a string with the same beginning, and writes a reference to it if that pays.</summary>
    /// <param name="text">The text, at least <see cref="StringStarts.MinLength"/> bytes.</param>
    /// <param name="length">The length in bytes.</param>
    /// <param name="inPlace">True if the text is located <see cref="LongStringHeader"/> bytes after the cursor. The remainder is then moved to that distance
    /// after the new cursor.</param>
    /// <param name="token">The position of the string in <see cref="Source"/>, if known.</param>
    /// <returns>The number of bytes at the start of the text that are covered by the reference.</returns>
    private int WriteStart(byte* text, int length, bool inPlace, SourceToken token)
    {
        _savedByStart = 0;
        ref var entry = ref _starts.Of(*(ulong*)text, *(ulong*)(text + sizeof(ulong)), out var key);

        // Whether the text was already copied depends on the read window, and must not affect the output.
        var source = token.IsKnown ? token.Text : -1;
        var start = entry.Length > 0 && entry.Key == key ? CommonStart(entry, text, length, source) : 0;
        var isHalf = 2 * start >= length;
        if (start >= StringStarts.KeyLength && (isHalf || entry.Depth + 1 < ContinuedText.MaxDepth))
        {
            var (origin, depth) = Origin(entry, ref start);
            var distance = (uint)(Length - origin);
            var saved = StartSaves(origin, start) - 2 - Varint.Length(distance);
            if (saved >= (_hasShared ? MinGain : MinFirstGain))
            {
                if (!isHalf && depth < ContinuedText.MaxDepth)
                {
                    entry = new StringStarts.Entry(Length, source, (byte)Math.Min(length, byte.MaxValue), (byte)depth, key);
                }

                _savedByStart = saved;
                *(ushort*)Cursor = (ushort)(Tag.ContinuedString | start << 8);
                Cursor = WriteVarint(Cursor + sizeof(ushort), distance);
                _hasShared = true;
                if (inPlace)
                {
                    Buffer.MemoryCopy(text + start, Cursor + LongStringHeader, length - start, length - start);
                }

                return start;
            }
        }

        entry = new StringStarts.Entry(Length, source, (byte)Math.Min(length, byte.MaxValue), 0, key);
        return 0;
    }

    /// <summary>Estimates the number of bytes saved by a shared beginning.</summary>
    private int StartSaves(int origin, int start) =>
        Start[origin] is >= Tag.ShortString and <= Tag.ShortStringLast or Tag.String16 or Tag.String32 ? start
        : Compression == StringCompression.Smaz ? start / 2 : start / 3;

    /// <summary>Returns the string that provides the beginning, and the depth of a string that uses it. Follows the chain while an earlier string provides
    /// (nearly) all of it.</summary>
    private (int Address, int Depth) Origin(in StringStarts.Entry entry, ref int start)
    {
        var (address, depth) = (entry.Address, entry.Depth + 1);
        while (Start[address] == Tag.ContinuedString && Start[address + 1] + MaxGivenUp >= start)
        {
            start = Math.Min(start, Start[address + 1]);
            ContinuedText.Read(Written, address, out _, out address);
            depth--;
        }

        return (address, depth);
    }

    /// <summary>Returns the length of the common prefix of a text and an earlier string.</summary>
    private int CommonStart(in StringStarts.Entry entry, byte* text, int length, int source)
    {
        var most = Math.Min(length, entry.Length);
        return source >= 0 && entry.Source >= 0
            ? new ReadOnlySpan<byte>(text, most).CommonPrefixLength(new ReadOnlySpan<byte>(Source + entry.Source, most))
            : CommonDecodedStart(entry, new ReadOnlySpan<byte>(text, most));
    }

    /// <summary>Returns the length of the common prefix with an earlier string that must be decoded. Limited to short strings.</summary>
    [SkipLocalsInit]
    private int CommonDecodedStart(in StringStarts.Entry entry, ReadOnlySpan<byte> text)
    {
        Span<byte> earlier = stackalloc byte[ContinuedText.MaxStart + EncodedText.Slack];
        return entry.Length < byte.MaxValue && ContinuedText.TryDecode(Written, entry.Address, text.Length, SymbolsInUse, earlier, depth: 0)
            ? text.CommonPrefixLength(earlier[..text.Length])
            : 0;
    }

    [SkipLocalsInit]
    private bool IsEqualContinued(int address, ReadOnlySpan<byte> text)
    {
        var rest = ContinuedText.Read(Written, address, out var start, out var origin);
        Span<byte> earlier = stackalloc byte[ContinuedText.MaxStart + EncodedText.Slack];
        return text.Length >= start
            && ContinuedText.TryDecode(Written, origin, start, SymbolsInUse, earlier, depth: 1)
            && text.StartsWith(earlier[..start])
            && IsEqualString(rest, text[start..]);
    }
}

/// <summary>Finds an earlier string with the same beginning: for given first bytes, the last string that was not itself mostly a repetition.</summary>
/// <remarks>The caller compares the result. A new string replaces an old one, so time and memory are bounded whatever is written.</remarks>
internal sealed class StringStarts
{
    /// <summary>The minimum number of bytes that two strings must have in common.</summary>
    public const int KeyLength = 16;

    /// <summary>The minimum length of a string that is looked up. Shorter strings share too little or have too little remainder.</summary>
    public const int MinLength = 20;

    /// <summary>The number of text bytes per entry, and the minimum and maximum number of entries.</summary>
    private const int BytesPerEntry = 512, MinEntries = 16, MaxEntries = 1 << 12;

    private Entry[] _entries = new Entry[MinEntries];
    private int _shift;

    /// <summary>Clears the table, and sets its size in proportion to the next text.</summary>
    public void Clear(long expectedInput)
    {
        var used = (int)BitOperations.RoundUpToPowerOf2((ulong)Math.Clamp(expectedInput / BytesPerEntry, MinEntries, MaxEntries));
        if (_entries.Length < used)
        {
            _entries = new Entry[used];
        }

        _shift = 64 - BitOperations.TrailingZeroCount(used);
        _entries.AsSpan(0, used).Clear();
    }

    /// <summary>Returns the entry for strings that begin with the <see cref="KeyLength"/> bytes of these two words.</summary>
    public ref Entry Of(ulong first, ulong second, out ushort key)
    {
        var hash = SeededHash.Fold(first ^ 0x9E3779B97F4A7C15, second ^ 0xD6E8FEB86659FD93);
        key = (ushort)hash;
        return ref _entries[(int)(hash >> _shift)];
    }

    /// <param name="Address">The address of the string in the document.</param>
    /// <param name="Source">The offset of its text in the converted input; -1 if the text is not there verbatim.</param>
    /// <param name="Length">The length of its text in bytes, at most 255; 0 for an empty entry.</param>
    /// <param name="Depth">The length of the chain of strings that provide its beginning.</param>
    /// <param name="Key">Bits of the hash of its first bytes. Only texts with equal bits are compared.</param>
    public readonly record struct Entry(int Address, int Source, byte Length, byte Depth, ushort Key);
}
