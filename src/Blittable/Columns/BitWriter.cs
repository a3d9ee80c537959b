using System.Buffers.Binary;
using System.Runtime.CompilerServices;

namespace Blittable.Columns;

/// <summary>Writes bits, the most significant first.</summary>
/// <remarks>Each write stores eight bytes and moves on by those that are full: no branch asks whether a word is. So the destination needs
/// <see cref="Slack"/> bytes behind the last one written.</remarks>
internal ref struct BitWriter(Span<byte> destination)
{
    /// <summary>Bytes behind the last one that may be overwritten.</summary>
    public const int Slack = sizeof(ulong);

    private readonly Span<byte> _destination = destination;
    private ulong _pending;
    private int _bits;
    private int _written;

    /// <summary>Appends the low 0 to 57 bits of a value, whose other bits are zero.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteShort(ulong value, int bits)
    {
        // Up to 7 bits wait at the top of the word for their byte to be full. A shift by 64 would be one by 0; no bits are no value.
        _bits += bits;
        _pending |= value << ((64 - _bits) & 63);
        BinaryPrimitives.WriteUInt64BigEndian(_destination[_written..], _pending);
        var full = _bits >> 3;
        _written += full;
        _bits &= 7;
        _pending = full == sizeof(ulong) ? 0 : _pending << (8 * full);
    }

    /// <summary>Appends the low 1 to 64 bits of a value, whose other bits are zero.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write(ulong value, int bits)
    {
        var low = Math.Min(bits, 32);
        WriteShort(value >> low, bits - low);
        WriteShort(value & (ulong.MaxValue >> (64 - low)), low);
    }

    /// <summary>Fills the last byte with zeros.</summary>
    /// <returns>The bytes written.</returns>
    public readonly int Finish() => _written + (_bits == 0 ? 0 : 1);
}
