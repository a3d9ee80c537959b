using System.Buffers.Binary;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Bytes that are appended and may be patched; kept from chunk to chunk.</summary>
internal sealed class ColumnBuffer
{
    private byte[] _bytes = new byte[4096];

    /// <summary>The bytes written so far.</summary>
    public int Length { get; private set; }

    /// <summary>The bytes written.</summary>
    public Span<byte> Written => _bytes.AsSpan(0, Length);

    /// <summary>The bytes written, for a file.</summary>
    public ReadOnlyMemory<byte> WrittenMemory => _bytes.AsMemory(0, Length);

    /// <summary>Forgets what was written.</summary>
    public void Clear() => Length = 0;

    /// <summary>Takes back what was written from a length on.</summary>
    public void Truncate(int length) => Length = length;

    /// <summary>Room of at least that size after what was written; <see cref="Advance"/> says how much of it was used.</summary>
    /// <exception cref="BlittableException">All of it is more than an array holds.</exception>
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

    /// <summary>Counts bytes of the reserved room as written.</summary>
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

    /// <summary>The low bytes of a number, least significant first.</summary>
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
