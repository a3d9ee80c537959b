using System.Numerics;

namespace Blittable.Datasets;

/// <summary>Generates a seeded sequence of random numbers that does not depend on the machine or the .NET version.</summary>
/// <remarks>Uses xoshiro256** by Blackman and Vigna (2018). The state is initialized by SplitMix64, as the authors recommend.</remarks>
public sealed class RandomSource
{
    private ulong _s0;
    private ulong _s1;
    private ulong _s2;
    private ulong _s3;

    public RandomSource(ulong seed)
    {
        _s0 = SplitMix(ref seed);
        _s1 = SplitMix(ref seed);
        _s2 = SplitMix(ref seed);
        _s3 = SplitMix(ref seed);
    }

    public ulong NextUInt64()
    {
        ulong result = BitOperations.RotateLeft(_s1 * 5, 7) * 9;
        ulong t = _s1 << 17;
        _s2 ^= _s0;
        _s3 ^= _s1;
        _s1 ^= _s2;
        _s0 ^= _s3;
        _s2 ^= t;
        _s3 = BitOperations.RotateLeft(_s3, 45);
        return result;
    }

    /// <summary>Returns an integer from <paramref name="low"/> to <paramref name="high"/>, inclusive.</summary>
    public int Between(int low, int high) =>
        low + (int)Math.BigMul(NextUInt64(), (ulong)((long)high - low + 1), out _);

    /// <summary>Returns a number from 0 (inclusive) to 1 (exclusive).</summary>
    public double NextDouble() => (NextUInt64() >> 11) * (1.0 / (1UL << 53));

    /// <summary>Returns true with the specified probability.</summary>
    public bool Chance(double probability) => NextDouble() < probability;

    /// <summary>Returns an index less than <paramref name="count"/>, with a frequency approximately inversely proportional to its rank (Zipf's law).</summary>
    public int Ranked(int count) => Ranked(count, offset: 2.7, NextDouble());

    /// <summary>Returns the index less than <paramref name="count"/> for a fraction, with frequencies proportional to <c>1 / (index + offset)</c>.</summary>
    /// <param name="count">The number of indexes.</param>
    /// <param name="offset">The offset of the ranks. A larger offset makes the first indexes less frequent.</param>
    /// <param name="fraction">A number from 0 (inclusive) to 1 (exclusive).</param>
    public static int Ranked(int count, double offset, double fraction)
    {
        // The inverse of the distribution function, approximated as continuous.
        int index = (int)(offset * (Math.Pow((count + offset) / offset, fraction) - 1));
        return Math.Min(index, count - 1);
    }

    public T Pick<T>(IReadOnlyList<T> items) => items[Between(0, items.Count - 1)];

    /// <summary>Returns an item by rank, the first item most frequently.</summary>
    public T PickRanked<T>(IReadOnlyList<T> items) => items[Ranked(items.Count)];

    private static ulong SplitMix(ref ulong state)
    {
        ulong z = state += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
}
