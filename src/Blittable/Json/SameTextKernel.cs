using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Text;

namespace Blittable.Json;

/// <summary>Returns the length of the common prefix of two texts, comparing 64 bytes at a time.</summary>
internal static unsafe class SameTextKernel
{
    /// <summary>The number of bytes that must be readable even if the texts are shorter.</summary>
    public const int Step = 64;

    /// <summary>Returns the length of the common prefix, or 0 if the ends of the texts already differ.</summary>
    /// <param name="text">The first text.</param>
    /// <param name="other">The second text.</param>
    /// <param name="length">The length of each text.</param>
    /// <returns><paramref name="length"/> if the texts are equal; otherwise, a smaller number.</returns>
    public static int Length(byte* text, byte* other, int length)
    {
        if (length <= Step)
        {
            return Math.Min(Common(text, other), length);
        }

        // Texts with equal beginnings mostly differ in length, which shifts their ends. Compare the ends first.
        var last = length - Step;
        if (Common(text + last, other + last) < Step)
        {
            return 0;
        }

        for (var at = 0; at < last; at += Step)
        {
            var common = Common(text + at, other + at);
            if (common < Step)
            {
                return at + common;
            }
        }

        return length;
    }

    /// <summary>Returns the number of equal bytes, of 64, before the first difference.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Common(byte* text, byte* other) => Vector512.IsHardwareAccelerated
        ? BitOperations.TrailingZeroCount(~Vector512.Equals(Vector512.Load(text), Vector512.Load(other)).ExtractMostSignificantBits())
        : CommonOfHalves(text, other);

    /// <summary>Compares 64 bytes with 256-bit vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int CommonOfHalves(byte* text, byte* other)
    {
        var lower = Vector256.Equals(Vector256.Load(text), Vector256.Load(other));
        var upper = Vector256.Equals(Vector256.Load(text + Vector256<byte>.Count), Vector256.Load(other + Vector256<byte>.Count));
        return BitOperations.TrailingZeroCount(~ByteMaskKernel.Of(lower, upper));
    }
}

/// <summary>Computes a hash of the beginning of a container's text: of at most 128 bytes, up to the first bracket that may close it.</summary>
/// <remarks>The hash is a sum of products, each word multiplied by a factor for its position. It does not depend on the vector width, as documents must
/// not.</remarks>
internal static unsafe class HeadKernel
{
    /// <summary>The maximum number of bytes hashed. All of them must be readable.</summary>
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

    /// <param name="text">The opening bracket of the container. The character code of the closing bracket is greater by 2.</param>
    /// <returns>The hash, never 0.</returns>
    public static ulong Hash(byte* text) => Vector512.IsHardwareAccelerated ? HashWhole(text) : HashHalves(text);

    /// <summary>Computes the hash with 256-bit vectors.</summary>
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

    /// <summary>Returns the bytes before the first byte that equals <paramref name="closing"/>, followed by zeros.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> UpTo(Vector512<byte> closing, Vector512<byte> bytes, out bool isEnd)
    {
        var marks = Vector512.Equals(bytes, closing).ExtractMostSignificantBits();
        isEnd = marks != 0;
        return bytes & Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)BitOperations.TrailingZeroCount(marks)));
    }

    /// <summary>Returns the products of a block's words as two added halves, counting only the bytes before the first byte that equals
    /// <paramref name="closing"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<uint> ProductsUpTo(Vector256<byte> closing, byte* block, Vector512<uint> factors, out bool isEnd)
    {
        var lower = Vector256.Load(block);
        var upper = Vector256.Load(block + Vector256<byte>.Count);
        var marks = ByteMaskKernel.Of(Vector256.Equals(lower, closing), Vector256.Equals(upper, closing));
        isEnd = marks != 0;

        // The mask is a slice of the constant that starts with as many ones as there are bytes before the closing bracket.
        ref var ones = ref MemoryMarshal.GetReference(OnesThenZeros);
        var start = (nuint)(Block - BitOperations.TrailingZeroCount(marks));
        return (lower & Vector256.LoadUnsafe(ref ones, start)).AsUInt32() * factors.GetLower()
            + (upper & Vector256.LoadUnsafe(ref ones, start + (nuint)Vector256<byte>.Count)).AsUInt32() * factors.GetUpper();
    }

    private static Vector512<uint> Factors(int first) =>
        ((Vector512<uint>.Indices + Vector512.Create((uint)first)) * Vector512.Create(0x9E3779B1u)) | Vector512<uint>.One;
}
