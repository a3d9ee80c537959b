using System.Buffers;
using System.Text;
using System.Text.Unicode;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Columns;

/// <summary>Creates column chunks of strings. Reusable; does not allocate per chunk after the first ones. Not thread-safe.</summary>
/// <remarks>
/// Rows are collected as runs of equal strings: each row is compared with the previous one, and only the first row of a run is looked up in the hash table. For
/// tags that repeat over thousands of rows, the table is almost free.
/// </remarks>
public sealed partial class StringColumnWriter
{
    private readonly ColumnOptions _options;
    private readonly IntegerEncoder _integers = new();
    private readonly ColumnBuffer _output = new();
    private readonly StringTable _table = new();
    private int[] _runCodes = [];
    private int[] _runEnds = [];
    private int _runs;
    private ulong[] _validity = [];
    private byte[] _utf8 = new byte[256];
    private int _nulls;

    /// <summary>Creates a writer.</summary>
    public StringColumnWriter(ColumnOptions? options = null) => _options = options ?? ColumnOptions.Default;

    /// <summary>Gets the number of rows collected since the last chunk.</summary>
    public int Rows { get; private set; }

    /// <summary>Gets the distinct strings of the collected rows.</summary>
    internal StringTable Distinct => _table;

    private int Values => Rows - _nulls;

    /// <summary>Collects rows. A <see langword="null"/> string is a null row.</summary>
    /// <exception cref="BlittableException">The chunk would have more than 2^24 rows, or a string contains a lone surrogate. The rows before it have been
    /// collected.</exception>
    public void WriteBatch(ReadOnlySpan<string?> values)
    {
        Grow(values.Length);
        for (var start = 0; start < values.Length;)
        {
            var value = values[start];
            var end = start + 1;
            while (end < values.Length && (ReferenceEquals(values[end], value) || (value is not null && string.Equals(values[end], value))))
            {
                end++;
            }

            if (value is null)
            {
                AppendNulls(end - start);
            }
            else
            {
                AppendRun(Transcode(value), end - start);
            }

            start = end;
        }
    }

    /// <summary>Collects rows given as consecutive UTF-8 bytes.</summary>
    /// <param name="utf8">The bytes of all rows.</param>
    /// <param name="ends">The end offset of each row.</param>
    /// <param name="isNull">For each row, a value that indicates whether it is null; empty if no row is null.</param>
    /// <exception cref="ArgumentException">The ends decrease or exceed the bytes, or <paramref name="isNull"/> has a different length.</exception>
    /// <exception cref="BlittableException">The chunk would have more than 2^24 rows.</exception>
    public void WriteBatch(ReadOnlySpan<byte> utf8, ReadOnlySpan<int> ends, ReadOnlySpan<bool> isNull = default)
    {
        if (!isNull.IsEmpty && isNull.Length != ends.Length)
        {
            throw new ArgumentException($"{isNull.Length} null flags were specified for {ends.Length} strings.", nameof(isNull));
        }

        Grow(ends.Length);
        ReadOnlySpan<byte> run = default;
        int start = 0, length = 0;
        for (var i = 0; i < ends.Length; i++)
        {
            if (ends[i] < start || ends[i] > utf8.Length)
            {
                throw new ArgumentException($"Row {i} ends at byte {ends[i]}, but it starts at byte {start} of {utf8.Length}.", nameof(ends));
            }

            var value = utf8[start..ends[i]];
            start = ends[i];
            var nullRow = !isNull.IsEmpty && isNull[i];
            if (length > 0 && !nullRow && value.SequenceEqual(run))
            {
                length++;
                continue;
            }

            AppendRun(run, length);
            run = value;
            length = nullRow ? 0 : 1;
            if (nullRow)
            {
                AppendNulls(1);
            }
        }

        AppendRun(run, length);
    }

    /// <summary>Collects rows read from a chunk.</summary>
    internal void WriteBatch(StringBatch rows)
    {
        var codes = rows.Codes;
        Grow(codes.Length);
        for (var start = 0; start < codes.Length;)
        {
            var code = codes[start];
            var length = codes[start..].IndexOfAnyExcept(code);
            length = length < 0 ? codes.Length - start : length;
            if (code == StringBatch.NullCode)
            {
                AppendNulls(length);
            }
            else
            {
                AppendRun(rows.Entry(code), length);
            }

            start += length;
        }
    }

    /// <summary>Creates a chunk from the collected rows and clears them.</summary>
    /// <returns>The chunk, valid until the next one is created.</returns>
    public ReadOnlyMemory<byte> Finish()
    {
        _output.Clear();
        _output.Reserve(ColumnHeader.Size);
        _output.Advance(ColumnHeader.Size);
        var flags = (_options.Checksum ? ColumnFlags.Checksum : 0) | (_nulls > 0 ? ColumnFlags.Nulls : 0);
        if (_options.Statistics && Values > 0)
        {
            flags |= ColumnFlags.Statistics;
            WriteBounds();
        }

        if (_nulls > 0)
        {
            RowBits.Write(_output, _validity, Rows);
        }

        var encoding = WriteBody();
        new ColumnHeader(ColumnType.String, encoding, flags, Rows, _nulls).Write(_output.Written);
        _table.Clear();
        _validity.AsSpan(0, MaskKernel.Words(Rows)).Clear();
        _runs = _nulls = Rows = 0;
        return _output.WrittenMemory;
    }

    /// <summary>Creates a chunk from the collected rows, appends it to an output, and clears the rows.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="output"/> is null.</exception>
    public void Finish(IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        output.Write(Finish().Span);
    }

    private ReadOnlySpan<byte> Transcode(string value)
    {
        var most = Encoding.UTF8.GetMaxByteCount(value.Length);
        if (_utf8.Length < most)
        {
            _utf8 = new byte[Math.Min(2L * most, Array.MaxLength)];
        }

        if (Utf8.FromUtf16(value, _utf8, out var read, out var written, replaceInvalidSequences: false) != OperationStatus.Done)
        {
            Utf8Text.ThrowUnpaired(read);
        }

        return _utf8.AsSpan(0, written);
    }

    private void AppendRun(ReadOnlySpan<byte> value, int length)
    {
        if (length == 0)
        {
            return;
        }

        var code = _table.Number(value);
        if (_nulls > 0)
        {
            RowBits.SetRange(_validity, Rows, length);
        }

        Rows += length;
        if (_runs > 0 && _runCodes[_runs - 1] == code)
        {
            _runEnds[_runs - 1] = Values;
            return;
        }

        if (_runs == _runCodes.Length)
        {
            var size = Math.Max(256, 2 * _runs);
            Array.Resize(ref _runCodes, size);
            Array.Resize(ref _runEnds, size);
        }

        _runCodes[_runs] = code;
        _runEnds[_runs++] = Values;
    }

    private void AppendNulls(int count)
    {
        if (_nulls == 0)
        {
            RowBits.SetRange(_validity, 0, Rows);
        }

        _nulls += count;
        Rows += count;
    }

    private void Grow(int rows)
    {
        if (Rows + (long)rows > ColumnHeader.MaxRows)
        {
            ThrowHelper.Throw(BlittableErrorCode.InputTooLarge, $"A chunk can hold at most {ColumnHeader.MaxRows} rows, not {Rows + (long)rows}.");
        }

        if (_validity.Length < MaskKernel.Words(Rows + rows))
        {
            Array.Resize(ref _validity, Math.Max(MaskKernel.Words(Rows + rows), 2 * _validity.Length));
        }
    }
}
