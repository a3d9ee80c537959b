using System.Buffers;
using System.Numerics;
using Blittable.Layout;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>How many bytes values take as JSON text without white space: the values alone, without names, commas and brackets.</summary>
internal static class JsonLength
{
    public const int True = 4;
    public const int False = 5;

    /// <summary>The quotation marks of a string.</summary>
    public const int Quotes = 2;

    /// <summary>The additional bytes of a character that is escaped as a backslash and a letter.</summary>
    private const int ShortEscape = 1;

    /// <summary>The additional bytes of a control character that is escaped as <c>\u001f</c>.</summary>
    private const int LongEscape = 5;

    private static readonly SearchValues<byte> Escaped = SearchValues.Create(
        [.. Enumerable.Range(0, ' ').Select(character => (byte)character), (byte)'"', (byte)'\\']);

    /// <summary>A number of so many fraction digits.</summary>
    public static int OfDecimal(long mantissa, int fractionDigits)
    {
        // About the logarithm to base 2, divided by that of 10; 0 for 0.
        var magnitude = Math.Abs(mantissa);
        var atLeast = (BitOperations.Log2((ulong)magnitude | 1) + 1) * 1233 >> 12;
        var digits = atLeast + (magnitude >= PowerOfTen.Int64(atLeast) ? 1 : 0);
        return Math.Max(digits, fractionDigits + 1) + (fractionDigits > 0 ? 1 : 0) + (mantissa < 0 ? 1 : 0);
    }

    /// <summary>Strings, one after another.</summary>
    /// <param name="utf8">The bytes of all.</param>
    /// <param name="count">How many strings they are.</param>
    public static long OfStrings(ReadOnlySpan<byte> utf8, int count)
    {
        var length = utf8.Length + ((long)Quotes * count);
        for (var next = 0; (next = utf8.IndexOfAny(Escaped)) >= 0; utf8 = utf8[(next + 1)..])
        {
            length += utf8[next] is (byte)'"' or (byte)'\\' or (byte)'\b' or (byte)'\t' or (byte)'\n' or (byte)'\f' or (byte)'\r' ? ShortEscape : LongEscape;
        }

        return length;
    }
}
