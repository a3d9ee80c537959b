namespace Blittable.Benchmarks.Storage;

/// <summary>Implements SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014). Its state is only eight bytes, so every
/// row can have its own seed.</summary>
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

    /// <summary>Returns a number below a limit, as the high half of a product. The relative bias is less than the limit divided by 2^64.</summary>
    public ulong Below(ulong limit) => Math.BigMul(Next(), limit, out _);
}
