namespace Blittable.Benchmarks.Storage;

/// <summary>
/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014): eight bytes of state, so one can be seeded for every
/// row.
/// </summary>
internal struct SplitMix(ulong state)
{
    private ulong _state = state;

    public ulong Next()
    {
        _state += 0x9E3779B97F4A7C15;
        var mixed = _state;
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return mixed ^ (mixed >> 31);
    }

    /// <summary>A number under a limit; the high half of a product, whose bias at these limits is under one in 2^20.</summary>
    public ulong Below(ulong limit) => Math.BigMul(Next(), limit, out _);
}
