using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Writing;

namespace Blittable.Json;

/// <content>
/// In disk mode a container whose text was read before, byte for byte, is not converted again: the earlier value stands for it.
/// Which text to compare with is told by the first bytes, up to the first bracket that may close the container.
/// </content>
internal sealed unsafe partial class JsonParser
{
    /// <summary>Bytes of text that may be compared in vain beyond as many as have been read.</summary>
    private const int MaxInVain = 1 << 16;

    private readonly RepeatedTexts _repeats = new();
    private long _comparedInVain;

    private void BeginRepeats(int length)
    {
        _repeats.Clear(length);
        _comparedInVain = 0;
    }

    /// <summary>
    /// Takes an earlier container for the one that opens at <paramref name="p"/> if their texts are the same, and returns where that ends; else null.
    /// </summary>
    /// <param name="p">The opening bracket.</param>
    /// <param name="trials">The trials of its context.</param>
    /// <param name="frame">The frame of the container to be opened.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* TryRepeat(byte* p, Frame* frame, ValueTrials* trials)
    {
        if (_inTail || p >= _safeEnd)
        {
            return null;
        }

        var start = Consumed(p);
        var hash = HeadKernel.Hash(p);
        frame->Head = hash;
        frame->Text = (int)start;
        ref var known = ref _repeats.Of(hash);
        var entry = known;
        if (entry.Length == 0 || !entry.IsOf(hash) || entry.Length > _end - p || entry.Depth < frame - _writer.Frames || _comparedInVain > start + MaxInVain)
        {
            _writer.LearnText(trials, 0);
            return null;
        }

        var same = SameTextKernel.Length(p, _writer.Source + entry.Start, entry.Length);
        if (same < entry.Length)
        {
            _writer.LearnText(trials, 0);
            _comparedInVain += same;
            return null;
        }

        _writer.LearnText(trials, entry.Length);
        known = entry with { Start = (int)start };
        _writer.PushEarlier(entry.Address);
        return LeaveMargin(p + entry.Length);
    }

    /// <summary>Lets the container that was closed last be found again by its text, which ends at <paramref name="end"/>.</summary>
    private void Remember(byte* end)
    {
        var frame = _writer.Current + 1;
        var depth = frame - _writer.Frames;
        if (frame->Head != 0 && depth <= ushort.MaxValue)
        {
            var length = (int)(Consumed(end) - frame->Text);
            _repeats.Of(frame->Head) = new RepeatedTexts.Entry(frame->Text, length, _writer.LastAddress, RepeatedTexts.Entry.KeyOf(frame->Head), (ushort)depth);
        }
    }
}

/// <summary>Which earlier container a text may repeat: the last one whose text began with the same bytes.</summary>
/// <remarks>The caller compares what it finds. A container takes the place of an earlier one, so that neither time nor memory depends on what is
/// read.</remarks>
internal sealed unsafe class RepeatedTexts
{
    /// <summary>Bytes of a text for an entry; and how many entries there are at least and at most: more would not stay in a cache.</summary>
    private const int BytesPerEntry = 64, MinEntries = 16, MaxEntries = 1 << 13;

    /// <summary>Made when the first document asks for them: a converter that looks for no repetitions has none.</summary>
    private Entry[] _entries = [];
    private int _shift;

    /// <summary>Clears the table, and sets its size in proportion to the next text.</summary>
    public void Clear(int expectedInput)
    {
        Use((int)BitOperations.RoundUpToPowerOf2((uint)Math.Clamp(expectedInput / BytesPerEntry, MinEntries, MaxEntries)));
    }

    /// <summary>The entry for texts whose first bytes have this hash.</summary>
    public ref Entry Of(ulong hash) => ref _entries[hash >> _shift];

    private void Use(int entries)
    {
        _shift = 64 - BitOperations.TrailingZeroCount(entries);
        if (_entries.Length < entries)
        {
            _entries = GC.AllocateUninitializedArray<Entry>(entries, pinned: true);
        }

        _entries.AsSpan(0, entries).Clear();
    }

    /// <param name="Start">Where the container's text starts in what is converted.</param>
    /// <param name="Length">Bytes of its text; 0 without a text.</param>
    /// <param name="Address">Where its value is in the document.</param>
    /// <param name="Key">Bits of the hash of its first bytes.</param>
    /// <param name="Depth">How many containers it stood in.</param>
    public readonly record struct Entry(int Start, int Length, int Address, ushort Key, ushort Depth)
    {
        /// <summary>The part of a hash that an entry keeps.</summary>
        public static ushort KeyOf(ulong hash) => (ushort)(hash >> 32);

        public bool IsOf(ulong hash) => Key == KeyOf(hash);
    }
}
