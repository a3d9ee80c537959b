using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Layout;

/// <summary>Computes a 64-bit hash of bytes with a secret seed. Each step multiplies sixteen bytes and folds the 128-bit product, as wyhash
/// does.</summary>
/// <remarks>The hash is never stored, and depends on the byte order of the machine.</remarks>
internal static class SeededHash
{
    private const ulong OddA = 0x9E3779B97F4A7C15, OddB = 0xD6E8FEB86659FD93, OddC = 0xA0761D6478BD642F;

    /// <summary>The number of bytes hashed in parallel in a long text, so no multiplication depends on the previous one.</summary>
    private const int Stripe = 48;

    /// <summary>The maximum size in bytes of a text that <see cref="OfEnds"/> hashes without a loop.</summary>
    private const int MaxAtOnce = 64;

    /// <summary>The maximum size in bytes of a text that <see cref="OfEnds"/> hashes completely.</summary>
    private const int MaxWhole = 256;

    public static ulong Of(ReadOnlySpan<byte> bytes, ulong seed)
    {
        ref var first = ref MemoryMarshal.GetReference(bytes);
        var length = (nint)bytes.Length;
        var secret = seed ^ OddB;
        var hash = Fold(seed ^ OddA, (ulong)length ^ OddB);
        ulong low, high;
        if (length >= 16)
        {
            var last = length - 16;
            nint at = 0;
            if (last > Stripe)
            {
                var second = hash ^ OddB;
                var third = hash ^ OddC;
                do
                {
                    hash = Fold(Word(ref first, at) ^ OddA ^ hash, Word(ref first, at + 8) ^ secret);
                    second = Fold(Word(ref first, at + 16) ^ OddB ^ second, Word(ref first, at + 24) ^ secret);
                    third = Fold(Word(ref first, at + 32) ^ OddC ^ third, Word(ref first, at + 40) ^ secret);
                    at += Stripe;
                }
                while (at < last - Stripe);
                hash ^= Fold(second ^ OddA, third ^ secret);
            }

            for (; at < last; at += 16)
            {
                hash = Fold(Word(ref first, at) ^ OddA ^ hash, Word(ref first, at + 8) ^ secret);
            }

            low = Word(ref first, last);
            high = Word(ref first, last + 8);
        }
        else if (length >= 8)
        {
            low = Word(ref first, 0);
            high = Word(ref first, length - 8);
        }
        else if (length >= 4)
        {
            low = Unsafe.ReadUnaligned<uint>(ref first);
            high = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref first, length - 4));
        }
        else
        {
            low = length == 0 ? 0UL : first | (ulong)Unsafe.Add(ref first, length >> 1) << 8 | (ulong)Unsafe.Add(ref first, length - 1) << 16;
            high = 0;
        }

        return Fold(low ^ OddA ^ hash, high ^ secret);
    }

    /// <summary>Hashes a text. For a text longer than <see cref="MaxWhole"/>, only the length and the first and last bytes are hashed.</summary>
    /// <remarks>
    /// Intended for tables that compare the text they find and store one value per hash. Long texts that differ only in the middle displace each other.
    /// The result differs from <see cref="Of"/>, because the products of a short text do not depend on each other.
    /// </remarks>
    public static ulong OfEnds(ReadOnlySpan<byte> bytes, ulong seed) => bytes.Length <= MaxWhole ? OfWhole(bytes, seed)
        : Fold(Of(bytes[..Stripe], seed ^ (uint)bytes.Length), Of(bytes[^Stripe..], seed));

    /// <summary>Hashes all bytes of a text. For a short text, the result equals <see cref="OfEnds"/>.</summary>
    public static ulong OfWhole(ReadOnlySpan<byte> bytes, ulong seed) =>
        bytes.Length is > sizeof(ulong) and <= MaxAtOnce ? AtOnce(bytes, seed) : Of(bytes, seed);

    /// <summary>Hashes a text of 9 to <see cref="MaxAtOnce"/> bytes: one product of the first and the last word, and one for each further 16 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong AtOnce(ReadOnlySpan<byte> bytes, ulong seed)
    {
        ref var first = ref MemoryMarshal.GetReference(bytes);
        var length = (nint)bytes.Length;
        var secret = seed ^ OddB ^ ((ulong)length * OddC);
        var last = length - sizeof(ulong);
        var hash = Fold(Word(ref first, 0) ^ seed ^ OddA, Word(ref first, last) ^ secret);
        if (length > 16)
        {
            // Each product has its own constants. Otherwise, two products of the same words in swapped order would cancel each other out.
            hash ^= Fold(Word(ref first, 8) ^ seed ^ OddC, Word(ref first, last - 8) ^ secret);
            if (length > 32)
            {
                hash ^= Fold(Word(ref first, 16) ^ seed ^ OddB, Word(ref first, last - 16) ^ secret);
                hash ^= Fold(Word(ref first, 24) ^ seed ^ ~OddA, Word(ref first, last - 24) ^ secret);
            }
        }

        return hash;
    }

    /// <summary>Mixes two words by combining the halves of their 128-bit product.</summary>
    /// <remarks>Two multiplications are faster than one that returns both halves, because the compiler passes the lower half through memory.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Fold(ulong a, ulong b) => (Bmi2.X64.IsSupported ? Bmi2.X64.MultiplyNoFlags(a, b) : Math.BigMul(a, b, out _)) ^ (a * b);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Word(ref byte first, nint offset) => Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref first, offset));
}

/// <summary>Compares byte arrays, and spans with byte arrays for lookups. The hash seed is random per process.</summary>
internal sealed class Utf8Comparer : IEqualityComparer<byte[]>, IAlternateEqualityComparer<ReadOnlySpan<byte>, byte[]>
{
    public static readonly Utf8Comparer Instance = new();

    private static readonly ulong s_seed = (ulong)Random.Shared.NextInt64();

    public byte[] Create(ReadOnlySpan<byte> alternate) => alternate.ToArray();

    public bool Equals(ReadOnlySpan<byte> alternate, byte[] other) => alternate.SequenceEqual(other);

    public int GetHashCode(ReadOnlySpan<byte> alternate) => SeededHash.Of(alternate, s_seed).GetHashCode();

    public bool Equals(byte[]? x, byte[]? y) => x.AsSpan().SequenceEqual(y);

    public int GetHashCode([DisallowNull] byte[] obj) => GetHashCode(obj.AsSpan());
}
