using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable.Json;

/// <content>
/// Tokens are read with vectors that may extend past their end. When the parser reaches the last <see cref="Margin"/> bytes of a text, it copies them to a
/// buffer in which zeros follow. A short text is copied as a whole. Nothing after the text is therefore ever read. The upcoming text is marked one window at a
/// time (see <see cref="StringMarkKernel"/>), and its UTF-8 is validated as a whole. Non-ASCII strings are therefore as fast as ASCII strings. In a window that
/// is invalid, each non-ASCII string is validated separately, and the invalid one is refused.
/// </content>
internal sealed unsafe partial class JsonParser
{
    /// <summary>
    /// The number of bytes that one iteration of the main loop may access: a name (34 bytes), a string (121 bytes with its quotation marks, copied as 128), a
    /// comma, and a search for white space.
    /// </summary>
    private const int Margin = 256;

    /// <summary>The number of bytes marked after a window, which covers all values that start in the window.</summary>
    private const int MarkedBehind = 192;

    /// <summary>The maximum length of texts that are copied as a whole.</summary>
    private const int MaxCopied = 1024;

    private readonly byte[] _copy = GC.AllocateArray<byte>(MaxCopied + Margin, pinned: true);
    private readonly ulong[] _markWords = GC.AllocateArray<ulong>((ValueWriter.Window + Margin) / StringMarkKernel.Block + 1, pinned: true);

    /// <summary>Prepares reading, and returns the position at which to start.</summary>
    private byte* Enter(byte* input, int length)
    {
        _origin = input;
        if (length <= MaxCopied)
        {
            return ReadCopy(input, length);
        }

        _end = input + length;
        _safeEnd = _end - Margin;
        _inTail = false;
        if (_findsRepeats)
        {
            BeginRepeats(length);
        }

        BeginWindow(input);
        return input;
    }

    /// <summary>Continues in the copy of the text's last bytes if <paramref name="p"/> has reached them.</summary>
    private byte* LeaveMargin(byte* p) => p >= _safeEnd ? EnterTail(p) : p;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* EnterTail(byte* p)
    {
        return _inTail ? p : ReadCopy(p, (int)(_end - p));
    }

    /// <summary>Returns from the copy of the last bytes to <paramref name="p"/> in the text itself.</summary>
    private void LeaveTail(byte* p, byte* origin, byte* end)
    {
        _origin = origin;
        _end = end;
        _safeEnd = end - Margin;
        _inTail = false;
        BeginWindow(p);
    }

    /// <summary>Copies the rest of the text, and continues in the copy.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* ReadCopy(byte* p, int length)
    {
        var tail = _tail;
        var blocks = StringMarkKernel.Copy(p, length, tail, (ulong*)_marks);
        if (!Ascii.IsValid(new ReadOnlySpan<byte>(tail, length)) && Utf8Validation.IsValid(ref *tail, (nuint)length))
        {
            StringMarkKernel.MarkText(tail, (ulong*)_marks, blocks);
        }

        // Append a block of zeros.
        Unsafe.InitBlockUnaligned(tail + blocks * StringMarkKernel.Block, 0, StringMarkKernel.Block);
        *((ulong*)_marks + blocks) = ulong.MaxValue;
        _origin += tail - p;
        _end = tail + length;
        _safeEnd = _refillAt = tail + MaxCopied + Margin;
        _unmarked = tail - 1;
        _inTail = true;
        return tail;
    }

    /// <summary>Marks the next window of the text.</summary>
    private void BeginWindow(byte* p)
    {
        _refillAt = p + Math.Min(_safeEnd - p, ValueWriter.Window);
        var blocks = (int)(_refillAt + MarkedBehind - p + StringMarkKernel.Block - 1) / StringMarkKernel.Block;
        StringMarkKernel.Mark(p, (ulong*)_marks, blocks);
        *((ulong*)_marks + blocks) = ulong.MaxValue;
        _unmarked = p - 1;
        if (!Ascii.IsValid(new ReadOnlySpan<byte>(p, blocks * StringMarkKernel.Block)))
        {
            UnmarkUtf8(p, blocks);
        }
    }

    /// <summary>Removes the marks of non-ASCII bytes if the window is valid UTF-8, so its strings need no separate validation.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void UnmarkUtf8(byte* window, int blocks)
    {
        var length = blocks * StringMarkKernel.Block;
        var open = Utf8Validation.OpenBytes(new ReadOnlySpan<byte>(window, length));
        if (Utf8Validation.IsValid(ref *window, (nuint)(length - open)))
        {
            StringMarkKernel.MarkText(window, (ulong*)_marks, blocks);
            ((ulong*)_marks)[blocks - 1] |= ~(ulong.MaxValue >> open);
        }
    }

    /// <summary>Reserves space in the output and, near the end of the text, continues in the padded copy of its last bytes.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* Refill(byte* p)
    {
        p = LeaveMargin(p);
        _writer.ReserveWindow(Consumed(p));
        if (_inTail)
        {
            _refillAt = _safeEnd;
        }
        else
        {
            BeginWindow(p);
        }

        return p;
    }

    /// <summary>Closes the object whose bracket is at <paramref name="p"/>, if the main loop cannot.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* CloseObject(byte* p, int node, uint* slots, bool looks)
    {
        if (!_writer.TryWritePlainObject(node, slots))
        {
            _writer.WriteObject(node, slots, looks);
        }

        if (_findsRepeats)
        {
            Remember(p + 1);
        }

        return AfterContainer(p + 1);
    }

    /// <summary>Closes the array whose bracket is at <paramref name="p"/>, if the main loop cannot.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* CloseArray(byte* p, uint* slots)
    {
        _writer.WriteArray(slots);
        if (_findsRepeats)
        {
            Remember(p + 1);
        }

        return AfterContainer(p + 1);
    }

    private byte* AfterContainer(byte* p)
    {
        p = LeaveMargin(p);
        if (_writer.Cursor >= _writer.WindowLimit)
        {
            _refillAt = p;
        }

        return p;
    }

    /// <summary>Returns the offset of <paramref name="p"/> in the text.</summary>
    private long Consumed(byte* p) => p - _origin;

    /// <summary>Returns the token of a string without escapes.</summary>
    private SourceToken Token(byte* from, byte* to) => new((int)Consumed(from), (int)(to - from), (int)Consumed(from));

    /// <summary>Returns the first byte from <paramref name="p"/> on that is not white space.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* SkipWhitespace(byte* p)
    {
        while (true)
        {
            p = LeaveMargin(p);
            var run = WhitespaceKernel.Run(p);
            p += run;
            if (run < WhitespaceKernel.Step)
            {
                return LeaveMargin(p);
            }
        }
    }

    /// <summary>Skips white space of unexpected length, and stores its length as expected next time.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* SkipWhitespace(byte* p, int* expected)
    {
        // If a whole step is white space, the length is unknown, and no length is expected next time.
        var run = WhitespaceKernel.Run(p);
        *expected = run < WhitespaceKernel.Step ? run : -1;
        return SkipWhitespace(p);
    }

    // In disk mode, a container whose text repeats an earlier text byte for byte is not converted again. A reference to the earlier value replaces it. The
    // earlier text is found by a hash of the first bytes, up to the first bracket that may close the container.

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

    /// <summary>Stores the last closed container, whose text ends at <paramref name="end"/>, so repetitions of the text find it.</summary>
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
/// <remarks>The caller compares the result. A new container replaces an earlier one, so time and memory are bounded for any input.</remarks>
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
