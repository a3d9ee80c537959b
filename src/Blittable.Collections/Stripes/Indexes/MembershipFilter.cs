using System.Numerics;
using Blittable.Collections.Storage;
using Blittable.Layout;

namespace Blittable.Collections.Stripes.Indexes;

/// <summary>Represents a Bloom filter for the values of a chunk.</summary>
/// <remarks>
/// A small filter has 64 to 8192 bits, a power of two, and each value sets two of them. It is part of the directory.
/// A large filter is for a chunk with more distinct values than a small filter can tell apart. It takes at most a twelfth of the size of the chunk and at most
/// 8 bits per value, at which 3 % of the other values pass; with 4 bits, 15 % pass. A chunk whose values take less than 6 bytes each is fast to read, and has no
/// large filter. The filter consists of blocks of 256 bits, followed by a byte with the number of bits that a value sets. All of them are in the block that the
/// upper half of the hash selects, so a lookup touches one cache line.
/// </remarks>
internal readonly struct MembershipFilter
{
    internal const int MaxBytes = 1024;

    private const int BlockBytes = 32;

    /// <summary>The minimum number of bytes of a chunk for each byte of its large filter.</summary>
    private const int ChunkBytes = 12;

    private const int LeastBits = 4, MostBits = 8;

    /// <summary>The number of values from which a chunk, of array elements, has no large filter, to limit the memory of writers.</summary>
    private const int MostValues = 1 << 20;

    private readonly ReadOnlyMemory<byte> _bits;

    private MembershipFilter(ReadOnlyMemory<byte> bits) => _bits = bits;

    public bool IsEmpty => _bits.IsEmpty;

    /// <summary>Gets a value that indicates whether the filter is stored outside the directory.</summary>
    public bool IsLarge => _bits.Length > MaxBytes;

    public ReadOnlySpan<byte> Bytes => _bits.Span;

    /// <summary>Gets odd numbers that derive the bits of a value from its hash (those of Parquet's split block Bloom filter).</summary>
    private static ReadOnlySpan<uint> Factors => [0x47B6137B, 0x44974D91, 0x8824AD5B, 0xA2B7289D, 0x705495C7, 0x2DF1424B, 0x9EFC4947, 0x5C6BFB31];

    /// <summary>Determines whether the chunk may contain a value with this hash.</summary>
    public bool MayContain(ulong hash)
    {
        var bits = _bits.Span;
        return bits.IsEmpty || (IsLarge ? IsInBlock(bits, hash) : IsSet(bits, hash) && IsSet(bits, hash >> 32));
    }

    /// <summary>Determines whether a large filter of the chunk does not exceed its part of the size.</summary>
    public bool IsWorthStoring(int chunkBytes) => IsLarge && _bits.Length <= (chunkBytes / ChunkBytes) + 1;

    /// <summary>Writes a small filter, or nothing instead of a large filter.</summary>
    public void Write(DirectoryBuffer output) => output.WriteBytes(IsLarge ? [] : _bits.Span);

    public static MembershipFilter Read(ref DirectoryFields fields)
    {
        var bits = fields.TakeMemory("a membership filter");
        if (bits.IsEmpty)
        {
            return default;
        }

        if (bits.Length is < sizeof(ulong) or > MaxBytes || !BitOperations.IsPow2(bits.Length))
        {
            ThrowHelper.InvalidData($"a membership filter whose size is a power of two from 8 to {MaxBytes} bytes", $"{bits.Length} bytes");
        }

        return new MembershipFilter(bits);
    }

    /// <summary>Reads a large filter, which may be absent.</summary>
    public static MembershipFilter ReadLarge(ref DirectoryFields fields)
    {
        var bits = fields.TakeMemory("a large membership filter");
        if (!bits.IsEmpty && (bits.Length <= MaxBytes || bits.Length % BlockBytes != 1 || bits.Span[^1] is 0 or > MostBits))
        {
            ThrowHelper.InvalidData($"a large membership filter in blocks of {BlockBytes} bytes and up to {MostBits} bits per value", $"{bits.Length} bytes, {bits.Span[^1]} bits");
        }

        return new MembershipFilter(bits);
    }

    private static bool IsSet(ReadOnlySpan<byte> bits, ulong hash)
    {
        var bit = (int)(hash & ((8UL * (uint)bits.Length) - 1));
        return ((bits[bit >> 3] >> (bit & 7)) & 1) != 0;
    }

    private static bool IsInBlock(ReadOnlySpan<byte> bits, ulong hash)
    {
        var block = bits.Slice(BlockOf(bits.Length, hash), BlockBytes);
        foreach (var factor in Factors[..bits[^1]])
        {
            var bit = BitOf(hash, factor);
            if (((block[bit >> 3] >> (bit & 7)) & 1) == 0)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Returns the offset of the block of a value.</summary>
    private static int BlockOf(int length, ulong hash) => (int)(((hash >> 32) * (uint)(length / BlockBytes)) >> 32) * BlockBytes;

    /// <summary>Returns the number of a bit in a block, from 0 to 255.</summary>
    private static int BitOf(ulong hash, uint factor) => (int)(((uint)hash * factor) >> 24);

    /// <summary>Collects the hashes of a chunk's values. Reusable.</summary>
    internal sealed class Builder
    {
        /// <summary>The maximum number of bits set. With more than half of the bits set, a small filter is not selective enough.</summary>
        private const int MostSet = 8 * MaxBytes / 2;

        private readonly byte[] _bits = new byte[MaxBytes];
        private readonly List<ulong> _hashes = [];
        private int _set;

        /// <summary>Adds the hash of a value. Values should be added once.</summary>
        public void Add(ulong hash)
        {
            if (_hashes.Count < MostValues)
            {
                _hashes.Add(hash);
            }

            if (_set <= MostSet)
            {
                Set((int)(hash % (8 * MaxBytes)));
                Set((int)((hash >> 32) % (8 * MaxBytes)));
            }
        }

        /// <summary>Returns the filter, and resets the builder. A small filter is halved repeatedly while at least three in four bits remain unset.</summary>
        /// <param name="chunkBytes">The size of the chunk, which limits the size of a large filter; 0 for none.</param>
        public MembershipFilter Finish(int chunkBytes)
        {
            var filter = default(MembershipFilter);
            if (_set is > 0 and <= MostSet)
            {
                var size = MaxBytes;
                for (var set = _set; size > sizeof(ulong) && set <= 2 * size; size /= 2)
                {
                    set = 0;
                    for (var i = 0; i < size / 2; i++)
                    {
                        _bits[i] |= _bits[(size / 2) + i];
                        set += BitOperations.PopCount(_bits[i]);
                    }
                }

                filter = new MembershipFilter(_bits.AsSpan(0, size).ToArray());
            }
            else if (_set > MostSet && _hashes.Count < MostValues && 8L * (chunkBytes / ChunkBytes) >= (long)_hashes.Count * LeastBits)
            {
                filter = Large(Math.Min(chunkBytes / ChunkBytes, _hashes.Count * MostBits / 8));
            }

            _bits.AsSpan().Clear();
            _hashes.Clear();
            _set = 0;
            return filter;
        }

        private MembershipFilter Large(int bytes)
        {
            // About half of the bits are set if a value sets as many bits as it has, times ln 2. The literal has the same digits on every machine.
            const double ln2 = 0.693147180559945;
            var bits = new byte[(bytes / BlockBytes * BlockBytes) + 1];
            bits[^1] = (byte)Math.Clamp(Math.Round(8.0 * bytes / _hashes.Count * ln2), 1, MostBits);
            foreach (var hash in _hashes)
            {
                var block = bits.AsSpan(BlockOf(bits.Length, hash), BlockBytes);
                foreach (var factor in Factors[..bits[^1]])
                {
                    var bit = BitOf(hash, factor);
                    block[bit >> 3] |= (byte)(1 << (bit & 7));
                }
            }

            return new MembershipFilter(bits);
        }

        private void Set(int bit)
        {
            ref var bits = ref _bits[bit >> 3];
            _set += ((bits >> (bit & 7)) & 1) ^ 1;
            bits |= (byte)(1 << (bit & 7));
        }
    }
}
