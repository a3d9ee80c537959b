namespace Blittable.Building;

/// <summary>How often the values of a property, or the containers of a shape, were found to have been written before.</summary>
/// <remarks>
/// Most properties either repeat their values or hardly ever do. Where hardly any value was found, only every sixteenth is still looked up, chosen
/// by its hash, so that the share found stays known and equal values are treated alike. What is counted is forgotten little by little.
/// </remarks>
internal struct Repetition
{
    /// <summary>So many values are looked up before any is not.</summary>
    private const int MinLookups = 64;

    /// <summary>One value found again in so many pays for looking them up.</summary>
    private const int Rare = 128;

    private const ulong SampleMask = 15UL << 8;

    /// <summary>When so many have been looked up the counts are halved.</summary>
    private const int MaxLookups = 4096;

    private ushort _lookups;
    private ushort _found;

    /// <summary>Whether a value should be looked up.</summary>
    /// <param name="hash">Its hash.</param>
    public readonly bool IsWorthLooking(ulong hash) => _lookups < MinLookups || _found * Rare >= _lookups || (hash & SampleMask) == 0;

    /// <summary>Counts a value that was looked up.</summary>
    public void Note(bool found)
    {
        _found += (ushort)(found ? 1 : 0);
        if (++_lookups == MaxLookups)
        {
            _lookups /= 2;
            _found /= 2;
        }
    }
}
