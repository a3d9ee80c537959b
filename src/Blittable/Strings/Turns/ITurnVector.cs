using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>What kernels of <see cref="CodeTurnKernel.Turn"/> codes ask of vectors of so many bytes.</summary>
/// <remarks>Comparisons give bytes that have all bits or none.</remarks>
internal unsafe interface ITurnVector<TVector>
{
    static abstract TVector Load(byte* source);

    static abstract TVector Broadcast(byte value);

    /// <summary>All bits in the lanes before one, none in the others.</summary>
    static abstract TVector Below(int lane);

    static abstract TVector And(TVector left, TVector right);

    static abstract TVector Or(TVector left, TVector right);

    static abstract TVector Xor(TVector left, TVector right);

    /// <summary>What <paramref name="left"/> has and <paramref name="right"/> has not.</summary>
    static abstract TVector Except(TVector left, TVector right);

    static abstract TVector Not(TVector lanes);

    /// <summary>The bits of <paramref name="left"/> where <paramref name="condition"/> has one, and of <paramref name="right"/> elsewhere.</summary>
    static abstract TVector Select(TVector condition, TVector left, TVector right);

    static abstract TVector Equals(TVector left, TVector right);

    static abstract TVector AtLeast(TVector left, TVector right);

    /// <summary>The signed bytes of <paramref name="left"/> that are greater.</summary>
    static abstract TVector GreaterSigned(TVector left, TVector right);

    /// <summary>A bit for each byte that has all bits.</summary>
    static abstract uint Bits(TVector lanes);

    static abstract bool IsZero(TVector lanes);

    /// <summary>The upper four bits of each byte as a number.</summary>
    static abstract TVector UpperHalves(TVector bytes);

    /// <summary>For each index below 16 the byte that a table has there; 0 for indexes from 128 on.</summary>
    /// <param name="table">16 bytes, twice.</param>
    /// <param name="indexes">The indexes.</param>
    static abstract TVector LookUp(Vector256<byte> table, TVector indexes);

    /// <summary>The vector moved up by a lane, with zero in the first one.</summary>
    static abstract TVector MoveUp(TVector lanes);

    /// <summary>Which bytes JSON escapes.</summary>
    static abstract TVector AreEscaped(TVector text);

    /// <summary>Stores where each code is found in a table that has, from 256 on, a place for each verbatim byte.</summary>
    static abstract void StorePlaces(TVector window, TVector isLiteral, ushort* places);
}
