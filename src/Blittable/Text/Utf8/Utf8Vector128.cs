using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Text;

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
