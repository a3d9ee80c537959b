using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Columns;

/// <summary>Writes bits, most significant first.</summary>
/// <remarks>Each write stores eight bytes and advances by the full ones, which avoids a branch for full words. The destination therefore needs
/// <see cref="Slack"/> bytes after the last byte written.</remarks>
internal ref struct BitWriter(Span<byte> destination)
{
    /// <summary>The number of bytes after the last written byte that may be overwritten.</summary>
    public const int Slack = sizeof(ulong);

    /// <summary>The maximum number of bits for <see cref="WriteShort"/>: together with up to seven pending bits, they fill a word.</summary>
    public const int MostShort = 57;

    private readonly ref byte _start = ref MemoryMarshal.GetReference(destination);
    private readonly int _lastStore = destination.Length - sizeof(ulong);
    private ulong _tail;
    private int _bits;
    private int _written;

    /// <summary>Appends the low 0 to 57 bits of a value. Its other bits must be zero.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteShort(ulong value, int bits)
    {
        if (_written > _lastStore)
        {
            ThrowFull();
        }

        // The last bits written are at the bottom of the word. Bits of stored bytes need not be cleared: the shift before the store drops them at the top.
        _bits += bits;
        _tail = (_tail << bits) | value;
        var word = _tail << (64 - _bits);
        Unsafe.WriteUnaligned(
            ref Unsafe.AddByteOffset(ref _start, (nint)(uint)_written), BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(word) : word);
        _written += _bits >> 3;
        _bits &= 7;
    }

    /// <summary>Appends the low 1 to 64 bits of a value. Its other bits must be zero.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Write(ulong value, int bits)
    {
        var low = Math.Min(bits, 32);
        WriteShort(value >> low, bits - low);
        WriteShort(value & (ulong.MaxValue >> (64 - low)), low);
    }

    /// <summary>Pads the last byte with zeros.</summary>
    /// <returns>The number of bytes written.</returns>
    public readonly int Finish() => _written + (_bits == 0 ? 0 : 1);

    [DoesNotReturn]
    private static void ThrowFull() => throw new ArgumentException("The buffer must have at least eight bytes after the written bytes.");
}
