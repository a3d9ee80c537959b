using Blittable.Writing;

namespace Blittable.Columns;

/// <content>Choice of the smallest suitable encoding, based on a sample.</content>
internal sealed partial class IntegerEncoder
{
    /// <summary>The number of evenly spaced blocks in a sample. Chunks with fewer blocks are sampled completely.</summary>
    private const int SampleBlocks = 16;

    /// <summary>The approximate number of bits in a block's directory entry.</summary>
    private const int DirectoryBits = 24;

    private readonly HashSet<long> _distinct = [];
    private readonly byte[] _sampleBytes = new byte[GorillaCodec.MaxBytes(BlockValues)];

    /// <summary>Chooses an encoding for values.</summary>
    /// <param name="values">The values; at least one.</param>
    /// <param name="valueBytes">The size of a value in bytes, 4 or 8.</param>
    /// <param name="isFloating">True if the values are the bits of floating-point numbers, which suit Gorilla but not deltas.</param>
    /// <param name="bitsPerValue">The approximate number of bits per value.</param>
    public ColumnEncoding Choose(ReadOnlySpan<long> values, int valueBytes, bool isFloating, out double bitsPerValue)
    {
        var blocks = Blocks(values.Length);
        var sampled = Math.Min(blocks, SampleBlocks);
        long seen = 0, packed = 0, differences = 0, gorilla = 0, runs = 0;
        long min = long.MaxValue, max = long.MinValue;
        _distinct.Clear();
        for (var i = 0; i < sampled; i++)
        {
            var block = (int)((long)i * blocks / sampled);
            var part = Block(values, block);
            var (least, most) = RangeKernel.OfValues(part);
            (min, max) = (Math.Min(min, least), Math.Max(max, most));
            packed += DirectoryBits + ((long)RangeKernel.Width((ulong)(most - least)) * part.Length);
            if (part.Length > 1)
            {
                var (smallest, largest) = RangeKernel.OfDeltas(block == 0 ? part : BlockAfterPrevious(values, block));
                differences += (2 * DirectoryBits) + ((long)RangeKernel.Width((ulong)(largest - smallest)) * part.Length);
            }

            if (isFloating)
            {
                gorilla += 8 * EncodeGorilla(part, valueBytes, _sampleBytes);
            }

            for (var at = 0; at < part.Length; runs++)
            {
                _distinct.Add(part[at]);
                var length = part[at..].IndexOfAnyExcept(part[at]);
                at = length < 0 ? part.Length : at + length;
            }

            seen += part.Length;
        }

        var spread = RangeKernel.Width((ulong)(max - min));
        var best = (Encoding: ColumnEncoding.Plain, Bits: (double)seen * valueBytes * 8);
        Consider(ColumnEncoding.BitPacked, packed);
        Consider(ColumnEncoding.Ts2Diff, differences);
        Consider(ColumnEncoding.RunLength, 64 + (Math.Max(1, runs - sampled + 1) * (double)(spread + RangeKernel.Width((ulong)values.Length))));
        if (_distinct.Count <= seen / 4)
        {
            // If the sample contains nearly all distinct values, the dictionary entries are counted once per chunk, not once per sample.
            var entries = _distinct.Count * (double)(spread + 8) * seen / values.Length;
            Consider(ColumnEncoding.Dictionary, entries + (seen * (double)RangeKernel.Width((ulong)_distinct.Count)));
        }

        if (isFloating)
        {
            Consider(ColumnEncoding.Gorilla, gorilla);
        }

        bitsPerValue = best.Bits / seen;
        return best.Encoding;

        // An encoding that is slower to decode must be clearly smaller. Plain values can be read in place.
        void Consider(ColumnEncoding encoding, double bits)
        {
            if (bits < 0.96 * best.Bits)
            {
                best = (encoding, bits);
            }
        }
    }
}
