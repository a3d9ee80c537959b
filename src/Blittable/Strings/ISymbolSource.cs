namespace Blittable.Strings;

/// <summary>The symbols of a table as the decoder asks for them.</summary>
internal interface ISymbolSource
{
    /// <summary>Whether a code has a symbol.</summary>
    bool Has(uint code);

    /// <summary>Whether each of four codes has one.</summary>
    bool HasAll(uint fourCodes);

    /// <summary>The length of a symbol that is there.</summary>
    nint LengthOf(uint code);

    /// <summary>Stores eight bytes, the first of which are a symbol that is there.</summary>
    /// <returns>The symbol's length.</returns>
    nint Put(uint code, ref byte output);
}
