using System.Numerics;
using Blittable.Collections.Stripes.Indexes;
using Blittable.Columns;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Collects the values of a path in a stripe and creates an index of them.</summary>
/// <remarks>
/// A hashed index lists units (<see cref="IndexUnits"/>) ordered by bucket, the top bits of the hashes of their values. Its block has two column chunks: the
/// start of each bucket, plus a final end, and the units. Values are not stored again. Lookups compare the values in the rows of a unit.
/// </remarks>
internal sealed class IndexBuilder(SchemaNode node)
{
    /// <summary>The average number of rows in a bucket, as a power of 2.</summary>
    private const int BucketShift = 2;

    private static readonly ColumnOptions Units = new() { Statistics = false, Checksum = false, Encoding = ColumnEncoding.BitPacked };

    private readonly List<(ulong Hash, int Row)> _entries = [];
    private long _last = long.MinValue;
    private bool _isSorted = true;
    private bool _hasTexts;

    /// <summary>Adds the value of a row.</summary>
    /// <param name="row">The row in the stripe.</param>
    /// <param name="hash">The hash of the value.</param>
    /// <param name="value">The value, if it is an integer.</param>
    /// <param name="isInteger">True if the value is an integer.</param>
    public void Add(int row, ulong hash, long value, bool isInteger)
    {
        _isSorted &= isInteger && value >= _last && row == _entries.Count;
        _last = value;
        _entries.Add((hash, row));
    }

    /// <summary>Adds the string of a row.</summary>
    public void AddText(int row, ulong hash)
    {
        _hasTexts = true;
        _isSorted = false;
        _entries.Add((hash, row));
    }

    /// <summary>Writes the index.</summary>
    /// <param name="rows">The number of rows in the stripe.</param>
    /// <param name="chunkRows">The number of rows in a chunk group.</param>
    /// <param name="context">The output.</param>
    public StripeIndex Finish(int rows, int chunkRows, ChunkContext context)
    {
        if (_isSorted && _entries.Count == rows)
        {
            return new StripeIndex(node.Number, IndexKind.Sorted, AreBlocks: false, BucketBits: 0, default);
        }

        var units = new IndexUnits(chunkRows, !_hasTexts);
        var bits = Math.Max(0, BitOperations.Log2((uint)Math.Max(1, _entries.Count)) - BucketShift);
        var keys = new ulong[_entries.Count];
        for (var i = 0; i < keys.Length; i++)
        {
            var (hash, row) = _entries[i];
            keys[i] = ((ulong)StripeIndex.Bucket(hash, bits) << 32) | (uint)units.Of(row);
        }

        Array.Sort(keys);
        var starts = new long[(1 << bits) + 1];
        var pointers = new long[keys.Length];
        var count = 0;
        for (var i = 0; i < keys.Length; i++)
        {
            if (i == 0 || keys[i] != keys[i - 1])
            {
                pointers[count++] = (uint)keys[i];
                starts[(int)(keys[i] >> 32) + 1] = count;
            }
        }

        for (var i = 1; i < starts.Length; i++)
        {
            starts[i] = Math.Max(starts[i], starts[i - 1]);
        }

        var block = context.Integers.Encode(starts).ToArray();
        var pointerChunk = new ColumnWriter<long>(Units).Encode(pointers.AsSpan(0, count));
        return new StripeIndex(node.Number, IndexKind.Hashed, units.AreBlocks, bits, context.Sink.Write([.. block, .. pointerChunk.Span]));
    }
}
