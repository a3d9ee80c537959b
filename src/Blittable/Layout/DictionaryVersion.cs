namespace Blittable.Layout;

/// <summary>Describes the contents of a dictionary at one version.</summary>
/// <param name="Hash">The hash of this version's change and of all before it.</param>
/// <param name="ShapeCount">Shapes up to this version.</param>
/// <param name="StringCount">Strings up to this version.</param>
/// <param name="SymbolTableCount">Symbol tables up to this version.</param>
internal readonly record struct DictionaryVersion(UInt128 Hash, int ShapeCount, int StringCount, int SymbolTableCount)
{
    /// <summary>The part of the hash that documents carry.</summary>
    public ushort Check => (ushort)Hash;
}
