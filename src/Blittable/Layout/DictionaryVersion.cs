namespace Blittable.Layout;

/// <summary>Describes the contents of a dictionary at one version.</summary>
/// <param name="Hash">The chained hash of the changes up to this version.</param>
/// <param name="ShapeCount">The number of shapes up to this version.</param>
/// <param name="StringCount">The number of strings up to this version.</param>
/// <param name="SymbolTableCount">The number of symbol tables up to this version.</param>
internal readonly record struct DictionaryVersion(UInt128 Hash, int ShapeCount, int StringCount, int SymbolTableCount)
{
    /// <summary>Gets the part of the hash that documents store.</summary>
    public ushort Check => (ushort)Hash;
}
