namespace Blittable.Fuzz.Running;

/// <summary>Draws the numbers of one case. They depend only on the seed of the campaign and the number of the case, so any case can be run alone.</summary>
/// <remarks>SplitMix64 (Steele, Lea, Flood 2014) has one word of state and is cheap to initialize, which happens once per case.</remarks>
internal sealed class FuzzRandom(ulong seed, ulong number)
{
    private const ulong Increment = 0x9E37_79B9_7F4A_7C15;

    private ulong _state = Mix((seed * Increment) + 1) + (number * 0xD134_2543_DE82_EF95);

    /// <summary>Draws 64 bits.</summary>
    public ulong Next64() => Mix(_state += Increment);

    /// <summary>Draws a number from 0 to the bound, exclusive.</summary>
    public int Next(int bound) => (int)(((Next64() >> 32) * (uint)bound) >> 32);

    /// <summary>Draws a number from a minimum to the bound, exclusive.</summary>
    public int Next(int least, int bound) => least + Next(bound - least);

    /// <summary>Returns true with a probability of one in the given number.</summary>
    public bool OneIn(int times) => Next(times) == 0;

    /// <summary>Draws one of the items.</summary>
    public T Pick<T>(ReadOnlySpan<T> items) => items[Next(items.Length)];

    /// <summary>Fills a span.</summary>
    public void Fill(Span<byte> bytes)
    {
        foreach (ref var item in bytes)
        {
            item = (byte)Next64();
        }
    }

    private static ulong Mix(ulong word)
    {
        word = (word ^ (word >> 30)) * 0xBF58_476D_1CE4_E5B9;
        word = (word ^ (word >> 27)) * 0x94D0_49BB_1331_11EB;
        return word ^ (word >> 31);
    }
}
