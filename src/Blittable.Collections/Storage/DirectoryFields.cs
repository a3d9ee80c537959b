using System.Text;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>Reads the output of <see cref="DirectoryBuffer"/>. Reads past the end throw.</summary>
internal ref struct DirectoryFields(ReadOnlyMemory<byte> bytes)
{
    private const int MaxVarint = 10;

    private readonly ReadOnlyMemory<byte> _memory = bytes;
    private ColumnBytes _bytes = new(bytes.Span);

    public readonly bool IsAtEnd => _bytes.Rest.IsEmpty;

    public byte TakeByte(string what) => _bytes.TakeByte(what);

    /// <summary>Reads a byte from 0 to <paramref name="most"/>.</summary>
    public byte TakeByte(string what, byte most)
    {
        var value = TakeByte(what);
        if (value > most)
        {
            ThrowHelper.InvalidData($"{what} of at most {most}", $"{value}");
        }

        return value;
    }

    public uint TakeChecksum(string what) => _bytes.TakeUInt32(what);

    /// <summary>Reads a number from 0 to <paramref name="most"/>.</summary>
    public long TakeCount(string what, long most)
    {
        var value = TakeVarint(what);
        if (value > (ulong)most)
        {
            ThrowHelper.InvalidData($"{what} of at most {most}", $"{value}");
        }

        return (long)value;
    }

    /// <summary>Reads the number of items that each occupy at least one byte, which cannot exceed the remaining bytes.</summary>
    public int TakeLength(string what) => (int)TakeCount(what, _bytes.Rest.Length);

    public long TakeSigned(string what)
    {
        var value = TakeVarint(what);
        return (long)(value >> 1) ^ -(long)(value & 1);
    }

    public ReadOnlySpan<byte> TakeBytes(string what) => _bytes.Take(TakeLength(what), what);

    public ReadOnlySpan<byte> TakeRaw(int length, string what) => _bytes.Take(length, what);

    /// <summary>Reads bytes that stay valid while the file is open.</summary>
    public ReadOnlyMemory<byte> TakeMemory(string what)
    {
        var length = TakeBytes(what).Length;
        return _memory.Slice(_memory.Length - _bytes.Rest.Length - length, length);
    }

    public string TakeText(string what) => Encoding.UTF8.GetString(TakeBytes(what));

    public string[] TakeTexts(string what)
    {
        var texts = new string[TakeLength(what)];
        for (var i = 0; i < texts.Length; i++)
        {
            texts[i] = TakeText(what);
        }

        return texts;
    }

    private ulong TakeVarint(string what)
    {
        ulong value = 0;
        for (var i = 0; i < MaxVarint; i++)
        {
            var next = _bytes.TakeByte(what);
            value |= (ulong)(next & 0x7F) << (7 * i);
            if (next < 0x80)
            {
                return value;
            }
        }

        ThrowHelper.InvalidData($"{what} in at most {MaxVarint} bytes", "a longer number");
        return 0;
    }
}
