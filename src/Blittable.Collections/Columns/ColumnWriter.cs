using System.Buffers;

namespace Blittable.Columns;

/// <summary>Makes column chunks of a fixed-width type. Reusable; allocates nothing per chunk once warm; not thread-safe.</summary>
/// <typeparam name="T"><see cref="int"/>, <see cref="long"/>, <see cref="ulong"/>, <see cref="float"/>, <see cref="double"/>, <see cref="decimal"/>,
/// <see cref="Dates.Timestamp"/> or <see cref="bool"/>.</typeparam>
/// <remarks>Rows are collected by <see cref="WriteBatch(ReadOnlySpan{T})"/> until <see cref="Finish()"/> makes a chunk of them;
/// <see cref="Encode"/> makes a chunk of rows that stand ready, without collecting them first. The layout is that of <c>docs/COLUMNS.md</c>.</remarks>
/// <exception cref="NotSupportedException">When made for another type.</exception>
public sealed partial class ColumnWriter<T>
    where T : unmanaged
{
    private readonly ColumnOptions _options;
    private readonly IntegerEncoder _integers = new();
    private readonly DoubleSplitter _splitter = new();
    private readonly ColumnBuffer _output = new();
    private readonly ColumnType _type = Lanes<T>.Type;
    private T[] _rows = [];
    private T[] _dense = [];
    private ulong[] _validity = [];
    private long[] _lanes = [];
    private long[] _counts = [];
    private long[] _parts = [];
    private bool _hasNulls;

    /// <summary>A writer.</summary>
    public ColumnWriter(ColumnOptions? options = null) => _options = options ?? ColumnOptions.Default;

    /// <summary>The rows collected since the last chunk.</summary>
    public int Rows { get; private set; }

    /// <summary>Collects rows none of which is null.</summary>
    /// <exception cref="BlittableException">More than 2^24 rows for one chunk.</exception>
    public void WriteBatch(ReadOnlySpan<T> values)
    {
        Grow(values.Length);
        values.CopyTo(_rows.AsSpan(Rows));
        if (_hasNulls)
        {
            RowBits.SetRange(_validity, Rows, values.Length);
        }

        Rows += values.Length;
    }

    /// <summary>Collects rows some of which may be null.</summary>
    /// <param name="values">A value a row; what stands in a row that is null does not matter.</param>
    /// <param name="isNull">Whether each row is null.</param>
    /// <exception cref="ArgumentException">The spans differ in length.</exception>
    /// <exception cref="BlittableException">More than 2^24 rows for one chunk.</exception>
    public void WriteBatch(ReadOnlySpan<T> values, ReadOnlySpan<bool> isNull)
    {
        if (values.Length != isNull.Length)
        {
            throw new ArgumentException($"{values.Length} values have {isNull.Length} null marks.", nameof(isNull));
        }

        var start = Rows;
        WriteBatch(values);
        if (!_hasNulls && isNull.Contains(true))
        {
            _hasNulls = true;
            RowBits.SetRange(_validity, 0, Rows);
        }

        if (_hasNulls)
        {
            RowBits.ClearNulls(_validity, start, isNull);
        }
    }

    /// <summary>Makes a chunk of the rows collected and starts anew.</summary>
    /// <returns>The chunk, until the next one is made.</returns>
    public ReadOnlyMemory<byte> Finish()
    {
        var chunk = Encode(_rows.AsSpan(0, Rows), _hasNulls ? _validity.AsSpan(0, MaskKernel.Words(Rows)) : default);
        _validity.AsSpan(0, MaskKernel.Words(Rows)).Clear();
        Rows = 0;
        _hasNulls = false;
        return chunk;
    }

    /// <summary>Makes a chunk of the rows collected, appends it to an output and starts anew.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="output"/> is null.</exception>
    public void Finish(IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        output.Write(Finish().Span);
    }

    /// <summary>Makes a chunk of rows that stand ready; rows collected before stay.</summary>
    /// <param name="values">A value a row; what stands in a row that is null does not matter.</param>
    /// <param name="validity">A bit a row, row 0 lowest, set where the row is not null, as
    /// <see cref="ColumnReader{T}.ReadBatch(Span{T}, Span{ulong})"/> gives them; empty where none is null.</param>
    /// <returns>The chunk, until the next one is made.</returns>
    /// <exception cref="ArgumentException">The validity is too short.</exception>
    /// <exception cref="BlittableException">More than 2^24 rows.</exception>
    public ReadOnlyMemory<byte> Encode(ReadOnlySpan<T> values, ReadOnlySpan<ulong> validity = default)
    {
        CheckRows(values.Length);
        var nulls = RowBits.CountNulls(validity, values.Length);
        var dense = values;
        if (nulls > 0)
        {
            EnsureCapacity(ref _dense, values.Length);
            dense = _dense.AsSpan(0, MaskKernel.Compress(values, validity, _dense));
        }

        _output.Clear();
        _output.Reserve(ColumnHeader.Size);
        _output.Advance(ColumnHeader.Size);
        var flags = (_options.Checksum ? ColumnFlags.Checksum : 0) | (nulls > 0 ? ColumnFlags.Nulls : 0);
        var plan = MakePlan(dense);
        if (_options.Statistics && (Lanes<T>.AreDirect || plan.Encoding == ColumnEncoding.Scaled))
        {
            flags |= ColumnFlags.Statistics;
            ColumnSummary.Write(_output, ColumnSummary.Of(dense, Lanes<T>.AreDirect ? Direct(dense) : _counts.AsSpan(0, dense.Length)));
        }

        if (nulls > 0)
        {
            RowBits.Write(_output, validity, values.Length);
        }

        var encoding = WriteBody(dense, plan);
        new ColumnHeader(_type, encoding, flags, values.Length, nulls).Write(_output.Written);
        return _output.WrittenMemory;
    }

    private void Grow(int rows)
    {
        CheckRows(Rows + (long)rows);
        if (_rows.Length < Rows + rows)
        {
            var size = Math.Max(Rows + rows, 2 * _rows.Length);
            Array.Resize(ref _rows, size);
            Array.Resize(ref _validity, MaskKernel.Words(size));
        }
    }

    private static void CheckRows(long rows)
    {
        if (rows > ColumnHeader.MaxRows)
        {
            Layout.ThrowHelper.Throw(BlittableErrorCode.InputTooLarge, $"A chunk holds at most {ColumnHeader.MaxRows} rows; there are {rows}.");
        }
    }

    private static void EnsureCapacity<TItem>(ref TItem[] array, int count)
    {
        if (array.Length < count)
        {
            array = new TItem[Math.Max(count, 2 * array.Length)];
        }
    }

    private ReadOnlySpan<long> Direct(ReadOnlySpan<T> dense) => Lanes<T>.From(dense, ref _lanes);
}
