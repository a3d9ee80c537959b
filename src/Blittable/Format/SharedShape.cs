namespace Blittable.Format;

/// <summary>Where the parts of a dictionary's shape block are: a dictionary's own bytes, which need not be checked again.</summary>
/// <param name="Address">Start of the block.</param>
/// <param name="Fingerprints">The fingerprints of its names; -1 where it has none, or has an index as well.</param>
/// <param name="Ends">The ends of its names.</param>
/// <param name="Names">Its names.</param>
/// <param name="Count">How many names it has.</param>
/// <param name="Flags">The block's flags.</param>
internal readonly record struct SharedShape(int Address, int Fingerprints, int Ends, int Names, int Count, byte Flags);
