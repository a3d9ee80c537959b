using System.Buffers.Binary;

namespace Blittable.Text;

/// <summary>One to eight bytes of text that one code can stand for.</summary>
/// <param name="Bytes">The bytes, the first one lowest; zeros above them.</param>
/// <param name="Length">Their number.</param>
internal readonly record struct Symbol(ulong Bytes, int Length)
{
    public const int MaxLength = SymbolTableView.MaxSymbolLength;

    public static Symbol Of(byte value) => new(value, 1);

    /// <summary>The first bytes of a word.</summary>
    public static Symbol Of(ulong word, int length) => new(word & (ulong.MaxValue >> (64 - (8 * length))), length);

    /// <summary>The first byte.</summary>
    public byte First => (byte)Bytes;

    /// <summary>One of the bytes.</summary>
    public byte ByteAt(int index) => (byte)(Bytes >> (8 * index));

    /// <summary>The first two bytes.</summary>
    public ushort FirstTwo => (ushort)Bytes;

    /// <summary>The first three bytes.</summary>
    public uint FirstThree => (uint)Bytes & 0xFFFFFF;

    /// <summary>The symbol that stands for this one and then the next, cut off at eight bytes.</summary>
    public Symbol Append(Symbol next) => new(Bytes | (next.Bytes << (8 * Length)), Math.Min(Length + next.Length, MaxLength));

    /// <summary>Writes all eight bytes.</summary>
    public void WriteTo(Span<byte> destination) => BinaryPrimitives.WriteUInt64LittleEndian(destination, Bytes);
}
