namespace Blittable.Strings;

/// <summary>The symbols of a table that is held in memory, laid out so that a code takes the decoder one step less than in place.</summary>
internal sealed class ExpandedSymbols
{
    private SymbolPlaces? _places;

    public ExpandedSymbols(ReadOnlySpan<Symbol> symbols)
    {
        Count = symbols.Length;
        for (var code = 0; code < symbols.Length; code++)
        {
            Words[code] = symbols[code].Bytes;
            Lengths[code] = (byte)symbols[code].Length;
        }

        Planes = PlanesKernel.IsSupported ? SymbolPlanes.TryCreate(Words, Lengths) : null;
    }

    /// <summary>The number of symbols.</summary>
    public int Count { get; }

    /// <summary>The bytes of each symbol, the first one lowest; a place for every code.</summary>
    public ulong[] Words { get; } = new ulong[256];

    /// <summary>The length of each symbol; a place for every code.</summary>
    public byte[] Lengths { get; } = new byte[256];

    /// <summary>The symbols by the places of their bytes; null if one of them has a zero, or no kernel would read them.</summary>
    public SymbolPlanes? Planes { get; }

    /// <summary>The symbols with a place for each verbatim byte, made when they are asked for; null if no kernel would read them.</summary>
    /// <remarks>Two threads may make them at once; they are the same.</remarks>
    public SymbolPlaces? Places => _places ?? (SymbolTextKernel.IsSupported ? _places = new SymbolPlaces(Words, Lengths, Count) : null);
}
