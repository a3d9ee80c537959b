using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Reads bits, the most significant first, from a reservoir of 64 that is refilled by one unaligned load.</summary>
/// <remarks>The <paramref name="length"/> bytes of the stream must be followed by <see cref="Padding"/> more that may be loaded; <see cref="IsBeyond"/> tells
/// whether bits of them were used. Everything is inlined: a call that took the reader's address would keep its fields in memory, and each value would
/// wait for them.</remarks>
/// <param name="bytes">The stream and the padding.</param>
/// <param name="length">The bytes of the stream.</param>
internal ref struct BitReader(ReadOnlySpan<byte> bytes, int length)
{
    /// <summary>Bytes that may be loaded after the last one whose bits are used.</summary>
    public const int Padding = 24;

    private readonly ref byte _bytes = ref MemoryMarshal.GetReference(bytes);
    private readonly int _length = length;
    private ulong _reservoir;
    private int _available;
    private int _next;

    /// <summary>The next bits, at the top of the word; those after the ones that <see cref="Refill"/> promises may be zero.</summary>
    public readonly ulong Reservoir => _reservoir;

    /// <summary>Makes at least <paramref name="bits"/>, up to 56, available.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Refill(int bits)
    {
        if (_available < bits)
        {
            // A sound stream never asks for more than the bits after its last byte that were loaded with it.
            if (_next > _length + sizeof(ulong))
            {
                ThrowHelper.InvalidData($"a stream of bits that ends within {_length} bytes", "more bits to be read");
            }

            var word = Unsafe.ReadUnaligned<ulong>(ref Unsafe.AddByteOffset(ref _bytes, (nint)(uint)_next));
            _reservoir |= (BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(word) : word) >> _available;

            // Whole bytes are counted; the bits of one that did not fit whole are loaded again next time.
            var bytes = (63 - _available) >> 3;
            _next += bytes;
            _available += 8 * bytes;
        }
    }

    /// <summary>Goes over bits that are available.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Skip(int bits)
    {
        _reservoir <<= bits;
        _available -= bits;
    }

    /// <summary>The next 1 to 64 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Read(int bits)
    {
        // In two parts, for a refill promises 56; the first may be empty.
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

    /// <summary>Bits that are available and zero at the top of the reservoir, up to a number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly int ZeroRun(int most) => Math.Min(Math.Min(BitOperations.LeadingZeroCount(_reservoir), _available), most);

    /// <summary>Gets a value that indicates whether bits after the stream's were used.</summary>
    public readonly bool IsBeyond => (8L * _next) - _available > 8L * _length;
}
