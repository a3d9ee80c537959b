using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Columns;

/// <summary>Reads bits, the most significant first, from a reservoir of 64 that is refilled by one unaligned load.</summary>
/// <remarks>
/// The reservoir is loaded anew wherever the position stands, so no count of bits left in it has to be kept: the position alone carries
/// the dependency from one read to the next, and the processor loads ahead. At least 57 bits of a load are valid.
/// The bytes must be followed by <see cref="Padding"/> more that may be loaded.
/// </remarks>
internal ref struct BitReader(ReadOnlySpan<byte> bytes)
{
    /// <summary>Bytes that may be loaded behind the last one whose bits are used.</summary>
    public const int Padding = 24;

    private readonly ref byte _bytes = ref MemoryMarshal.GetReference(bytes);

    /// <summary>Bits read so far.</summary>
    public int Position { get; private set; }

    /// <summary>At least the next 57 bits, at the top of the word.</summary>
    public readonly ulong Reservoir
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            var word = Unsafe.ReadUnaligned<ulong>(ref Unsafe.AddByteOffset(ref _bytes, (nint)(uint)(Position >> 3)));
            return (BitConverter.IsLittleEndian ? BinaryPrimitives.ReverseEndianness(word) : word) << (Position & 7);
        }
    }

    /// <summary>Goes over bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Skip(int bits) => Position += bits;

    /// <summary>The next 1 to 64 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Read(int bits)
    {
        var word = Reservoir;
        if (bits > 57)
        {
            word |= (ulong)Unsafe.AddByteOffset(ref _bytes, (nint)(uint)(Position >> 3) + 8) >> (8 - (Position & 7));
        }

        Position += bits;
        return word >> (64 - bits);
    }
}
