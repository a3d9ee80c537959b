using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Parses common numbers with a fraction, such as <c>-12345.67</c>, without loops and without branches that depend on digits.</summary>
internal static class NumberTextKernel
{
    /// <summary>The maximum length of a text, and the number of bytes loaded from its start.</summary>
    private const int Width = 16;

    /// <summary>The minimum length of a text: two digits and a decimal point.</summary>
    private const int MinLength = 3;

    /// <summary>The index of the negative powers of ten, after the positive powers.</summary>
    private const int Negative = 16;

    public static bool IsSupported => Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian;

    private static ReadOnlySpan<double> Powers =>
    [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
        -1e0, -1e1, -1e2, -1e3, -1e4, -1e5, -1e6, -1e7, -1e8, -1e9, -1e10, -1e11, -1e12, -1e13, -1e14, -1e15,
    ];

    /// <summary>Gets shuffle indexes. From <c>length</c> on, they move a text to the end of a vector, and zero (bit 7) the bytes before its
    /// start. From <c>32 + digits</c> on, they are -1, except for the last <c>digits</c> places.</summary>
    private static ReadOnlySpan<byte> Places =>
    [
        0xF0, 0xF1, 0xF2, 0xF3, 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF,
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    ];

    /// <summary>Determines whether the kernel supports a text length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasLength(int length) => (uint)(length - MinLength) <= Width - MinLength;

    /// <summary>Parses an optional sign, digits, a decimal point and digits. Without the decimal point, the number is below 10^15, an exact double.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="offset">The start of the text.</param>
    /// <param name="length">The length of the text. Any value is allowed.</param>
    /// <returns>The nearest double, or NaN for any other text and for a text that is too long or outside the document. <see cref="NumberText"/> then
    /// determines whether it is a number.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double Parse(ReadOnlySpan<byte> document, int offset, int length)
    {
        if (!HasLength(length))
        {
            return double.NaN;
        }

        return HasRoom(document, offset) ? ParseInside(document, offset, length) : ParseNearEnd(document, offset, length);
    }

    /// <summary>Determines whether the document has all bytes that are loaded from the start of a text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasRoom(ReadOnlySpan<byte> document, int offset) => RawBytes.Fits(document, offset, Width);

    /// <summary>Determines whether a text contains a decimal point or an exponent, without which it can be an integer.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="offset">The start of the text.</param>
    /// <param name="length">The length of the text.</param>
    /// <exception cref="BlittableException">The text ends outside the document.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool HasPointOrExponent(ReadOnlySpan<byte> document, int offset, int length)
    {
        const byte lowercase = 0x20;
        if (!IsSupported || (uint)length > Width || !HasRoom(document, offset))
        {
            return RawBytes.Slice(document, offset, (uint)length).IndexOfAny((byte)'.', (byte)'e', (byte)'E') >= 0;
        }

        var text = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(document), (nuint)(uint)offset);
        var found = Vector128.Equals(text, Vector128.Create((byte)'.')) | Vector128.Equals(text | Vector128.Create(lowercase), Vector128.Create((byte)'e'));
        return (found.ExtractMostSignificantBits() & ((1u << length) - 1)) != 0;
    }

    /// <summary>Implements <see cref="Parse(ReadOnlySpan{byte}, int, int)"/> for a text with a supported length and enough bytes after its start.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static double ParseInside(ReadOnlySpan<byte> document, int offset, int length)
    {
        ref var text = ref Unsafe.Add(ref MemoryMarshal.GetReference(document), (nint)(uint)offset);
        return Parse(ref text, length, Vector128.LoadUnsafe(ref text));
    }

    /// <summary>Implements <see cref="Parse(ReadOnlySpan{byte}, int, int)"/> for a text at the end of the document, as in small documents with a dictionary.
    /// It is loaded with the last vector of the document.</summary>
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

    /// <param name="text">The first byte of the text.</param>
    /// <param name="length">The length of the text.</param>
    /// <param name="characters">The text, followed by any bytes.</param>
    /// <remarks>
    /// Converting the digits is a long dependency chain, which does not wait for the position of the decimal point. For most texts, branch prediction
    /// supplies the number of fraction digits, and execution continues with it.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static double Parse(ref byte text, int length, Vector128<byte> characters)
    {
        // Only digits are below 128 both before and after adding 118.
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

        // The integer part must not be empty or have a leading zero.
        uint first = Unsafe.Add(ref text, sign);
        if (Unsafe.Add(ref text, point) != '.' || (first - '1' > '9' - '1' && (first != '0' || point - sign != 1)))
        {
            return double.NaN;
        }

        // Move the digits to the end of the vector, those before the decimal point by one more place. A sign is less than any digit, so subtraction
        // makes it zero. Bytes before the text also become zero.
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
