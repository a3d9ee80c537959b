using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>Loads the last bytes of a text into a vector, with zeros behind them; what lies there is not read.</summary>
/// <remarks>No copy through memory: a vector that is loaded from bytes just stored would wait for them.</remarks>
internal static class PartKernel
{
    /// <summary>Sixteen places, and then none: loaded n bytes further, it moves a vector down by n.</summary>
    private static ReadOnlySpan<byte> Moves =>
    [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
    ];

    /// <summary>The bytes of a vector from a place on, and zeros.</summary>
    /// <param name="vector">The vector.</param>
    /// <param name="count">The place, at most 16.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> MoveDown(Vector128<byte> vector, int count) =>
        Vector128.ShuffleNative(vector, Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(Moves), (nuint)(uint)count));

    /// <summary>Up to 32 bytes of a text.</summary>
    /// <param name="text">The text. Bytes in front of the vector are not read.</param>
    /// <param name="start">Where the vector begins.</param>
    /// <param name="count">How many there are, or more than 32; none if it is not positive.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Load256(ref byte text, int start, int count)
    {
        if (count <= 0)
        {
            return Vector256<byte>.Zero;
        }

        ref var source = ref Unsafe.Add(ref text, start);
        return count >= Vector256<byte>.Count ? Vector256.LoadUnsafe(ref source)
            : Avx512BW.VL.IsSupported ? LoadMasked(ref source, count)
            : count > Vector128<byte>.Count ? Vector256.Create(Vector128.LoadUnsafe(ref source), LoadBehind(ref source, count))
            : Vector256.Create(Load128(ref source, count), Vector128<byte>.Zero);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe Vector256<byte> LoadMasked(ref byte source, int count)
    {
        fixed (byte* address = &source)
        {
            var isThere = Vector256.GreaterThan(Vector256.Create((sbyte)count), Vector256<sbyte>.Indices).AsByte();
            return Avx512BW.VL.MaskLoad(address, isThere, Vector256<byte>.Zero);
        }
    }

    /// <summary>The second sixteen of 17 to 31 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> LoadBehind(ref byte source, int count) =>
        MoveDown(Vector128.LoadUnsafe(ref source, (nuint)(uint)(count - Vector128<byte>.Count)), (2 * Vector128<byte>.Count) - count);

    /// <summary>Up to 16 bytes.</summary>
    /// <param name="source">Where they begin.</param>
    /// <param name="count">How many there are, at least one, or more than 16.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Load128(ref byte source, int count) =>
        count >= Vector128<byte>.Count ? Vector128.LoadUnsafe(ref source) : LoadShort(ref source, count);

    private static unsafe Vector128<byte> LoadShort(ref byte source, int count)
    {
        fixed (byte* address = &source)
        {
            return PartialLoadKernel.Load128(address, count);
        }
    }
}
