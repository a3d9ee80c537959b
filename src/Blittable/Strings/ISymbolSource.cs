namespace Blittable.Strings;

/// <summary>The symbols of a table as the decoder asks for them.</summary>
internal interface ISymbolSource
{
    /// <summary>What <see cref="Put"/> leaves out of each length, so that it can be added once for several symbols.</summary>
    static abstract int Omitted { get; }

    /// <summary>Whether a code has a symbol.</summary>
    bool Has(uint code);

    /// <summary>Whether each of four codes has one.</summary>
    bool HasAll(uint fourCodes);

    /// <summary>The length of a symbol that is there.</summary>
    nint LengthOf(uint code);

    /// <summary>Stores eight bytes, the first of which are a symbol that is there.</summary>
    /// <returns>The symbol's length, less <see cref="Omitted"/>.</returns>
    nint Put(uint code, ref byte output);
}
