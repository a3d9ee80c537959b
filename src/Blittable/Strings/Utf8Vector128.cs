using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>One lane: SSE, Arm and WebAssembly.</summary>
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
    public static Vector128<byte> LoadPart(ref byte source, int length)
    {
        var padded = Vector128<byte>.Zero;
        Unsafe.CopyBlockUnaligned(ref Unsafe.As<Vector128<byte>, byte>(ref padded), ref source, (uint)length);
        return padded;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> And(Vector128<byte> left, Vector128<byte> right) => left & right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Or(Vector128<byte> left, Vector128<byte> right) => left | right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Xor(Vector128<byte> left, Vector128<byte> right) => left ^ right;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> SubtractSaturate(Vector128<byte> left, Vector128<byte> right) => Vector128.SubtractSaturate(left, right);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> HighNibbles(Vector128<byte> value) =>
        Vector128.ShiftRightLogical(value.AsUInt16(), 4).AsByte() & Vector128.Create((byte)0x0F);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> LookUp(Vector128<byte> table, Vector128<byte> indexes) => Vector128.ShuffleNative(table, indexes);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Previous1(Vector128<byte> previous, Vector128<byte> current) => AdvSimd.IsSupported
        ? AdvSimd.ExtractVector128(previous, current, 15)
        : Sse2.IsSupported
        ? Sse2.ShiftLeftLogical128BitLane(current, 1) | Sse2.ShiftRightLogical128BitLane(previous, 15)
        : Vector128.Shuffle(current, Vector128.Create((byte)0xFF, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14))
            | Vector128.Shuffle(previous, Vector128.Create((byte)15, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Previous2(Vector128<byte> previous, Vector128<byte> current) => AdvSimd.IsSupported
        ? AdvSimd.ExtractVector128(previous, current, 14)
        : Sse2.IsSupported
        ? Sse2.ShiftLeftLogical128BitLane(current, 2) | Sse2.ShiftRightLogical128BitLane(previous, 14)
        : Vector128.Shuffle(current, Vector128.Create((byte)0xFF, 0xFF, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13))
            | Vector128.Shuffle(previous, Vector128.Create((byte)14, 15, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Previous3(Vector128<byte> previous, Vector128<byte> current) => AdvSimd.IsSupported
        ? AdvSimd.ExtractVector128(previous, current, 13)
        : Sse2.IsSupported
        ? Sse2.ShiftLeftLogical128BitLane(current, 3) | Sse2.ShiftRightLogical128BitLane(previous, 13)
        : Vector128.Shuffle(current, Vector128.Create((byte)0xFF, 0xFF, 0xFF, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))
            | Vector128.Shuffle(previous, Vector128.Create((byte)13, 14, 15, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> OpenSequences(Vector128<byte> value) => Vector128.SubtractSaturate(value, Vector128.Create(Greatest));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsAscii(Vector128<byte> value) => value.ExtractMostSignificantBits() == 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsZero(Vector128<byte> value) => value == Vector128<byte>.Zero;
}
