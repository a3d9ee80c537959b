using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>The symbols of a table as the decoder asks for them.</summary>
internal interface ISymbolSource
{
    /// <summary>What <see cref="Put"/> leaves out of each length, so that it can be added once for several symbols.</summary>
    static abstract int Omitted { get; }

    /// <summary>The number of symbols, in every lane: codes below it have one.</summary>
    Vector128<byte> Counts { get; }

    /// <summary>The length of a symbol that is there.</summary>
    nint LengthOf(nint code);

    /// <summary>Stores eight bytes, the first of which are a symbol that is there.</summary>
    /// <returns>The symbol's length, less <see cref="Omitted"/>.</returns>
    nint Put(nint code, ref byte output);
}
