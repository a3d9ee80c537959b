using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Text;

/// <summary>Four lanes: AVX-512 with its instructions on bytes.</summary>
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
