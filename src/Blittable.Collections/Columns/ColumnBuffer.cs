using System.Buffers.Binary;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Represents a reusable append buffer whose written bytes can be patched.</summary>
internal sealed class ColumnBuffer
{
    private byte[] _bytes = new byte[4096];

    /// <summary>Gets the number of bytes written.</summary>
    public int Length { get; private set; }

    /// <summary>Gets the bytes written.</summary>
    public Span<byte> Written => _bytes.AsSpan(0, Length);

    /// <summary>Gets the bytes written, as memory.</summary>
    public ReadOnlyMemory<byte> WrittenMemory => _bytes.AsMemory(0, Length);

    /// <summary>Discards all written bytes.</summary>
    public void Clear() => Length = 0;

    /// <summary>Discards the bytes after the specified length.</summary>
    public void Truncate(int length) => Length = length;

    /// <summary>Returns at least the specified number of bytes of free space after the written bytes. Call <see cref="Advance"/> with the number of bytes
    /// used.</summary>
    /// <exception cref="BlittableException">The total exceeds the maximum length of an array.</exception>
    public Span<byte> Reserve(long size)
    {
        if (_bytes.Length - Length < size)
        {
            if (Length + size > Array.MaxLength)
            {
                ThrowHelper.DocumentTooLarge(Array.MaxLength);
            }

            Array.Resize(ref _bytes, (int)Math.Min(Array.MaxLength, Math.Max(2L * _bytes.Length, Length + size)));
        }

        return _bytes.AsSpan(Length);
    }

    /// <summary>Marks reserved bytes as written.</summary>
    public void Advance(int size) => Length += size;

    public void WriteByte(byte value)
    {
        Reserve(1)[0] = value;
        Length++;
    }

    public void WriteUInt32(uint value)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(Reserve(sizeof(uint)), value);
        Length += sizeof(uint);
    }

    public void WriteInt64(long value)
    {
        BinaryPrimitives.WriteInt64LittleEndian(Reserve(sizeof(long)), value);
        Length += sizeof(long);
    }

    /// <summary>Writes the low bytes of a number in little-endian order.</summary>
    public void WriteLow(long value, int bytes)
    {
        BinaryPrimitives.WriteInt64LittleEndian(Reserve(sizeof(long)), value);
        Length += bytes;
    }

    public void Write(ReadOnlySpan<byte> bytes)
    {
        bytes.CopyTo(Reserve(bytes.Length));
        Length += bytes.Length;
    }
}
