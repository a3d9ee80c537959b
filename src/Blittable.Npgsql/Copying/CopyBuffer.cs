using System.Buffers.Binary;
using Blittable.Npgsql.Storage;

namespace Blittable.Npgsql.Copying;

/// <summary>Writes rows in the format of PostgreSQL's binary COPY.</summary>
/// <remarks>
/// <code>
/// header   "PGCOPY\n" FF 0D 0A 00 | flags: i32, 0 | extension length: i32, 0
/// row      number of fields: i16 | for each field: length: i32, or -1 for NULL | value
/// trailer  -1: i16
/// numeric  number of base-10,000 digits: i16 | weight of the first digit (number of digits before the point - 1): i16 | sign: i16, 0 or 0x4000
///          | display scale: i16 | digits: i16 each, without leading and trailing zeros
/// </code>
/// All integers are big-endian. A <c>uuid</c> is 16 bytes in the order of its text form. <c>text</c> is UTF-8.
/// </remarks>
internal sealed class CopyBuffer
{
    private const short EndOfRows = -1;
    private const int Null = -1;
    private const int UuidLength = 16;
    private const int DigitBase = 10_000;
    private const int DigitWidth = 4;
    private const short NegativeSign = 0x4000;

    /// <summary>An upper bound for the base-10,000 digits of a 96-bit number multiplied by up to 1,000.</summary>
    private const int MaxDigits = 9;

    private byte[] _bytes = new byte[1 << 17];
    private int _length;

    private static ReadOnlySpan<byte> Header =>
        [(byte)'P', (byte)'G', (byte)'C', (byte)'O', (byte)'P', (byte)'Y', (byte)'\n', 0xFF, 0x0D, 0x0A, 0, 0, 0, 0, 0, 0, 0, 0, 0];

    /// <summary>Gets the bytes written since the last <see cref="Clear"/>.</summary>
    public ReadOnlyMemory<byte> Written => _bytes.AsMemory(0, _length);

    public void Clear() => _length = 0;

    public void Begin() => Header.CopyTo(Take(Header.Length));

    public void End() => WriteInt16(EndOfRows);

    public void BeginRow(int fields) => WriteInt16((short)fields);

    public void WriteNull() => WriteInt32(Null);

    public void WriteInteger(long value)
    {
        WriteInt32(sizeof(long));
        BinaryPrimitives.WriteInt64BigEndian(Take(sizeof(long)), value);
    }

    public void WriteDouble(double value) => WriteInteger(BitConverter.DoubleToInt64Bits(value));

    public void WriteUuid(Guid value)
    {
        WriteInt32(UuidLength);
        value.TryWriteBytes(Take(UuidLength), bigEndian: true, out _);
    }

    public void WriteText(string value)
    {
        var length = StrictUtf8.Encoding.GetByteCount(value);
        WriteInt32(length);
        StrictUtf8.Encoding.GetBytes(value, Take(length));
    }

    public void WriteBytes(ReadOnlySpan<byte> value)
    {
        WriteLength(value.Length);
        value.CopyTo(Take(value.Length));
    }

    /// <summary>Writes the length of a value whose bytes are sent after this buffer without being copied into it.</summary>
    public void WriteLength(int length) => WriteInt32(length);

    public void WriteDecimal(decimal value)
    {
        Span<int> parts = stackalloc int[4];
        decimal.GetBits(value, parts);
        var magnitude = new UInt128((uint)parts[2], ((ulong)(uint)parts[1] << 32) | (uint)parts[0]);
        var decimals = value.Scale;
        // The decimal point must fall between two base-10,000 digits.
        for (; decimals % DigitWidth != 0; decimals++)
        {
            magnitude *= 10;
        }

        Span<short> digits = stackalloc short[MaxDigits];
        var first = MaxDigits;
        var last = MaxDigits;
        for (; magnitude != 0; magnitude /= DigitBase)
        {
            digits[--first] = (short)(magnitude % DigitBase);
        }

        var weight = last - first - (decimals / DigitWidth) - 1;
        while (last > first && digits[last - 1] == 0)
        {
            last--;
        }

        WriteInt32((4 + last - first) * sizeof(short));
        WriteInt16((short)(last - first));
        WriteInt16((short)(last > first ? weight : 0));
        WriteInt16(decimal.IsNegative(value) && last > first ? NegativeSign : (short)0);
        WriteInt16(value.Scale);
        foreach (var digit in digits[first..last])
        {
            WriteInt16(digit);
        }
    }

    private void WriteInt16(short value) => BinaryPrimitives.WriteInt16BigEndian(Take(sizeof(short)), value);

    private void WriteInt32(int value) => BinaryPrimitives.WriteInt32BigEndian(Take(sizeof(int)), value);

    private Span<byte> Take(int length)
    {
        if (_bytes.Length - _length < length)
        {
            Array.Resize(ref _bytes, Math.Max(checked(_length + length), Math.Min(2 * _bytes.Length, Array.MaxLength)));
        }

        var taken = _bytes.AsSpan(_length, length);
        _length += length;
        return taken;
    }
}
