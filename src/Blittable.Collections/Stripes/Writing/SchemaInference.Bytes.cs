namespace Blittable.Collections.Stripes.Writing;

/// <content>Limits the size of columns.</content>
internal sealed partial class SchemaInference
{
    /// <summary>The maximum size of the values in the columns of a chunk group, in bytes. The columns of a group are in memory until it is written. A document
    /// that shares values has few bytes, but its columns contain every value.</summary>
    private const long MostGroupBytes = 1 << 29;

    /// <summary>The approximate size of a value in a column, in addition to its text.</summary>
    private const int ValueBytes = 8;

    /// <summary>The maximum size of a document's values in columns, for each value that it may have.</summary>
    private const int MostValueBytes = 2 * ValueBytes;

    private bool _countsBytes;
    private long _groupBytes;

    /// <summary>Starts the next chunk group.</summary>
    /// <param name="maxValues">The maximum number of values in the documents of the group, or of bytes of their text.</param>
    public void StartGroup(long maxValues = 0)
    {
        _group++;
        _groupBytes = 0;
        _countsBytes = maxValues > MostGroupBytes / MostValueBytes;
    }

    private void CountBytes(SchemaNode node, in BlittableValue value)
    {
        if (!_countsBytes)
        {
            return;
        }

        long bytes = ValueBytes;
        if (value.TryGetUtf8Length(out var length))
        {
            bytes += length;
        }
        else if (value.TryReadNumber(out var number))
        {
            bytes += number.Text.Length;
        }

        node.Bytes = (_group, (node.Bytes.Group == _group ? node.Bytes.Count : 0) + bytes);
        _groupBytes += bytes;
    }

    /// <summary>Makes the paths with the largest values residual, until the columns of the chunk group are small enough.</summary>
    private void CloseLargest()
    {
        while (true)
        {
            var nodes = new List<SchemaNode>();
            Number(Root, nodes);
            var counted = nodes.Where(node => !node.IsResidual && node.Bytes.Group == _group).ToArray();
            _groupBytes = counted.Sum(node => node.Bytes.Count);
            if (_groupBytes <= MostGroupBytes)
            {
                return;
            }

            var largest = counted.MaxBy(node => node.Bytes.Count)!;
            (largest.IsElement ? largest.Parent! : largest).Close();
        }
    }
}
