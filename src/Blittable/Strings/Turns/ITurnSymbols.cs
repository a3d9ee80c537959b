namespace Blittable.Strings;

/// <summary>A table of symbols, as <see cref="CodeTurnKernel.PutEights"/> takes it.</summary>
internal unsafe interface ITurnSymbols
{
    /// <summary>Most texts up to this length have at most eight codes.</summary>
    static abstract int LengthOfOne { get; }

    /// <summary>The same for 16 codes.</summary>
    static abstract int LengthOfTwo { get; }

    /// <summary>The same for 24 codes.</summary>
    static abstract int LengthOfThree { get; }

    /// <summary>Writes eight symbols.</summary>
    /// <param name="text">Where to; the last one is stored as a whole word.</param>
    /// <param name="places">Where they stand in the table.</param>
    /// <returns>Where their text ends.</returns>
    byte* PutEight(byte* text, ushort* places);
}
