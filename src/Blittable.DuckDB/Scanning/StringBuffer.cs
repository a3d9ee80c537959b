using System.Buffers;
using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>Collects strings or JSON texts in UTF-8.</summary>
/// <param name="column">The column.</param>
internal sealed class StringBuffer(TableColumn column) : NestedBuffer(column)
{
    /// <summary>The minimum size of a block. Several blocks hold more bytes than an array can.</summary>
    private const int BlockBytes = 1 << 18;

    /// <summary>The size of a string in a vector without its bytes.</summary>
    private const int EntryBytes = 16;

    /// <summary>NaN and the infinities count as null, and so do foreign extensions.</summary>
    private static readonly BlittableJsonOptions s_json = new() { NotJson = BlittableNotJson.Null };

    private readonly List<byte[]> _blocks = [];
    private readonly List<(int Block, int Start, int Length)> _texts = [];
    private readonly ArrayBufferWriter<byte> _json = new();
    private int _block = -1, _used;
    private long _bytes;

    public override long ByteCount => ((long)Count * EntryBytes) + _bytes;

    public override void Clear()
    {
        base.Clear();
        _texts.Clear();

        // Keep a single block, so that one range of long strings does not determine the memory of the others.
        _blocks.RemoveRange(Math.Min(1, _blocks.Count), Math.Max(0, _blocks.Count - 1));
        (_block, _used) = (_blocks.Count - 1, 0);
        _bytes = 0;
    }

    protected override bool TryAddValue(in BlittableValue value)
    {
        if (Column.Kind == TableColumnType.Json)
        {
            return TryAddJson(value);
        }

        if (!value.TryGetUtf8Length(out var length))
        {
            return false;
        }

        return value.TryCopyUtf8(Take(length), out _);
    }

    protected override void AddEmpty() => _texts.Add(default);

    protected override void WriteValues(nint vector, int first, int count)
    {
        var data = NestedKernel.DataOf(vector);
        for (var row = 0; row < count; row++)
        {
            var (block, start, length) = _texts[first + row];
            NestedKernel.WriteString(vector, data, row, length == 0 ? [] : _blocks[block].AsSpan(start, length));
        }
    }

    private bool TryAddJson(in BlittableValue value)
    {
        if (value.Kind == BlittableValueKind.Number && !DocumentDecimals.IsFinite(value))
        {
            return false;
        }

        _json.ResetWrittenCount();
        value.WriteJson(_json, s_json);
        _json.WrittenSpan.CopyTo(Take(_json.WrittenCount));
        return true;
    }

    /// <summary>Adds a text with undefined contents.</summary>
    private Span<byte> Take(int length)
    {
        if (_block < 0 || _blocks[_block].Length - _used < length)
        {
            _blocks.Add(new byte[Math.Max(length, BlockBytes)]);
            (_block, _used) = (_blocks.Count - 1, 0);
        }

        _texts.Add((_block, _used, length));
        var text = _blocks[_block].AsSpan(_used, length);
        _used += length;
        _bytes += length;
        return text;
    }
}
