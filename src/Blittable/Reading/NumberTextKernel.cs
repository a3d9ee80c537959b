using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Reads the text of a common number with a fraction, such as <c>-12345.67</c>, without a loop or a branch that depends on its digits.</summary>
internal static class NumberTextKernel
{
    /// <summary>The longest text, and the bytes that are read from its start.</summary>
    private const int Width = 16;

    /// <summary>The shortest text: two digits and a point.</summary>
    private const int MinLength = 3;

    /// <summary>Where the negative powers of ten stand, after the positive ones.</summary>
    private const int Negative = 16;

    public static bool IsSupported => Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian;

    private static ReadOnlySpan<double> Powers =>
    [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
        -1e0, -1e1, -1e2, -1e3, -1e4, -1e5, -1e6, -1e7, -1e8, -1e9, -1e10, -1e11, -1e12, -1e13, -1e14, -1e15,
    ];

    /// <summary>Shuffle indexes. From <c>length</c> on: those that move a text to the end of a vector, none (bit 7) before its
    /// start. From <c>32 + digits</c> on: one less for all places but the last so many.</summary>
    private static ReadOnlySpan<byte> Places =>
    [
        0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF,
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ];

    /// <summary>Determines whether a text of this length can be such a one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasLength(int length) => (uint)(length - MinLength) <= Width - MinLength;

    /// <summary>Reads a text of digits, a point and digits, after a sign or not. Their number without the point is below 10^15, so it is a double.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="offset">Where the text starts.</param>
    /// <param name="length">Its length; may be any number.</param>
    /// <returns>The nearest double; NaN for any other text, and for one that is too long or not in the document: <see cref="NumberText"/> then says
    /// whether it is a number.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Parse(ReadOnlySpan<byte> document, int offset, int length)
    {
        if (!HasLength(length))
        {
            return double.NaN;
        }

        return HasRoom(document, offset) ? ParseInside(document, offset, length) : ParseNearEnd(document, offset, length);
    }

    /// <summary>Determines whether all bytes that are read from a text's start on are there.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasRoom(ReadOnlySpan<byte> document, int offset) => RawBytes.Fits(document, offset, Width);

    /// <summary><see cref="Parse(ReadOnlySpan{byte}, int, int)"/> of a text that has such a length and room.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double ParseInside(ReadOnlySpan<byte> document, int offset, int length)
    {
        ref var text = ref Unsafe.Add(ref MemoryMarshal.GetReference(document), (nint)(uint)offset);
        return Parse(ref text, length, Vector128.LoadUnsafe(ref text));
    }

    /// <summary>The same for a text among the last bytes, as small documents with a dictionary have them: the vector that ends with the document
    /// holds it.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static double ParseNearEnd(ReadOnlySpan<byte> document, int offset, int length)
    {
        var last = document.Length - Width;
        if (last < 0 || !RawBytes.Fits(document, offset, length))
        {
            return double.NaN;
        }

        ref var text = ref Unsafe.Add(ref MemoryMarshal.GetReference(document), (nint)(uint)offset);
        var window = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(document), (nuint)(uint)last);
        return Parse(ref text, length, Vector128.ShuffleNative(window, Vector128<byte>.Indices + Vector128.Create((byte)(offset - last))));
    }

    /// <param name="text">The text's first byte.</param>
    /// <param name="length">Its length.</param>
    /// <param name="characters">The text, and any bytes after it.</param>
    /// <remarks>
    /// Converting the digits takes many steps, each of which waits for the one before. They do not wait for the place of the point: a branch foresees
    /// how many digits follow it in most texts, and continues with that number.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double Parse(ref byte text, int length, Vector128<byte> characters)
    {
        // Only digits stay below 128 when 118 is added, and were below before.
        var differences = characters - Vector128.Create((byte)'0');
        var end = 1u << length;
        var others = (differences | (differences + Vector128.Create((byte)118))).ExtractMostSignificantBits() & (end - 1);
        var sign = text == '-' ? 1 : 0;
        others ^= (uint)sign;
        var point = length - 2;
        if (others != end >> 2)
        {
            point = length - 3;
            if (others != end >> 3)
            {
                point = BitOperations.TrailingZeroCount(others);
                if (others != 1u << point || point == length - 1)
                {
                    return double.NaN;
                }
            }
        }

        // No digit may be missing before the point, nor follow a zero there.
        uint first = Unsafe.Add(ref text, sign);
        if (Unsafe.Add(ref text, point) != '.' || (first - '1' > '9' - '1' && (first != '0' || point - sign != 1)))
        {
            return double.NaN;
        }

        // The digits go to the end of the vector, those before the point one place further; a sign, being less than any digit, and what stands before
        // become zero.
        var fractionDigits = length - 1 - point;
        ref var places = ref MemoryMarshal.GetReference(Places);
        var source = Vector128.LoadUnsafe(ref places, (nuint)(uint)length) + Vector128.LoadUnsafe(ref places, (nuint)(uint)(2 * Width + fractionDigits));
        var aligned = Vector128.ShuffleNative(Vector128.SubtractSaturate(characters, Vector128.Create((byte)'0')), source);
        var numbers = DigitKernel.ToEights(aligned);
        var eights = Sse2.IsSupported
            ? Sse2.ConvertToVector128Double(numbers.AsInt32())
            : Vector128.ConvertToDouble(Vector128.WidenLower(numbers));
        var magnitude = double.MultiplyAddEstimate(eights.GetElement(0), 1e8, eights.GetElement(1));
        return magnitude / Unsafe.Add(ref MemoryMarshal.GetReference(Powers), (nint)(uint)(fractionDigits | (sign * Negative)));
    }
}
