using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Text;

/// <summary>Validates UTF-8 by table lookup, a vector at a time. One implementation for all vector widths.</summary>
/// <remarks>
/// The algorithm is by Keiser and Lemire (Validating UTF-8 In Less Than One Instruction Per Byte, 2021). All errors except for a missing third
/// or fourth byte are visible in twelve bits: the previous byte and the upper half of the current byte. Three tables, one for each
/// four bits, specify the errors that are possible with these bits. An error exists if all three agree. The last bit, two consecutive
/// continuation bytes, is not an error, but must be set exactly after the lead bytes of long sequences.
/// </remarks>
internal static class Utf8Kernel<TVector, TOperations>
    where TVector : struct
    where TOperations : struct, IUtf8Vector<TVector>
{
    private const byte TooShort = 0x01;
    private const byte TooLong = 0x02;
    private const byte OverlongOf3 = 0x04;
    private const byte TooLarge = 0x08;
    private const byte Surrogate = 0x10;
    private const byte OverlongOf2 = 0x20;
    private const byte TooLargeOrOverlongOf4 = 0x40;
    private const byte TwoContinuations = 0x80;

    /// <summary>The errors that do not depend on the lower half of the first byte.</summary>
    private const byte AnyLow = TooShort | TooLong | TwoContinuations;

    private static ReadOnlySpan<byte> FirstHigh =>
    [
        TooLong, TooLong, TooLong, TooLong, TooLong, TooLong, TooLong, TooLong,
        TwoContinuations, TwoContinuations, TwoContinuations, TwoContinuations,
        TooShort | OverlongOf2, TooShort, TooShort | OverlongOf3 | Surrogate, TooShort | TooLarge | TooLargeOrOverlongOf4,
    ];

    private static ReadOnlySpan<byte> FirstLow =>
    [
        AnyLow | OverlongOf2 | OverlongOf3 | TooLargeOrOverlongOf4, AnyLow | OverlongOf2, AnyLow, AnyLow,
        AnyLow | TooLarge, AnyLow | TooLarge | TooLargeOrOverlongOf4, AnyLow | TooLarge | TooLargeOrOverlongOf4, AnyLow | TooLarge | TooLargeOrOverlongOf4,
        AnyLow | TooLarge | TooLargeOrOverlongOf4, AnyLow | TooLarge | TooLargeOrOverlongOf4,
        AnyLow | TooLarge | TooLargeOrOverlongOf4, AnyLow | TooLarge | TooLargeOrOverlongOf4,
        AnyLow | TooLarge | TooLargeOrOverlongOf4, AnyLow | TooLarge | TooLargeOrOverlongOf4 | Surrogate,
        AnyLow | TooLarge | TooLargeOrOverlongOf4, AnyLow | TooLarge | TooLargeOrOverlongOf4,
    ];

    private static ReadOnlySpan<byte> SecondHigh =>
    [
        TooShort, TooShort, TooShort, TooShort, TooShort, TooShort, TooShort, TooShort,
        TooLong | OverlongOf2 | TwoContinuations | OverlongOf3 | TooLargeOrOverlongOf4,
        TooLong | OverlongOf2 | TwoContinuations | OverlongOf3 | TooLarge,
        TooLong | OverlongOf2 | TwoContinuations | Surrogate | TooLarge,
        TooLong | OverlongOf2 | TwoContinuations | Surrogate | TooLarge,
        TooShort, TooShort, TooShort, TooShort,
    ];

    public static bool IsValid(ref byte text, nuint length)
    {
        var width = (nuint)TOperations.Width;
        TVector previous = default, open = default, faults = default;
        nuint i = 0;
        for (; length - i >= 4 * width && length >= 4 * width; i += 4 * width)
        {
            var a = TOperations.Load(ref Unsafe.Add(ref text, i));
            var b = TOperations.Load(ref Unsafe.Add(ref text, i + width));
            var c = TOperations.Load(ref Unsafe.Add(ref text, i + 2 * width));
            var d = TOperations.Load(ref Unsafe.Add(ref text, i + 3 * width));
            if (TOperations.IsAscii(TOperations.Or(TOperations.Or(a, b), TOperations.Or(c, d))))
            {
                faults = TOperations.Or(faults, open);
                open = default;
            }
            else
            {
                faults = TOperations.Or(faults, TOperations.Or(
                    TOperations.Or(Faults(previous, a), Faults(a, b)),
                    TOperations.Or(Faults(b, c), Faults(c, d))));
                open = TOperations.OpenSequences(d);
            }

            previous = d;
        }

        for (; length - i >= width; i += width)
        {
            var next = TOperations.Load(ref Unsafe.Add(ref text, i));
            faults = TOperations.Or(faults, Faults(previous, next));
            open = TOperations.OpenSequences(next);
            previous = next;
        }

        if (i < length)
        {
            // The zeros after the last byte reveal an incomplete sequence.
            open = Faults(previous, TOperations.LoadPart(ref Unsafe.Add(ref text, i), (int)(length - i)));
        }

        return TOperations.IsZero(TOperations.Or(faults, open));
    }

    /// <summary>Returns zero bytes at positions where <paramref name="current"/> is a valid continuation of <paramref name="previous"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static TVector Faults(TVector previous, TVector current)
    {
        var before = TOperations.MoveUp(previous, current, 15);
        var faults = TOperations.And(
            TOperations.And(
                TOperations.LookUp(TOperations.Table(FirstHigh), TOperations.UpperHalves(before)),
                TOperations.LookUp(TOperations.Table(FirstLow), TOperations.And(before, TOperations.Broadcast(0x0F)))),
            TOperations.LookUp(TOperations.Table(SecondHigh), TOperations.UpperHalves(current)));

        // Set the top bit if the byte two positions back is the lead byte of a three- or four-byte sequence (0xE0 or more).
        // Also set it if the byte three positions back is the lead byte of a four-byte sequence (0xF0 or more).
        var third = TOperations.SubtractSaturate(TOperations.MoveUp(previous, current, 14), TOperations.Broadcast(0xE0 - 0x80));
        var fourth = TOperations.SubtractSaturate(TOperations.MoveUp(previous, current, 13), TOperations.Broadcast(0xF0 - 0x80));
        return TOperations.Xor(TOperations.And(TOperations.Or(third, fourth), TOperations.Broadcast(0x80)), faults);
    }
}

/// <summary>Defines the operations of <see cref="Utf8Kernel{TVector, TOperations}"/> for a vector width. Tables are looked up in 16-byte lanes.</summary>
internal interface IUtf8Vector<TVector>
{
    /// <summary>Gets the size of a vector in bytes.</summary>
    static abstract int Width { get; }

    static abstract TVector Broadcast(byte value);

    /// <summary>Returns the 16 bytes of a table in every lane.</summary>
    static abstract TVector Table(ReadOnlySpan<byte> bytes);

    static abstract TVector Load(ref byte source);

    /// <summary>Loads the first <paramref name="length"/> bytes, fewer than a vector has, padded with zeros. Reads no other bytes.</summary>
    static abstract TVector LoadPart(ref byte source, int length);

    static abstract TVector And(TVector left, TVector right);

    static abstract TVector Or(TVector left, TVector right);

    static abstract TVector Xor(TVector left, TVector right);

    /// <summary>Subtracts bytes. Negative differences become zero.</summary>
    static abstract TVector SubtractSaturate(TVector left, TVector right);

    /// <summary>Returns the upper four bits of each byte as a number.</summary>
    static abstract TVector UpperHalves(TVector value);

    /// <summary>Returns the byte of <paramref name="table"/> for each index below 16, in the lane of the index.</summary>
    static abstract TVector LookUp(TVector table, TVector indexes);

    /// <summary>Moves <paramref name="current"/> up by a few bytes, and inserts the last bytes of <paramref name="previous"/> before it.</summary>
    /// <param name="previous">The previous vector.</param>
    /// <param name="current">The vector.</param>
    /// <param name="first">The index in a lane of the byte that becomes the first: 15 to move up by one, 14 by two, 13 by three.</param>
    static abstract TVector MoveUp(TVector previous, TVector current, [ConstantExpected(Min = 13, Max = 15)] byte first);

    /// <summary>Returns the amounts by which the last three bytes exceed the largest bytes that leave no sequence open: 0xEF, 0xDF, 0xBF.</summary>
    static abstract TVector OpenSequences(TVector value);

    static abstract bool IsAscii(TVector value);

    static abstract bool IsZero(TVector value);
}

/// <summary>Implements the operations with one lane: SSE, Arm and WebAssembly.</summary>
internal readonly struct Utf8Vector128 : IUtf8Vector<Vector128<byte>>
{
    public static int Width => Vector128<byte>.Count;

    private static ReadOnlySpan<byte> Greatest =>
    [
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xEF, 0xDF, 0xBF,
    ];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Broadcast(byte value) => Vector128.Create(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Table(ReadOnlySpan<byte> bytes) => Vector128.Create(bytes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Load(ref byte source) => Vector128.LoadUnsafe(ref source);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LoadPart(ref byte source, int length) => PartKernel.Load128(ref source, length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> And(Vector128<byte> left, Vector128<byte> right) => left & right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Or(Vector128<byte> left, Vector128<byte> right) => left | right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Xor(Vector128<byte> left, Vector128<byte> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> SubtractSaturate(Vector128<byte> left, Vector128<byte> right) => Vector128.SubtractSaturate(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> UpperHalves(Vector128<byte> value) =>
        Vector128.ShiftRightLogical(value.AsUInt16(), 4).AsByte() & Vector128.Create((byte)0x0F);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LookUp(Vector128<byte> table, Vector128<byte> indexes) => Vector128.ShuffleNative(table, indexes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> MoveUp(Vector128<byte> previous, Vector128<byte> current, [ConstantExpected(Min = 13, Max = 15)] byte first) =>
        PartKernel.Align(previous, current, first);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> OpenSequences(Vector128<byte> value) => Vector128.SubtractSaturate(value, Vector128.Create(Greatest));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsAscii(Vector128<byte> value) => value.ExtractMostSignificantBits() == 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsZero(Vector128<byte> value) => value == Vector128<byte>.Zero;
}

/// <summary>Implements the operations with two lanes: AVX2.</summary>
internal readonly struct Utf8Vector256 : IUtf8Vector<Vector256<byte>>
{
    public static int Width => Vector256<byte>.Count;

    private static ReadOnlySpan<byte> Greatest =>
    [
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xEF, 0xDF, 0xBF,
    ];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Broadcast(byte value) => Vector256.Create(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Table(ReadOnlySpan<byte> bytes) => Vector256.Create(Vector128.Create(bytes));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Load(ref byte source) => Vector256.LoadUnsafe(ref source);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> LoadPart(ref byte source, int length) => PartKernel.Load256(ref source, length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> And(Vector256<byte> left, Vector256<byte> right) => left & right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Or(Vector256<byte> left, Vector256<byte> right) => left | right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Xor(Vector256<byte> left, Vector256<byte> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> SubtractSaturate(Vector256<byte> left, Vector256<byte> right) => Vector256.SubtractSaturate(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> UpperHalves(Vector256<byte> value) =>
        Vector256.ShiftRightLogical(value.AsUInt16(), 4).AsByte() & Vector256.Create((byte)0x0F);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> LookUp(Vector256<byte> table, Vector256<byte> indexes) => Avx2.Shuffle(table, indexes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> MoveUp(Vector256<byte> previous, Vector256<byte> current, [ConstantExpected(Min = 13, Max = 15)] byte first) =>
        Avx2.AlignRight(current, Avx2.Permute2x128(previous, current, 0x21), first);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> OpenSequences(Vector256<byte> value) => Vector256.SubtractSaturate(value, Vector256.Create(Greatest));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsAscii(Vector256<byte> value) => value.ExtractMostSignificantBits() == 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsZero(Vector256<byte> value) => value == Vector256<byte>.Zero;
}

/// <summary>Implements the operations with four lanes: AVX-512 with byte instructions.</summary>
internal readonly struct Utf8Vector512 : IUtf8Vector<Vector512<byte>>
{
    public static bool IsSupported => Vector512.IsHardwareAccelerated && Avx512BW.IsSupported;

    public static int Width => Vector512<byte>.Count;

    private static ReadOnlySpan<byte> Greatest =>
    [
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xEF, 0xDF, 0xBF,
    ];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Broadcast(byte value) => Vector512.Create(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Table(ReadOnlySpan<byte> bytes) => Vector512.Create(Vector128.Create(bytes));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Load(ref byte source) => Vector512.LoadUnsafe(ref source);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> LoadPart(ref byte source, int length) => PartKernel.Load512(ref source, length);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> And(Vector512<byte> left, Vector512<byte> right) => left & right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Or(Vector512<byte> left, Vector512<byte> right) => left | right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Xor(Vector512<byte> left, Vector512<byte> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> SubtractSaturate(Vector512<byte> left, Vector512<byte> right) => Vector512.SubtractSaturate(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> UpperHalves(Vector512<byte> value) =>
        Vector512.ShiftRightLogical(value.AsUInt16(), 4).AsByte() & Vector512.Create((byte)0x0F);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> LookUp(Vector512<byte> table, Vector512<byte> indexes) => Avx512BW.Shuffle(table, indexes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> MoveUp(Vector512<byte> previous, Vector512<byte> current, [ConstantExpected(Min = 13, Max = 15)] byte first) =>
        Avx512BW.AlignRight(current, Avx512F.AlignRight64(current.AsUInt64(), previous.AsUInt64(), 6).AsByte(), first);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> OpenSequences(Vector512<byte> value) => Vector512.SubtractSaturate(value, Vector512.Create(Greatest));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsAscii(Vector512<byte> value) => value.ExtractMostSignificantBits() == 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsZero(Vector512<byte> value) => value == Vector512<byte>.Zero;
}
