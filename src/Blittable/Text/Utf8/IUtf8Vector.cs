using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Text;

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
