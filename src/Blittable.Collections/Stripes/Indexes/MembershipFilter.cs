using System.Numerics;
using Blittable.Collections.Storage;
using Blittable.Layout;

namespace Blittable.Collections.Stripes.Indexes;

/// <summary>Represents a Bloom filter for the values of a chunk, in which each value sets two bits.</summary>
/// <remarks>The filter has 64 to 8192 bits, a power of two. It is empty if the chunk has too many distinct values for that.</remarks>
internal readonly struct MembershipFilter
{
    internal const int MaxBytes = 1024;

    private readonly ReadOnlyMemory<byte> _bits;

    private MembershipFilter(ReadOnlyMemory<byte> bits) => _bits = bits;

    /// <summary>Determines whether the chunk may contain a value with this hash.</summary>
    public bool MayContain(ulong hash)
    {
        var bits = _bits.Span;
        return bits.IsEmpty || (IsSet(bits, hash) && IsSet(bits, hash >> 32));
    }

    public void Write(DirectoryBuffer output) => output.WriteBytes(_bits.Span);

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

    private static bool IsSet(ReadOnlySpan<byte> bits, ulong hash)
    {
        var bit = (int)(hash & ((8UL * (uint)bits.Length) - 1));
        return ((bits[bit >> 3] >> (bit & 7)) & 1) != 0;
    }

    /// <summary>Collects the hashes of a chunk's values. Reusable.</summary>
    internal sealed class Builder
    {
        /// <summary>The maximum number of bits set. With more than half of the bits set, a filter is not selective enough.</summary>
        private const int MostSet = 8 * MaxBytes / 2;

        private readonly byte[] _bits = new byte[MaxBytes];
        private int _set;

        public void Add(ulong hash)
        {
            if (_set <= MostSet)
            {
                Set((int)(hash % (8 * MaxBytes)));
                Set((int)((hash >> 32) % (8 * MaxBytes)));
            }
        }

        /// <summary>Returns the filter, halved repeatedly while at least three in four bits remain unset, and resets the builder.</summary>
        public MembershipFilter Finish()
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

            _bits.AsSpan().Clear();
            _set = 0;
            return filter;
        }

        private void Set(int bit)
        {
            ref var bits = ref _bits[bit >> 3];
            _set += ((bits >> (bit & 7)) & 1) ^ 1;
            bits |= (byte)(1 << (bit & 7));
        }
    }
}
