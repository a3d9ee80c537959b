using Blittable.Columns;

namespace Blittable.Collections.Storage;

/// <summary>Writes footers and directories: integers as varints with seven bits per byte (lowest first), signed ones as zigzag, bytes preceded by their
/// length.</summary>
internal sealed class DirectoryBuffer
{
    private const int MaxVarint = 10;

    private readonly ColumnBuffer _bytes = new();

    public ReadOnlySpan<byte> Written => _bytes.Written;

    public void Clear() => _bytes.Clear();

    public void WriteByte(byte value) => _bytes.WriteByte(value);

    public void WriteCount(long value) => WriteVarint((ulong)value);

    public void WriteSigned(long value) => WriteVarint((ulong)((value << 1) ^ (value >> 63)));

    public void WriteChecksum(uint value) => _bytes.WriteUInt32(value);

    public void WriteBytes(ReadOnlySpan<byte> value)
    {
        WriteCount(value.Length);
        _bytes.Write(value);
    }

    public void WriteRaw(ReadOnlySpan<byte> value) => _bytes.Write(value);

    public void WriteText(string value) => WriteBytes(System.Text.Encoding.UTF8.GetBytes(value));

    public void WriteTexts(IReadOnlyList<string> values)
    {
        WriteCount(values.Count);
        foreach (var value in values)
        {
            WriteText(value);
        }
    }

    private void WriteVarint(ulong value)
    {
        var room = _bytes.Reserve(MaxVarint);
        var length = 0;
        for (; value >= 0x80; value >>= 7)
        {
            room[length++] = (byte)(value | 0x80);
        }

        room[length++] = (byte)value;
        _bytes.Advance(length);
    }
}
