using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Format;

namespace Blittable.Reading;

/// <summary>The texts that most numbers with a fraction have, such as <c>-12345.67</c>, without a loop or a branch that depends on their digits.</summary>
internal static class NumberTextKernel
{
    /// <summary>The longest text without its sign, and the bytes that are read from its start.</summary>
    private const int Width = 16;

    public static bool IsSupported => Sse41.IsSupported;

    /// <summary>Reads a text of digits, a point and digits, behind a sign or not. Their number without the point is below 10^15, so it is a double.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="offset">Where the text starts.</param>
    /// <param name="length">Its length; may be any number.</param>
    /// <returns>The nearest double; NaN for any other text, and for one that is too long or too near to the end: <see cref="NumberText"/> then says whether it is a number.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Parse(ReadOnlySpan<byte> document, int offset, int length) =>
        (uint)(length - 1) < Width && RawBytes.Fits(document, offset, 1 + Width)
            ? Parse(ref Unsafe.Add(ref MemoryMarshal.GetReference(document), offset), length)
            : double.NaN;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double Parse(ref byte text, int length)
    {
        var isNegative = text == '-';
        var sign = isNegative ? 1 : 0;
        text = ref Unsafe.Add(ref text, sign);
        length -= sign;

        // Only digits stay below 128 when 118 is added, and were below before.
        var digits = Vector128.LoadUnsafe(ref text) - Vector128.Create((byte)'0');
        var others = (digits | (digits + Vector128.Create((byte)118))).ExtractMostSignificantBits() & ((1u << length) - 1);
        var point = BitOperations.TrailingZeroCount(others | (1u << Width));
        var fractionDigits = length - 1 - point;
        if ((others & (others - 1)) != 0 || point == 0 || fractionDigits <= 0 || Unsafe.Add(ref text, point) != '.' || (text == '0' && point != 1))
        {
            return double.NaN;
        }

        // The digits go to the end of the vector, those before the point one place further; what stands before them becomes zero.
        var source = Vector128.Create((sbyte)0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15) + Vector128.Create((sbyte)(length - Width));
        source += Vector128.LessThanOrEqual(source, Vector128.Create((sbyte)point));
        var aligned = Ssse3.Shuffle(digits, source.AsByte());

        // Digits to pairs, pairs to fours, fours to eights.
        var pairs = Ssse3.MultiplyAddAdjacent(aligned, Vector128.Create((short)0x010A).AsSByte());
        var fours = Sse2.MultiplyAddAdjacent(pairs, Vector128.Create(0x0001_0064).AsInt16());
        var eights = Sse2.MultiplyAddAdjacent(Sse41.PackUnsignedSaturate(fours, fours).AsInt16(), Vector128.Create(0x0001_2710).AsInt16());
        var magnitude = ((eights.GetElement(0) * 100_000_000L) + eights.GetElement(1)) / DecimalToDouble.ExactPower(fractionDigits);
        return isNegative ? -magnitude : magnitude;
    }
}
