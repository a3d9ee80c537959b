using System.Text;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Stripes;
using Blittable.Columns;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Computes functions with string results for all selected rows at once, from the UTF-8 bytes of strings in columns.</summary>
internal static class StringFunctions
{
    /// <summary>The greatest number of bytes that a single UTF-16 unit requires in UTF-8.</summary>
    private const int UnitBytes = 3;

    /// <summary>Concatenates strings and constants.</summary>
    public static bool TryConcat(BoundExpression[] arguments, GroupCursor cursor, StringBatch strings)
    {
        var parts = new StringBatch?[arguments.Length];
        var texts = Array.ConvertAll(arguments, argument => Encoding.UTF8.GetBytes(argument.Constant?.ToString() ?? ""));
        long most = texts.Sum(text => (long)text.Length);
        for (var i = 0; i < parts.Length; i++)
        {
            if (arguments[i].Constant is { } constant)
            {
                if (constant.Kind == QueryValueKind.Null)
                {
                    return false;
                }
            }
            else if (Read(arguments[i], cursor) is { } part)
            {
                parts[i] = part;
                most += MostBytes(part, isByEntry: true);
            }
            else
            {
                return false;
            }
        }

        // No string is longer than all entries together.
        var rows = cursor.Selection.Count;
        if (most > int.MaxValue)
        {
            return false;
        }

        var codes = strings.Start(rows);
        var ends = strings.StartEntries(rows);
        if (!TryMeasure(parts, texts, codes, ends))
        {
            return false;
        }

        var bytes = strings.StartBytes(rows == 0 ? 0 : ends[^1]);
        for (var row = 0; row < rows; row++)
        {
            var target = bytes[(row == 0 ? 0 : ends[row - 1])..ends[row]];
            for (var i = 0; i < parts.Length && !target.IsEmpty; i++)
            {
                var text = parts[i] is { } part ? part[row] : texts[i];
                text.CopyTo(target);
                target = target[text.Length..];
            }
        }

        return true;
    }

    /// <summary>Returns a range of the characters of strings, if the range is constant.</summary>
    /// <param name="arguments">The string, the position, and the length.</param>
    /// <param name="cursor">The position of the worker.</param>
    /// <param name="strings">Receives the strings.</param>
    public static bool TrySubstring(BoundExpression[] arguments, GroupCursor cursor, StringBatch strings)
    {
        if (arguments[1].Constant is not { } position || (arguments.Length > 2 && arguments[2].Constant is null)
            || !ScalarFunction.TryGetRange(position, arguments.Length > 2 ? arguments[2].Constant : null, out var start, out var end)
            || Read(arguments[0], cursor) is not { } source)
        {
            return false;
        }

        var isByEntry = source.EntryCount <= source.Count;
        var ends = Start(source, isByEntry, strings);
        var bytes = strings.StartBytes((int)Math.Min(Array.MaxLength, MostBytes(source, isByEntry)));
        var length = 0;
        for (var i = 0; i < ends.Length; i++)
        {
            var text = Slice(isByEntry ? source.Entry(i) : source[i], start, end);
            if (text.Length > bytes.Length - length)
            {
                return false;
            }

            text.CopyTo(bytes[length..]);
            length += text.Length;
            ends[i] = length;
        }

        return true;
    }

    /// <summary>Replaces all occurrences of a constant string with another one.</summary>
    /// <param name="arguments">The string, the string to replace, and the replacement.</param>
    /// <param name="cursor">The position of the worker.</param>
    /// <param name="strings">Receives the strings.</param>
    public static bool TryReplace(BoundExpression[] arguments, GroupCursor cursor, StringBatch strings) =>
        arguments[1].Constant is { Kind: QueryValueKind.String } replaced && replaced.GetString() is { Length: > 0 } sought
        && arguments[2].Constant is { Kind: QueryValueKind.String } replacement && replacement.GetString() is var substitute
        && TryMap(arguments, cursor, strings, text => text.Replace(sought, substitute, StringComparison.Ordinal));

    /// <summary>Computes a function of each distinct string.</summary>
    public static bool TryMap(BoundExpression[] arguments, GroupCursor cursor, StringBatch strings, Func<string, string> compute)
    {
        if (Read(arguments[0], cursor) is not { } source)
        {
            return false;
        }

        var isByEntry = source.EntryCount <= source.Count;
        var ends = Start(source, isByEntry, strings);
        var texts = new string[ends.Length];
        long most = 0;
        for (var i = 0; i < texts.Length; i++)
        {
            texts[i] = compute(Encoding.UTF8.GetString(isByEntry ? source.Entry(i) : source[i]));
            most += (long)UnitBytes * texts[i].Length;
        }

        if (most > Array.MaxLength)
        {
            return false;
        }

        var bytes = strings.StartBytes((int)most);
        var length = 0;
        for (var i = 0; i < texts.Length; i++)
        {
            length += Encoding.UTF8.GetBytes(texts[i], bytes[length..]);
            ends[i] = length;
        }

        return true;
    }

    /// <summary>Reads the strings of an argument. Returns null if it has other values. Callers must not modify them.</summary>
    public static StringBatch? Read(BoundExpression argument, GroupCursor cursor)
    {
        var strings = new StringBatch();
        if (argument.Path is not { } path)
        {
            return argument.MayBeStrings && argument.TryStrings(cursor, strings) ? strings : null;
        }

        var values = cursor.Values(path);
        if (values.AreDocuments || values.HasOnlyStrings)
        {
            return values.AreDocuments ? null : values.Strings();
        }

        if (values.MayHave(ColumnKind.String) || values.MayHave(ColumnKind.Number) || values.MayHave(ColumnKind.Date) || values.MayHave(ColumnKind.Boolean))
        {
            return null;
        }

        strings.Start(cursor.Selection.Count).Fill(StringBatch.NullCode);
        return strings;
    }

    /// <summary>Starts a batch with an entry for each entry of another batch, or for each of its rows.</summary>
    /// <returns>The ends of the entries, to be filled in by the caller.</returns>
    private static Span<int> Start(StringBatch source, bool isByEntry, StringBatch strings)
    {
        var codes = strings.Start(source.Count);
        source.Codes.CopyTo(codes);
        for (var row = 0; !isByEntry && row < codes.Length; row++)
        {
            codes[row] = codes[row] == StringBatch.NullCode ? StringBatch.NullCode : row;
        }

        return strings.StartEntries(isByEntry ? source.EntryCount : source.Count);
    }

    /// <summary>Returns the number of bytes of all entries, or of the strings of all rows.</summary>
    private static long MostBytes(StringBatch source, bool isByEntry)
    {
        if (isByEntry)
        {
            return source.EntryCount == 0 ? 0 : source.EntryEnds[^1];
        }

        long bytes = 0;
        for (var row = 0; row < source.Count; row++)
        {
            bytes += source[row].Length;
        }

        return bytes;
    }

    /// <summary>Computes the code and the end of each concatenated string. Returns false if all of them are too long for one array.</summary>
    private static bool TryMeasure(StringBatch?[] parts, byte[][] texts, Span<int> codes, Span<int> ends)
    {
        ends.Fill(texts.Sum(text => text.Length));
        codes.Clear();
        foreach (var part in parts)
        {
            if (part is null)
            {
                continue;
            }

            var partCodes = part.Codes;
            var partEnds = part.EntryEnds;
            for (var row = 0; row < codes.Length; row++)
            {
                var code = partCodes[row];
                if (code == StringBatch.NullCode)
                {
                    codes[row] = StringBatch.NullCode;
                }
                else
                {
                    ends[row] += partEnds[code] - (code == 0 ? 0 : partEnds[code - 1]);
                }
            }
        }

        long length = 0;
        for (var row = 0; row < codes.Length; row++)
        {
            var isNull = codes[row] == StringBatch.NullCode;
            length += isNull ? 0 : ends[row];
            if (length > Array.MaxLength)
            {
                return false;
            }

            codes[row] = isNull ? StringBatch.NullCode : row;
            ends[row] = (int)length;
        }

        return true;
    }

    /// <summary>Returns the characters from a position to the one before another, counting from 1.</summary>
    private static ReadOnlySpan<byte> Slice(ReadOnlySpan<byte> text, long start, long end)
    {
        // ASCII characters are bytes.
        var first = (int)(Math.Clamp(start, 1, text.Length + 1L) - 1);
        var last = (int)Math.Clamp(end - 1, first, text.Length);
        if (Ascii.IsValid(text[..last]))
        {
            return text[first..last];
        }

        var (position, at) = (0L, 0);
        for (first = text.Length; at < text.Length; at++)
        {
            position += IsContinuation(text[at]) ? 0 : 1;
            first = position >= start ? Math.Min(first, at) : first;
            if (position >= end)
            {
                break;
            }
        }

        return first < at ? text[first..at] : [];
    }

    /// <summary>Determines whether a byte continues a character of UTF-8.</summary>
    private static bool IsContinuation(byte unit) => (unit & 0xC0) == 0x80;
}
