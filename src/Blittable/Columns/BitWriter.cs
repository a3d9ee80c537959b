using System.Buffers.Binary;

namespace Blittable.Columns;

/// <summary>Writes bits, the most significant first, through a word of 64.</summary>
internal ref struct BitWriter(Span<byte> destination)
{
    private readonly Span<byte> _destination = destination;
    private ulong _word;
    private int _free = 64;
    private int _written;

    /// <summary>Appends the low 1 to 64 bits of a value, whose other bits are zero.</summary>
    public void Write(ulong value, int bits)
    {
        if (bits < _free)
        {
            _free -= bits;
            _word |= value << _free;
            return;
        }

        var rest = bits - _free;
        BinaryPrimitives.WriteUInt64BigEndian(_destination[_written..], _word | (value >> rest));
        _written += sizeof(ulong);
        _free = 64 - rest;
        _word = rest == 0 ? 0 : value << _free;
    }

    /// <summary>Fills the last byte with zeros.</summary>
    /// <returns>The bytes written.</returns>
    public int Finish()
    {
        for (; _free < 64; _free += 8, _word <<= 8)
        {
            _destination[_written++] = (byte)(_word >> 56);
        }

        return _written;
    }
}
