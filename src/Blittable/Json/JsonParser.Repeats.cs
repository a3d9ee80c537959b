using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Writing;

namespace Blittable.Json;

/// <content>
/// In disk mode, a container whose text repeats an earlier text byte for byte is not converted again. A reference to the earlier value replaces it. The earlier
/// text is found by a hash of the first bytes, up to the first bracket that may close the container.
/// </content>
internal sealed unsafe partial class JsonParser
{
    /// <summary>The number of text bytes that may be compared without a match, in addition to the number of bytes read so far.</summary>
    private const int MaxInVain = 1 << 16;

    private readonly RepeatedTexts _repeats = new();
    private long _comparedInVain;

    private void BeginRepeats(int length)
    {
        _repeats.Clear(length);
        _comparedInVain = 0;
    }

    /// <summary>
    /// Replaces the container that opens at <paramref name="p"/> with an earlier container of equal text, and returns the end of the text; null if there is
    /// none.
    /// </summary>
    /// <param name="p">The opening bracket.</param>
    /// <param name="trials">The trials of the container's context.</param>
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

    /// <summary>Stores the last closed container, whose text ends at <paramref name="end"/>, so that repetitions of the text find it.</summary>
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

/// <summary>Finds an earlier container whose text may be repeated: the last one with an equal hash of its first bytes.</summary>
/// <remarks>The caller compares the result. A new container replaces an earlier one, so time and memory are bounded whatever is read.</remarks>
internal sealed unsafe class RepeatedTexts
{
    /// <summary>The number of text bytes per entry, and the minimum and maximum number of entries. More entries would not stay in a cache.</summary>
    private const int BytesPerEntry = 64, MinEntries = 16, MaxEntries = 1 << 13;

    /// <summary>Allocated when the first document needs it. A converter that does not search for repetitions has no entries.</summary>
    private Entry[] _entries = [];
    private int _shift;

    /// <summary>Clears the table, and sets its size in proportion to the next text.</summary>
    public void Clear(int expectedInput)
    {
        Use((int)BitOperations.RoundUpToPowerOf2((uint)Math.Clamp(expectedInput / BytesPerEntry, MinEntries, MaxEntries)));
    }

    /// <summary>Returns the entry for texts whose first bytes have the specified hash.</summary>
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

    /// <param name="Start">The start of the container's text in the converted input.</param>
    /// <param name="Length">The length of the text in bytes; 0 for an empty entry.</param>
    /// <param name="Address">The address of the container in the document.</param>
    /// <param name="Key">Bits of the hash of its first bytes.</param>
    /// <param name="Depth">The nesting level of the container; 1 for the root.</param>
    public readonly record struct Entry(int Start, int Length, int Address, ushort Key, ushort Depth)
    {
        /// <summary>Returns the part of a hash that an entry stores.</summary>
        public static ushort KeyOf(ulong hash) => (ushort)(hash >> 32);

        public bool IsOf(ulong hash) => Key == KeyOf(hash);
    }
}
