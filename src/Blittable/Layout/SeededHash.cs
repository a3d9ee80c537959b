using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Layout;

/// <summary>A 64-bit hash of bytes under a secret seed: multiply, fold the 128-bit product, sixteen bytes a step (the construction of wyhash).</summary>
/// <remarks>The hash is never stored, and differs with the machine's byte order.</remarks>
internal static class SeededHash
{
    private const ulong OddA = 0x9E3779B97F4A7C15, OddB = 0xD6E8FEB86659FD93, OddC = 0xA0761D6478BD642F;

    /// <summary>Bytes of a long text that are hashed side by side, so that no multiplication waits for the one before.</summary>
    private const int Stripe = 48;

    /// <summary>Bytes of the longest text that <see cref="OfEnds"/> hashes without a loop.</summary>
    private const int MaxAtOnce = 64;

    /// <summary>Bytes of the longest text of which <see cref="OfEnds"/> takes all.</summary>
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

    /// <summary>A hash of a text, of one longer than <see cref="MaxWhole"/> only of its length and of its first and last bytes.</summary>
    /// <remarks>
    /// For tables that compare what they find and keep one value of a hash: long texts that differ in their middle alone displace each other there.
    /// Not the same as <see cref="Of"/>: of short texts no product waits for another.
    /// </remarks>
    public static ulong OfEnds(ReadOnlySpan<byte> bytes, ulong seed) => bytes.Length <= MaxWhole ? OfWhole(bytes, seed)
        : Fold(Of(bytes[..Stripe], seed ^ (uint)bytes.Length), Of(bytes[^Stripe..], seed));

    /// <summary>A hash of all of a text, of a short one the same as <see cref="OfEnds"/>.</summary>
    public static ulong OfWhole(ReadOnlySpan<byte> bytes, ulong seed) =>
        bytes.Length is > sizeof(ulong) and <= MaxAtOnce ? AtOnce(bytes, seed) : Of(bytes, seed);

    /// <summary>A hash of a text of 9 to <see cref="MaxAtOnce"/> bytes: a product of its first and its last word, and one more for each 16 bytes.</summary>
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
            // Each product has constants of its own: two of the same words in turn would cancel each other out.
            hash ^= Fold(Word(ref first, 8) ^ seed ^ OddC, Word(ref first, last - 8) ^ secret);
            if (length > 32)
            {
                hash ^= Fold(Word(ref first, 16) ^ seed ^ OddB, Word(ref first, last - 16) ^ secret);
                hash ^= Fold(Word(ref first, 24) ^ seed ^ ~OddA, Word(ref first, last - 24) ^ secret);
            }
        }

        return hash;
    }

    /// <summary>Mixes two words into one: the halves of their product.</summary>
    /// <remarks>Two multiplications: the compiler gives the lower half of one that has both by way of memory, which takes longer than the product.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Fold(ulong a, ulong b) => (Bmi2.X64.IsSupported ? Bmi2.X64.MultiplyNoFlags(a, b) : Math.BigMul(a, b, out _)) ^ (a * b);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Word(ref byte first, nint offset) => Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref first, offset));
}
