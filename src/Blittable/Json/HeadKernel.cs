using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Json;

/// <summary>A hash of how a container's text begins: of at most 128 bytes, up to the first bracket that may close it.</summary>
/// <remarks>A sum of products, each word with a factor for its place. It is the same whatever vectors a machine has, since documents must be.</remarks>
internal static unsafe class HeadKernel
{
    /// <summary>Bytes that are hashed at most, and may be read.</summary>
    public const int MaxLength = 2 * Block;

    private const int Block = 64;

    private static readonly Vector512<uint> FirstFactors = Factors(1), SecondFactors = Factors(Vector512<uint>.Count + 1);

    /// <param name="text">The container's opening bracket; its closing one is the character next but one.</param>
    /// <returns>The hash, never 0.</returns>
    public static ulong Hash(byte* text)
    {
        var closing = Vector512.Create((byte)(*text + 2));
        var products = UpTo(closing, Vector512.Load(text), out var isEnd).AsUInt32() * FirstFactors;
        if (!isEnd)
        {
            products += UpTo(closing, Vector512.Load(text + Block), out _).AsUInt32() * SecondFactors;
        }

        return (Vector512.Sum(products) + 1UL) * 0x9E3779B97F4A7C15;
    }

    /// <summary>The bytes before the first that is equal to those of <paramref name="closing"/>, and zeros behind them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<byte> UpTo(Vector512<byte> closing, Vector512<byte> bytes, out bool isEnd)
    {
        var marks = Vector512.Equals(bytes, closing).ExtractMostSignificantBits();
        isEnd = marks != 0;
        return bytes & Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)BitOperations.TrailingZeroCount(marks)));
    }

    private static Vector512<uint> Factors(int first) =>
        ((Vector512<uint>.Indices + Vector512.Create((uint)first)) * Vector512.Create(0x9E3779B1u)) | Vector512<uint>.One;
}
