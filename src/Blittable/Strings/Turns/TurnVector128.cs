using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>A turn in two vectors: Arm, and x86 without AVX2.</summary>
internal readonly unsafe struct TurnVector128 : ITurnVector<VectorHalves>
{
    public static bool IsSupported => Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static VectorHalves Load(byte* source) => new(Vector128.Load(source), Vector128.Load(source + Vector128<byte>.Count));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static VectorHalves Broadcast(byte value) => new(Vector128.Create(value), Vector128.Create(value));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static VectorHalves Below(int lane)
    {
        var limit = Vector128.Create((sbyte)lane);
        return new(
            Vector128.GreaterThan(limit, Vector128<sbyte>.Indices).AsByte(),
            Vector128.GreaterThan(limit, Vector128<sbyte>.Indices + Vector128.Create((sbyte)Vector128<sbyte>.Count)).AsByte());
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static VectorHalves And(VectorHalves left, VectorHalves right) => new(left.Lower & right.Lower, left.Upper & right.Upper);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static VectorHalves Or(VectorHalves left, VectorHalves right) => new(left.Lower | right.Lower, left.Upper | right.Upper);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static VectorHalves Xor(VectorHalves left, VectorHalves right) => new(left.Lower ^ right.Lower, left.Upper ^ right.Upper);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static VectorHalves Except(VectorHalves left, VectorHalves right) =>
        new(Vector128.AndNot(left.Lower, right.Lower), Vector128.AndNot(left.Upper, right.Upper));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static VectorHalves Not(VectorHalves lanes) => new(~lanes.Lower, ~lanes.Upper);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static VectorHalves Select(VectorHalves condition, VectorHalves left, VectorHalves right) => new(
        Vector128.ConditionalSelect(condition.Lower, left.Lower, right.Lower), Vector128.ConditionalSelect(condition.Upper, left.Upper, right.Upper));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static VectorHalves Equals(VectorHalves left, VectorHalves right) =>
        new(Vector128.Equals(left.Lower, right.Lower), Vector128.Equals(left.Upper, right.Upper));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static VectorHalves AtLeast(VectorHalves left, VectorHalves right) =>
        new(Vector128.GreaterThanOrEqual(left.Lower, right.Lower), Vector128.GreaterThanOrEqual(left.Upper, right.Upper));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static VectorHalves GreaterSigned(VectorHalves left, VectorHalves right) => new(
        Vector128.GreaterThan(left.Lower.AsSByte(), right.Lower.AsSByte()).AsByte(),
        Vector128.GreaterThan(left.Upper.AsSByte(), right.Upper.AsSByte()).AsByte());

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static uint Bits(VectorHalves lanes) => ByteMaskKernel.Of(lanes.Lower, lanes.Upper);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsZero(VectorHalves lanes) => (lanes.Lower | lanes.Upper) == Vector128<byte>.Zero;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static VectorHalves UpperHalves(VectorHalves bytes) => new(bytes.Lower >>> 4, bytes.Upper >>> 4);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static VectorHalves LookUp(Vector256<byte> table, VectorHalves indexes)
    {
        var half = table.GetLower();
        return new(Vector128.ShuffleNative(half, indexes.Lower), Vector128.ShuffleNative(half, indexes.Upper));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static VectorHalves MoveUp(VectorHalves lanes) =>
        new(PartKernel.Align(Vector128<byte>.Zero, lanes.Lower, 15), PartKernel.Align(lanes.Lower, lanes.Upper, 15));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static VectorHalves AreEscaped(VectorHalves text) => new(EscapeKernel.AreEscaped(text.Lower), EscapeKernel.AreEscaped(text.Upper));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void StorePlaces(VectorHalves window, VectorHalves isLiteral, ushort* places)
    {
        var lower = isLiteral.Lower & Vector128<byte>.One;
        var upper = isLiteral.Upper & Vector128<byte>.One;
        var to = (byte*)places;
        PartKernel.InterleaveLower(window.Lower, lower).Store(to);
        PartKernel.InterleaveUpper(window.Lower, lower).Store(to + Vector128<byte>.Count);
        PartKernel.InterleaveLower(window.Upper, upper).Store(to + (2 * Vector128<byte>.Count));
        PartKernel.InterleaveUpper(window.Upper, upper).Store(to + (3 * Vector128<byte>.Count));
    }
}
