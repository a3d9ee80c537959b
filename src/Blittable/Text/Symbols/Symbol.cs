using System.Buffers.Binary;

namespace Blittable.Text;

/// <summary>Represents one to eight bytes of text that a code can represent.</summary>
/// <param name="Bytes">The bytes with the first byte lowest, followed by zeros.</param>
/// <param name="Length">The number of bytes.</param>
internal readonly record struct Symbol(ulong Bytes, int Length)
{
    public const int MaxLength = SymbolTableView.MaxSymbolLength;

    public static Symbol Of(byte value) => new(value, 1);

    /// <summary>Creates a symbol from the first bytes of a word.</summary>
    public static Symbol Of(ulong word, int length) => new(word & (ulong.MaxValue >> (64 - (8 * length))), length);

    /// <summary>Gets the first byte.</summary>
    public byte First => (byte)Bytes;

    /// <summary>Returns the byte at an index.</summary>
    public byte ByteAt(int index) => (byte)(Bytes >> (8 * index));

    /// <summary>Gets the first two bytes.</summary>
    public ushort FirstTwo => (ushort)Bytes;

    /// <summary>Gets the first three bytes.</summary>
    public uint FirstThree => (uint)Bytes & 0xFFFFFF;

    /// <summary>Concatenates two symbols, truncating the result to eight bytes.</summary>
    public Symbol Append(Symbol next) => new(Bytes | (next.Bytes << (8 * Length)), Math.Min(Length + next.Length, MaxLength));

    /// <summary>Writes all eight bytes.</summary>
    public void WriteTo(Span<byte> destination) => BinaryPrimitives.WriteUInt64LittleEndian(destination, Bytes);
}
