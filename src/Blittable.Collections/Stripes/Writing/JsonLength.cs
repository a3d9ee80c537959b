using System.Buffers;
using System.Numerics;
using Blittable.Layout;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Computes the size of values as JSON text without white space, names, commas and brackets.</summary>
internal static class JsonLength
{
    public const int True = 4;
    public const int False = 5;

    /// <summary>The number of quotation marks of a string.</summary>
    public const int Quotes = 2;

    /// <summary>The number of additional bytes of a character escaped as a backslash and a letter.</summary>
    private const int ShortEscape = 1;

    /// <summary>The number of additional bytes of a control character escaped as <c>\u001f</c>.</summary>
    private const int LongEscape = 5;

    private static readonly SearchValues<byte> Escaped = SearchValues.Create(
        [.. Enumerable.Range(0, ' ').Select(character => (byte)character), (byte)'"', (byte)'\\']);

    /// <summary>Returns the size of a number with the specified number of fraction digits.</summary>
    public static int OfDecimal(long mantissa, int fractionDigits)
    {
        // Approximates the decimal logarithm: 1233 / 4096 is close to log10(2).
        var magnitude = Math.Abs(mantissa);
        var atLeast = (BitOperations.Log2((ulong)magnitude | 1) + 1) * 1233 >> 12;
        var digits = atLeast + (magnitude >= PowerOfTen.Int64(atLeast) ? 1 : 0);
        return Math.Max(digits, fractionDigits + 1) + (fractionDigits > 0 ? 1 : 0) + (mantissa < 0 ? 1 : 0);
    }

    /// <summary>Returns the size of concatenated strings.</summary>
    /// <param name="utf8">The bytes of all strings.</param>
    /// <param name="count">The number of strings.</param>
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
