using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Reads bits, most significant first, from a 64-bit reservoir that is refilled by one unaligned load.</summary>
/// <remarks>The <paramref name="length"/> bytes of the stream must be followed by <see cref="Padding"/> bytes that may be loaded. <see cref="IsBeyond"/>
/// indicates whether their bits were used. Everything is inlined: a call with the address of the reader would force its fields into memory, and each value
/// would wait for them.</remarks>
/// <param name="bytes">The stream, followed by the padding.</param>
/// <param name="length">The length of the stream in bytes.</param>
internal ref struct BitReader(ReadOnlySpan<byte> bytes, int length)
{
    /// <summary>The number of bytes that may be loaded after the last byte used.</summary>
    public const int Padding = 24;

    private readonly ref byte _bytes = ref MemoryMarshal.GetReference(bytes);
    private readonly int _length = length;
    private ulong _reservoir;
    private int _available;
    private int _next;

    /// <summary>Gets the next bits, at the top of the word. Bits beyond the number guaranteed by <see cref="Refill"/> may be zero.</summary>
    public readonly ulong Reservoir => _reservoir;

    /// <summary>Makes at least <paramref name="bits"/> bits available, at most 56.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Refill(int bits)
    {
        if (_available < bits)
        {
            // A valid stream never needs bits beyond the word loaded together with its last byte.
            if (_next > _length + sizeof(ulong))
            {
                ThrowHelper.InvalidData($"a bit stream that ends within {_length} bytes", "a longer stream");
            }

            var word = Unsafe.ReadUnaligned<ulong>(ref Unsafe.AddByteOffset(ref _bytes, (nint)(uint)_next));
            _reservoir |= (BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(word) : word) >> _available;

            // Only whole bytes are consumed. The bits of a partial byte are loaded again next time.
            var bytes = (63 - _available) >> 3;
            _next += bytes;
            _available += 8 * bytes;
        }
    }

    /// <summary>Skips available bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Skip(int bits)
    {
        _reservoir <<= bits;
        _available -= bits;
    }

    /// <summary>Reads the next 1 to 64 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Read(int bits)
    {
        // In two parts, because a refill guarantees 56 bits. The first may be empty.
        var first = Math.Max(0, bits - 32);
        Refill(first);
        var high = _reservoir >> 1 >> (63 - first);
        Skip(first);
        var second = bits - first;
        Refill(second);
        var low = _reservoir >> (64 - second);
        Skip(second);
        return (high << second) | low;
    }

    /// <summary>Returns the number of available zero bits at the top of the reservoir, up to a maximum.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly int ZeroRun(int most) => Math.Min(Math.Min(BitOperations.LeadingZeroCount(_reservoir), _available), most);

    /// <summary>Gets a value that indicates whether bits after the end of the stream were used.</summary>
    public readonly bool IsBeyond => (8L * _next) - _available > 8L * _length;
}
