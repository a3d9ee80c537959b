using System.Buffers.Binary;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Reads the sections of a chunk in order. Reads past the end throw.</summary>
internal ref struct ColumnBytes(ReadOnlySpan<byte> bytes)
{
    /// <summary>Gets the remaining bytes.</summary>
    public ReadOnlySpan<byte> Rest { get; private set; } = bytes;

    /// <summary>Reads the next bytes.</summary>
    public ReadOnlySpan<byte> Take(long count, string what)
    {
        if ((ulong)count > (ulong)Rest.Length)
        {
            ThrowHelper.InvalidData($"{count} bytes of {what}", $"{Rest.Length} bytes before the end of the column");
        }

        var taken = Rest[..(int)count];
        Rest = Rest[(int)count..];
        return taken;
    }

    public byte TakeByte(string what) => Take(1, what)[0];

    public uint TakeUInt32(string what) => BinaryPrimitives.ReadUInt32LittleEndian(Take(sizeof(uint), what));

    public long TakeInt64(string what) => BinaryPrimitives.ReadInt64LittleEndian(Take(sizeof(long), what));

    /// <summary>Reads a signed number of 0 to 8 bytes.</summary>
    public long TakeLow(int bytes, string what)
    {
        if (bytes > sizeof(long))
        {
            ThrowHelper.InvalidData($"a number of at most 8 bytes for {what}", $"{bytes} bytes");
        }

        long value = 0;
        var taken = Take(bytes, what);
        for (var i = bytes - 1; i >= 0; i--)
        {
            value = (value << 8) | taken[i];
        }

        return bytes == 0 ? 0 : value << (64 - (8 * bytes)) >> (64 - (8 * bytes));
    }
}
