using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Text;

namespace Blittable.Json;

/// <summary>A hash of how a container's text begins: of at most 128 bytes, up to the first bracket that may close it.</summary>
/// <remarks>A sum of products, each word with a factor for its place. It does not depend on the machine's vectors, as documents must not.</remarks>
internal static unsafe class HeadKernel
{
    /// <summary>Bytes that are hashed at most, and may be read.</summary>
    public const int MaxLength = 2 * Block;

    private const int Block = 64;

    private static readonly Vector512<uint> FirstFactors = Factors(1), SecondFactors = Factors(Vector512<uint>.Count + 1);

    private static ReadOnlySpan<byte> OnesThenZeros =>
        [
            0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
            0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
            0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
            0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ];

    /// <param name="text">The container's opening bracket; its closing one is the character next but one.</param>
    /// <returns>The hash, never 0.</returns>
    public static ulong Hash(byte* text) => Vector512.IsHardwareAccelerated ? HashWhole(text) : HashHalves(text);

    /// <summary>The twin of the 512-bit path for all other machines.</summary>
    public static ulong HashHalves(byte* text)
    {
        var closing = Vector256.Create((byte)(*text + 2));
        var products = ProductsUpTo(closing, text, FirstFactors, out var isEnd);
        if (!isEnd)
        {
            products += ProductsUpTo(closing, text + Block, SecondFactors, out _);
        }

        return Finish(Vector256.Sum(products));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong HashWhole(byte* text)
    {
        var closing = Vector512.Create((byte)(*text + 2));
        var products = UpTo(closing, Vector512.Load(text), out var isEnd).AsUInt32() * FirstFactors;
        if (!isEnd)
        {
            products += UpTo(closing, Vector512.Load(text + Block), out _).AsUInt32() * SecondFactors;
        }

        return Finish(Vector512.Sum(products));
    }

    private static ulong Finish(uint sum) => (sum + 1UL) * 0x9E3779B97F4A7C15;

    /// <summary>The bytes before the first that is equal to those of <paramref name="closing"/>, and zeros after them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> UpTo(Vector512<byte> closing, Vector512<byte> bytes, out bool isEnd)
    {
        var marks = Vector512.Equals(bytes, closing).ExtractMostSignificantBits();
        isEnd = marks != 0;
        return bytes & Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)BitOperations.TrailingZeroCount(marks)));
    }

    /// <summary>The products of a block's words, in two halves that are added, as far as its bytes stand before the first that is equal to those of
    /// <paramref name="closing"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<uint> ProductsUpTo(Vector256<byte> closing, byte* block, Vector512<uint> factors, out bool isEnd)
    {
        var lower = Vector256.Load(block);
        var upper = Vector256.Load(block + Vector256<byte>.Count);
        var marks = ByteMaskKernel.Of(Vector256.Equals(lower, closing), Vector256.Equals(upper, closing));
        isEnd = marks != 0;

        // Ones as far as that byte and zeros from there on are a part of bytes that begin with as many ones as there may be.
        ref var ones = ref MemoryMarshal.GetReference(OnesThenZeros);
        var start = (nuint)(Block - BitOperations.TrailingZeroCount(marks));
        return (lower & Vector256.LoadUnsafe(ref ones, start)).AsUInt32() * factors.GetLower()
            + (upper & Vector256.LoadUnsafe(ref ones, start + (nuint)Vector256<byte>.Count)).AsUInt32() * factors.GetUpper();
    }

    private static Vector512<uint> Factors(int first) =>
        ((Vector512<uint>.Indices + Vector512.Create((uint)first)) * Vector512.Create(0x9E3779B1u)) | Vector512<uint>.One;
}
