using System.Diagnostics.CodeAnalysis;

namespace Blittable.Text;

/// <summary>What <see cref="Utf8Kernel{TVector, TOperations}"/> asks of a vector width. A lane is 16 bytes: tables are looked up lane by lane.</summary>
internal interface IUtf8Vector<TVector>
{
    /// <summary>Bytes in a vector.</summary>
    static abstract int Width { get; }

    static abstract TVector Broadcast(byte value);

    /// <summary>The 16 bytes of a table in every lane.</summary>
    static abstract TVector Table(ReadOnlySpan<byte> bytes);

    static abstract TVector Load(ref byte source);

    /// <summary>The first <paramref name="length"/> bytes, fewer than a vector has, and zeros after them. Reads no other bytes.</summary>
    static abstract TVector LoadPart(ref byte source, int length);

    static abstract TVector And(TVector left, TVector right);

    static abstract TVector Or(TVector left, TVector right);

    static abstract TVector Xor(TVector left, TVector right);

    /// <summary>Differences that would be negative become zero.</summary>
    static abstract TVector SubtractSaturate(TVector left, TVector right);

    /// <summary>The upper four bits of each byte as a number.</summary>
    static abstract TVector UpperHalves(TVector value);

    /// <summary>For each index below 16 the byte that <paramref name="table"/> has there in the index's lane.</summary>
    static abstract TVector LookUp(TVector table, TVector indexes);

    /// <summary><paramref name="current"/> moved up by a few bytes, with the last ones of <paramref name="previous"/> in front.</summary>
    /// <param name="previous">The vector before it.</param>
    /// <param name="current">The vector.</param>
    /// <param name="first">Which byte of a lane comes first in the next: 15 to move up by one, 14 by two, 13 by three.</param>
    static abstract TVector MoveUp(TVector previous, TVector current, [ConstantExpected(Min = 13, Max = 15)] byte first);

    /// <summary>How far each of the last three bytes lies above the greatest that leaves no sequence open: 0xEF, 0xDF, 0xBF.</summary>
    static abstract TVector OpenSequences(TVector value);

    static abstract bool IsAscii(TVector value);

    static abstract bool IsZero(TVector value);
}
