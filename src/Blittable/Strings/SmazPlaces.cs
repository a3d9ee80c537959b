using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>Tables of symbols that have a place for each verbatim byte too, so that both are looked up in the same way.</summary>
/// <remarks>
/// <code>
/// place        what it is
///   0 .. 253   the symbol of a code
/// 254 .. 255   what announces verbatim bytes: no text
/// 256 + byte   a verbatim byte
/// </code>
/// </remarks>
internal static class SmazPlaces
{
    /// <summary>The classes of symbols, a bit each; what is left of a byte is for verbatim bytes.</summary>
    public const byte SymbolClasses = 0x1F;

    private const int Verbatim = 256;

    /// <summary>Bits of each of the two lengths in an entry of <see cref="Escaped"/>.</summary>
    private const int LengthBits = 4;

    /// <summary>Entries as of <see cref="SmazCodebook.Entries"/>.</summary>
    public static readonly ulong[] Plain =
        [.. SmazCodebook.Entries, .. Enumerable.Range(0, Verbatim).Select(value => (uint)value | (1UL << SmazCodebook.LengthShift))];

    /// <summary>The same as JSON has them; with that length, and above it the one without escapes. None gets longer than <see cref="SmazCodebook.MaxSymbolLength"/>.</summary>
    public static readonly ulong[] Escaped = [.. Plain.Select(Escape)];

    /// <summary>By the lower half of a code or of a verbatim byte the classes of those that JSON escapes.</summary>
    public static readonly Vector256<byte> LowerHalves = Classify(out UpperHalves);

    /// <summary>By the upper half the classes that are possible.</summary>
    public static readonly Vector256<byte> UpperHalves;

    /// <summary>The length in an entry of <see cref="Escaped"/>.</summary>
    public static int EscapedLengthOf(ulong entry) => SmazCodebook.LengthOf(entry) & ((1 << LengthBits) - 1);

    /// <summary>In such an entry the length without escapes.</summary>
    public static int PlainLengthOf(ulong entry) => SmazCodebook.LengthOf(entry) >> LengthBits;

    private static unsafe ulong Escape(ulong entry)
    {
        var plain = stackalloc byte[EscapeKernel.Reach];
        var text = stackalloc byte[(EscapeKernel.MaxEscape * sizeof(ulong)) + EscapeKernel.Reach];
        var plainLength = SmazCodebook.LengthOf(entry);
        for (var i = 0; i < plainLength; i++)
        {
            plain[i] = (byte)(entry >> (8 * i));
        }

        var length = (int)(EscapeKernel.CopyEscaped(text, plain, plainLength, EscapeKernel.Reach) - text);
        var escaped = (ulong)(length | (plainLength << LengthBits)) << SmazCodebook.LengthShift;
        for (var i = 0; i < length; i++)
        {
            escaped |= (ulong)text[i] << (8 * i);
        }

        return escaped;
    }

    /// <summary>Codes with the same upper half are a class; verbatim bytes have three: control characters, the quotation mark and the backslash.</summary>
    private static Vector256<byte> Classify(out Vector256<byte> upperHalves)
    {
        const byte control = 0x20, quotationMark = 0x40, backslash = 0x80;
        Span<byte> lower = stackalloc byte[Vector128<byte>.Count];
        Span<byte> upper = stackalloc byte[Vector128<byte>.Count];
        lower.Fill(control);
        upper.Clear();
        var next = 1;
        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            if (EscapedLengthOf(Escaped[code]) == PlainLengthOf(Escaped[code]))
            {
                continue;
            }

            if (upper[code >> 4] == 0)
            {
                upper[code >> 4] = (byte)next;
                next <<= 1;
            }

            lower[code & 0x0F] |= upper[code >> 4];
        }

        upper[0] |= control;
        upper[1] |= control;
        lower['"' & 0x0F] |= quotationMark;
        upper['"' >> 4] |= quotationMark;
        lower['\\' & 0x0F] |= backslash;
        upper['\\' >> 4] |= backslash;
        upperHalves = Vector256.Create(Vector128.Create<byte>(upper), Vector128.Create<byte>(upper));
        return Vector256.Create(Vector128.Create<byte>(lower), Vector128.Create<byte>(lower));
    }
}
