using Blittable.Writing;

namespace Blittable.Columns;

/// <content>Picks the smallest sensible encoding by what a sample would take in each.</content>
internal sealed partial class IntegerEncoder
{
    /// <summary>Blocks that are looked at, spread evenly; a chunk of no more is looked at whole.</summary>
    private const int SampleBlocks = 16;

    /// <summary>Bits that a block's directory takes, about.</summary>
    private const int DirectoryBits = 24;

    private readonly HashSet<long> _distinct = [];
    private readonly byte[] _sampleBytes = new byte[GorillaCodec.MaxBytes(BlockValues)];

    /// <summary>The encoding for values.</summary>
    /// <param name="values">The values, one at least.</param>
    /// <param name="valueBytes">The bytes of a value, 4 or 8.</param>
    /// <param name="isFloating">Whether the values are bits of floating-point numbers, which Gorilla suits and differences do not.</param>
    /// <param name="bitsPerValue">About what a value takes.</param>
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
            // Where the sample has seen (nearly) every distinct value, the entries are paid once a chunk, not once a sample.
            var entries = _distinct.Count * (double)(spread + 8) * seen / values.Length;
            Consider(ColumnEncoding.Dictionary, entries + (seen * (double)RangeKernel.Width((ulong)_distinct.Count)));
        }

        if (isFloating)
        {
            Consider(ColumnEncoding.Gorilla, gorilla);
        }

        bitsPerValue = best.Bits / seen;
        return best.Encoding;

        // What decodes slower must be clearly smaller; and what is plain can be read where it is.
        void Consider(ColumnEncoding encoding, double bits)
        {
            if (bits < 0.96 * best.Bits)
            {
                best = (encoding, bits);
            }
        }
    }
}
