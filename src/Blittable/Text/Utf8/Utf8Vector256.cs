using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Text;

/// <summary>Two lanes: AVX2.</summary>
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
