using System.Buffers;

namespace Blittable.Columns;

/// <summary>Creates column chunks of a fixed-width type. Reusable; does not allocate per chunk after the first ones. Not thread-safe.</summary>
/// <typeparam name="T"><see cref="int"/>, <see cref="long"/>, <see cref="ulong"/>, <see cref="float"/>, <see cref="double"/>, <see cref="decimal"/>,
/// <see cref="Dates.Timestamp"/> or <see cref="bool"/>.</typeparam>
/// <remarks><see cref="WriteBatch(ReadOnlySpan{T})"/> collects rows until <see cref="Finish()"/> creates a chunk from them. <see cref="Encode"/> creates a
/// chunk directly from a span of rows. <c>docs/COLUMNS.md</c> describes the layout.</remarks>
/// <exception cref="NotSupportedException">The type is not supported. Thrown on construction.</exception>
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

    /// <summary>Creates a writer.</summary>
    public ColumnWriter(ColumnOptions? options = null) => _options = options ?? ColumnOptions.Default;

    /// <summary>Gets the number of rows collected since the last chunk.</summary>
    public int Rows { get; private set; }

    /// <summary>Collects rows without nulls.</summary>
    /// <exception cref="BlittableException">The chunk would have more than 2^24 rows.</exception>
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

    /// <summary>Collects rows with nulls.</summary>
    /// <param name="values">One value for each row. Values of null rows are ignored.</param>
    /// <param name="isNull">For each row, a value that indicates whether it is null.</param>
    /// <exception cref="ArgumentException">The spans have different lengths.</exception>
    /// <exception cref="BlittableException">The chunk would have more than 2^24 rows.</exception>
    public void WriteBatch(ReadOnlySpan<T> values, ReadOnlySpan<bool> isNull)
    {
        if (values.Length != isNull.Length)
        {
            throw new ArgumentException($"{isNull.Length} null flags were specified for {values.Length} values.", nameof(isNull));
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

    /// <summary>Creates a chunk from the collected rows and clears them.</summary>
    /// <returns>The chunk, valid until the next one is created.</returns>
    public ReadOnlyMemory<byte> Finish()
    {
        var chunk = Encode(_rows.AsSpan(0, Rows), _hasNulls ? _validity.AsSpan(0, MaskKernel.Words(Rows)) : default);
        _validity.AsSpan(0, MaskKernel.Words(Rows)).Clear();
        Rows = 0;
        _hasNulls = false;
        return chunk;
    }

    /// <summary>Creates a chunk from the collected rows, appends it to an output, and clears the rows.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="output"/> is null.</exception>
    public void Finish(IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        output.Write(Finish().Span);
    }

    /// <summary>Creates a chunk from the specified rows, independently of collected rows.</summary>
    /// <param name="values">One value for each row. Values of null rows are ignored.</param>
    /// <param name="validity">One bit for each row, row 0 lowest, set if the row is not null, as returned by
    /// <see cref="ColumnReader{T}.ReadBatch(Span{T}, Span{ulong})"/>. Empty if no row is null.</param>
    /// <returns>The chunk, valid until the next one is created.</returns>
    /// <exception cref="ArgumentException"><paramref name="validity"/> is too short.</exception>
    /// <exception cref="BlittableException">There are more than 2^24 rows.</exception>
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
            Layout.ThrowHelper.Throw(BlittableErrorCode.InputTooLarge, $"A chunk can hold at most {ColumnHeader.MaxRows} rows, not {rows}.");
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
