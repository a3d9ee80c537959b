using System.Runtime.CompilerServices;
using System.Text;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable.Json;

/// <content>
/// Tokens are read with vectors that may reach past them. The last <see cref="Margin"/> bytes of a text are therefore copied to where zeros
/// follow them when the parser reaches them; a short text is copied as a whole. So nothing after the text is ever read.
/// What is read next is marked ahead, a window at a time (see <see cref="StringMarkKernel"/>), and its UTF-8 is validated as a whole: so strings that are
/// not ASCII take the way of those that are. In a window that is not valid each such string is looked at by itself, and the wrong one is refused.
/// </content>
internal sealed unsafe partial class JsonParser
{
    /// <summary>
    /// Bytes that one round of the main loop may reach: a name (34 bytes), a string (121 bytes with its quotes, copied as 128), a comma,
    /// and a look for white space.
    /// </summary>
    private const int Margin = 256;

    /// <summary>Bytes after a window that are marked too: as far as the values that start in it can reach.</summary>
    private const int MarkedBehind = 192;

    /// <summary>Texts of at most so many bytes are copied as a whole.</summary>
    private const int MaxCopied = 1024;

    private readonly byte[] _copy = GC.AllocateArray<byte>(MaxCopied + Margin, pinned: true);
    private readonly ulong[] _markWords = GC.AllocateArray<ulong>((ValueWriter.Window + Margin) / StringMarkKernel.Block + 1, pinned: true);

    /// <summary>Returns where to start reading.</summary>
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

    /// <summary>Goes on in the copy of the text's last bytes if <paramref name="p"/> has come to them.</summary>
    private byte* LeaveMargin(byte* p) => p >= _safeEnd ? EnterTail(p) : p;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* EnterTail(byte* p)
    {
        return _inTail ? p : ReadCopy(p, (int)(_end - p));
    }

    /// <summary>Goes back to <paramref name="p"/> in the text itself from the copy of its last bytes.</summary>
    private void LeaveTail(byte* p, byte* origin, byte* end)
    {
        _origin = origin;
        _end = end;
        _safeEnd = end - Margin;
        _inTail = false;
        BeginWindow(p);
    }

    /// <summary>Goes on in a copy of the rest of the text.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* ReadCopy(byte* p, int length)
    {
        var tail = _tail;
        var blocks = StringMarkKernel.Copy(p, length, tail, (ulong*)_marks);
        if (!Ascii.IsValid(new ReadOnlySpan<byte>(tail, length)) && Utf8Validation.IsValid(ref *tail, (nuint)length))
        {
            StringMarkKernel.MarkText(tail, (ulong*)_marks, blocks);
        }

        // One more of zeros.
        Unsafe.InitBlockUnaligned(tail + blocks * StringMarkKernel.Block, 0, StringMarkKernel.Block);
        *((ulong*)_marks + blocks) = ulong.MaxValue;
        _origin += tail - p;
        _end = tail + length;
        _safeEnd = _refillAt = tail + MaxCopied + Margin;
        _unmarked = tail - 1;
        _inTail = true;
        return tail;
    }

    /// <summary>Marks the next bytes of the text.</summary>
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

    /// <summary>Takes back the marks of what is not ASCII if all of it is UTF-8: then strings need no look of their own.</summary>
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

    /// <summary>Makes room in the output and, near the end of the text, continues in the padded copy of its last bytes.</summary>
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

    /// <summary>Closes the object whose bracket <paramref name="p"/> is at, where the main loop does not.</summary>
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

    /// <summary>The same for an array.</summary>
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

    /// <summary>How much of the text has been read: the offset of <paramref name="p"/> in it.</summary>
    private long Consumed(byte* p) => p - _origin;

    /// <summary>The token of a string without escapes.</summary>
    private SourceToken Token(byte* from, byte* to) => new((int)Consumed(from), (int)(to - from), (int)Consumed(from));

    /// <summary>The first byte from <paramref name="p"/> on that is not white space.</summary>
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

    /// <summary>The same where a run of white space was expected to be of another length, which is remembered.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* SkipWhitespace(byte* p, int* expected)
    {
        // A full step says nothing about how long the run is: no run is then expected.
        var run = WhitespaceKernel.Run(p);
        *expected = run < WhitespaceKernel.Step ? run : -1;
        return SkipWhitespace(p);
    }
}
