namespace Blittable.Format;

/// <summary>A dictionary as it was published at one version: what readers see while a writer goes on appending.</summary>
/// <remarks>Shapes, strings and symbol tables are only ever appended, so a snapshot serves documents of its own and of all earlier versions.</remarks>
internal sealed class DictionarySnapshot
{
    private readonly byte[] _shapes;
    private readonly int[] _shapeAddresses;
    private readonly byte[] _strings;
    private readonly int[] _stringEnds;
    private readonly (int Version, byte[] Symbols)[] _symbolTables;
    private readonly ushort[] _checks;

    /// <param name="shapes">Shape blocks one behind the other.</param>
    /// <param name="shapeAddresses">Start of each block.</param>
    /// <param name="strings">Strings one behind the other, raw UTF-8.</param>
    /// <param name="stringEnds">End of each string.</param>
    /// <param name="symbolTables">Serialized symbol tables, each with the version that brought it.</param>
    /// <param name="checks">For each version from 1 on, the check that documents of it carry.</param>
    public DictionarySnapshot(byte[] shapes, int[] shapeAddresses, byte[] strings, int[] stringEnds, (int Version, byte[] Symbols)[] symbolTables, ushort[] checks)
    {
        _shapes = shapes;
        _shapeAddresses = shapeAddresses;
        _strings = strings;
        _stringEnds = stringEnds;
        _symbolTables = symbolTables;
        _checks = checks;
    }

    public int Version => _checks.Length;

    public int ShapeCount => _shapeAddresses.Length;

    public int StringCount => _stringEnds.Length;

    /// <summary>The bytes that hold all shape blocks, for <see cref="ShapeBlock.Read"/>.</summary>
    public ReadOnlySpan<byte> Shapes => _shapes;

    /// <summary>Address of shape <paramref name="number"/> in <see cref="Shapes"/>.</summary>
    public int ShapeAddress(int number) => _shapeAddresses[number];

    public ReadOnlySpan<byte> String(int index)
    {
        var start = index == 0 ? 0 : _stringEnds[index - 1];
        return _strings.AsSpan(start, _stringEnds[index] - start);
    }

    /// <summary>The symbol table that documents of <paramref name="version"/> use: the newest that there was; empty if none.</summary>
    public ReadOnlySpan<byte> Symbols(int version)
    {
        for (var i = _symbolTables.Length - 1; i >= 0; i--)
        {
            if (_symbolTables[i].Version <= version)
            {
                return _symbolTables[i].Symbols;
            }
        }

        return [];
    }

    /// <summary>Refuses a document whose dictionary is not this one, or is a version that this copy has not seen.</summary>
    /// <exception cref="BlittableException"><see cref="BlittableErrorCode.DictionaryMismatch"/>.</exception>
    public void Require(int version, ushort check)
    {
        if ((uint)(version - 1) >= (uint)_checks.Length || _checks[version - 1] != check)
        {
            ThrowHelper.DictionaryMismatch(version, Version);
        }
    }
}
