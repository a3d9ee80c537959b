using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable.Json;

/// <content>Handles strings that the main loop does not: long strings, strings with escapes or non-ASCII characters, and all strings of disk mode.</content>
internal sealed unsafe partial class JsonParser
{
    /// <summary>The number of marks used from each word. A word that starts within a byte has at least 57 significant marks, of which whole bytes are
    /// used.</summary>
    private const int KnownMarks = 56;

    /// <summary>Writes a string that is long or not plain ASCII, and returns its end; null if it is not a string.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* LongString(byte* p)
    {
        var writer = _writer;
        var length = CopyPlain(p + 1, writer.Cursor + ValueWriter.LongStringHeader);
        if (p[1 + length] != '"')
        {
            return LongString(p, length);
        }

        writer.StringInPlace(length, writer.TrialsHere(), Token(p + 1, p + 2 + length));
        return LeaveMargin(p + length + 2);
    }

    /// <summary>Writes a long or non-ASCII string in disk mode, and returns its end; null if it is not a string.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* LongDiskString(byte* p)
    {
        var writer = _writer;
        var length = PlainLength(p + 1);
        if (p[1 + length] == '"')
        {
            // Encode directly from the text.
            var trials = writer.TrialsHere();
            WriteCompactString(p + 1, length, trials, ValueWriter.SampleOf(p + 1, length, trials));
            return LeaveMargin(p + length + 2);
        }

        new ReadOnlySpan<byte>(p + 1, length).CopyTo(new Span<byte>(writer.Cursor + ValueWriter.LongStringHeader, length));
        return LongString(p, length);
    }

    /// <summary>Writes a string in disk mode that can be encoded directly from its text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void WriteCompactString(byte* text, int length, ValueTrials* trials, byte sample) =>
        _writer.CompactString(text, length, header: 0, trials, sample, Token(text, text + length + 1));

    /// <summary>Writes a string whose first bytes have already been copied after the space for its header.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* LongString(byte* p, int copied)
    {
        var writer = _writer;
        var header = ValueWriter.LongStringHeader;
        var start = writer.Length;
        var offset = Consumed(p + 1);
        p = CopyString(p + 1 + copied, header + copied, _isDisk ? int.MaxValue : ushort.MaxValue, out var isWhole, out var beyondAscii);
        if (!isWhole && p != null)
        {
            // A longer header is needed. Move the text so far to make room for it before the rest follows.
            var copy = writer.Start + start + header;
            var length = writer.Cursor - copy;
            header = ValueWriter.HugeStringHeader;
            Buffer.MemoryCopy(copy, writer.Start + start + header, length, length);
            writer.Cursor = writer.Start + start + header + length;
            p = CopyString(p, 0, int.MaxValue, out _, out var restBeyondAscii);
            beyondAscii |= restBeyondAscii;
        }

        return p == null ? null : EndString(p, start, header, offset, beyondAscii);
    }

    /// <summary>Writes the header of a string whose text ends at the cursor and follows the space for the header.</summary>
    /// <param name="p">The end of the string in the input.</param>
    /// <param name="start">The start of the header in the output.</param>
    /// <param name="header">The size of the space in bytes.</param>
    /// <param name="offset">The start of the string's text in the input.</param>
    /// <param name="beyondAscii">True if the UTF-8 of the text must be validated.</param>
    private byte* EndString(byte* p, int start, int header, long offset, bool beyondAscii)
    {
        var writer = _writer;
        var text = writer.Start + start + header;
        var length = (int)(writer.Cursor - text);
        if (beyondAscii && !Utf8Validation.IsValid(new ReadOnlySpan<byte>(text, length)))
        {
            return null;
        }

        writer.Cursor = text - header;
        if (header == ValueWriter.HugeStringHeader)
        {
            writer.HugeStringInPlace(length);
            return LeaveMargin(p);
        }

        var token = (int)(Consumed(p) - offset);
        writer.StringInPlace(length, writer.TrialsHere(), new SourceToken((int)offset, token, token == length + 1 ? (int)offset : -1));
        return LeaveMargin(p);
    }

    /// <summary>Returns the number of bytes before the next mark, or before the end of the marked text.</summary>
    private int PlainLength(byte* source)
    {
        var at = source - _unmarked - 1;
        var marks = _marks + (at >> 3);
        var shift = (int)(at & 7);
        var last = _refillAt + MarkedBehind - StringMarkKernel.Block - source;
        var length = 0;
        while (length <= last)
        {
            var next = *(ulong*)marks >> shift;
            if (next != 0)
            {
                return length + BitOperations.TrailingZeroCount(next);
            }

            length += KnownMarks;
            marks += KnownMarks / 8;
        }

        return length;
    }

    /// <summary>Copies text up to the next mark or the end of the marked text, and returns the number of bytes.</summary>
    /// <remarks>The output has sufficient space, because it was reserved for the whole window.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int CopyPlain(byte* source, byte* output)
    {
        var at = source - _unmarked - 1;
        var marks = _marks + (at >> 3);
        var shift = (int)(at & 7);
        var last = _refillAt + MarkedBehind - StringMarkKernel.Block - source;
        nint length = 0;
        while (length <= last)
        {
            StringKernel.CopyStep(source + length, output + length);
            var next = *(ulong*)marks >> shift;
            if (next != 0)
            {
                return (int)length + BitOperations.TrailingZeroCount(next);
            }

            length += KnownMarks;
            marks += KnownMarks / 8;
        }

        return (int)length;
    }

    /// <summary>
    /// Copies the unescaped text of a string to <paramref name="skip"/> bytes after the writer's cursor, and moves the cursor after it. Returns the position
    /// after the closing quotation mark; null if the string is unterminated or invalid.
    /// </summary>
    /// <param name="source">The text, or the rest of it.</param>
    /// <param name="skip">The distance from the cursor in bytes.</param>
    /// <param name="most">The number of bytes after which copying may stop before the end and return the position at which to continue.</param>
    /// <param name="isWhole">False if copying stopped before the end.</param>
    /// <param name="beyondAscii">True if any byte is not ASCII.</param>
    private byte* CopyString(byte* source, int skip, int most, out bool isWhole, out bool beyondAscii)
    {
        var writer = _writer;
        var start = writer.Length + skip;
        var o = writer.Cursor + skip;
        var high = false;
        beyondAscii = false;
        isWhole = true;
        while (true)
        {
            if (o >= writer.Limit)
            {
                writer.Cursor = o;
                writer.Reserve(Consumed(source));
                o = writer.Cursor;
            }

            if (_end - source < StringKernel.Step)
            {
                source = EnterTail(source);
            }

            var left = writer.Start + start - o + most;
            if (left < 0)
            {
                writer.Cursor = o;
                beyondAscii = high;
                isWhole = false;
                return source;
            }

            // Copy as far as whole steps can be read, and at most to the limit of the output.
            var last = _inTail ? _end : source + Math.Min(Math.Min(_end - source - StringKernel.Step, writer.Limit - o), left);
            var rounds = source < last ? StringKernel.CopyRounds(source, o, (nint)(last - source), ref high) : 0;
            source += rounds;
            o += rounds;
            int plain;
            do
            {
                plain = StringKernel.CopyText(source, o, ref high);
                source += plain;
                o += plain;
            }
            while (plain == StringKernel.Step && source <= last);

            if (plain == StringKernel.Step)
            {
                continue;
            }

            if (*source == '"')
            {
                writer.Cursor = o;
                beyondAscii = high;
                return source + 1;
            }

            if (*source != '\\')
            {
                return null;
            }

            do
            {
                var pairs = JsonEscapeKernel.DecodePairs(source, _end, ref o);
                source = pairs == source ? JsonEscapeKernel.Decode(source, _end, ref o) : pairs;
                if (source == null)
                {
                    return null;
                }
            }
            while (source < _end && *source == '\\' && o < writer.Limit);
        }
    }

    /// <summary>Finds the node of a name that was not predicted, and returns the start of its value; null if there is no name. Sets
    /// <see cref="_named"/>.</summary>
    /// <param name="p">The expected position of the opening quotation mark.</param>
    /// <param name="before">The previous name in the object.</param>
    /// <param name="context">The property whose value is the object.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private byte* Name(byte* p, int before, int context)
    {
        p = TryKnownName(p, before, context, out _named) ? p + _writer.Nodes[_named].Advance - 1 : UnknownName(p, before, context);
        if (p == null)
        {
            return null;
        }

        p = *p == ':' ? p : SkipWhitespace(p);
        return *p == ':' ? LeaveMargin(p + 1) : null;
    }

    /// <summary>Searches for a name among the known followers of the previous name.</summary>
    private bool TryKnownName(byte* p, int before, int context, out int node)
    {
        var writer = _writer;
        var nodes = writer.Nodes;
        var text = Vector256.Load(p);
        for (node = nodes[before].FirstChild; node != 0; node = nodes[node].Sibling)
        {
            // White space may precede the colon.
            var differences = ~ByteMaskKernel.Of(Vector256.Equals(text, Vector256.Load((byte*)&nodes[node].Text)));
            if ((differences & (nodes[node].Mask >> 1)) == 0)
            {
                writer.Predict(before, context, node);
                return true;
            }
        }

        return false;
    }

    private byte* UnknownName(byte* p, int before, int context)
    {
        if (*p != '"')
        {
            return null;
        }

        var writer = _writer;
        var length = PlainLength(p + 1);
        if (p[1 + length] == '"')
        {
            _named = writer.Name(before, context, new ReadOnlySpan<byte>(p + 1, length));
            return LeaveMargin(p + length + 2);
        }

        // The name is temporarily copied after the end of the output.
        var cursor = writer.Length;
        p = CopyString(p + 1, 0, int.MaxValue, out _, out var beyondAscii);
        if (p == null)
        {
            return null;
        }

        var name = new ReadOnlySpan<byte>(writer.Start + cursor, writer.Length - cursor);
        writer.Cursor = writer.Start + cursor;
        if (beyondAscii && !Utf8Validation.IsValid(name))
        {
            return null;
        }

        _named = writer.Name(before, context, name);
        return LeaveMargin(p);
    }
}
