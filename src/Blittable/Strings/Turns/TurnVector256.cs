using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>A turn in one vector: AVX2.</summary>
internal readonly unsafe struct TurnVector256 : ITurnVector<Vector256<byte>>
{
    public static bool IsSupported => Avx2.IsSupported;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Load(byte* source) => Vector256.Load(source);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Broadcast(byte value) => Vector256.Create(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Below(int lane) => Vector256.GreaterThan(Vector256.Create((sbyte)lane), Vector256<sbyte>.Indices).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> And(Vector256<byte> left, Vector256<byte> right) => left & right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Or(Vector256<byte> left, Vector256<byte> right) => left | right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Xor(Vector256<byte> left, Vector256<byte> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Except(Vector256<byte> left, Vector256<byte> right) => Vector256.AndNot(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Not(Vector256<byte> lanes) => ~lanes;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Select(Vector256<byte> condition, Vector256<byte> left, Vector256<byte> right) =>
        Vector256.ConditionalSelect(condition, left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Equals(Vector256<byte> left, Vector256<byte> right) => Vector256.Equals(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> AtLeast(Vector256<byte> left, Vector256<byte> right) => Vector256.GreaterThanOrEqual(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> GreaterSigned(Vector256<byte> left, Vector256<byte> right) => Vector256.GreaterThan(left.AsSByte(), right.AsSByte()).AsByte();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Bits(Vector256<byte> lanes) => lanes.ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsZero(Vector256<byte> lanes) => lanes == Vector256<byte>.Zero;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> UpperHalves(Vector256<byte> bytes) => (bytes.AsUInt16() >>> 4).AsByte() & Vector256.Create((byte)0x0F);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> LookUp(Vector256<byte> table, Vector256<byte> indexes) => Avx2.Shuffle(table, indexes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> MoveUp(Vector256<byte> lanes) => Avx2.AlignRight(lanes, Avx2.Permute2x128(lanes, lanes, 0x08), 15);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> AreEscaped(Vector256<byte> text) => EscapeKernel.AreEscaped(text);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StorePlaces(Vector256<byte> window, Vector256<byte> isLiteral, ushort* places)
    {
        // Interleaving works within halves of vectors.
        var plane = isLiteral & Vector256<byte>.One;
        var low = Avx2.UnpackLow(window, plane);
        var high = Avx2.UnpackHigh(window, plane);
        Avx2.Permute2x128(low, high, 0x20).Store((byte*)places);
        Avx2.Permute2x128(low, high, 0x31).Store((byte*)places + Vector256<byte>.Count);
    }
}
