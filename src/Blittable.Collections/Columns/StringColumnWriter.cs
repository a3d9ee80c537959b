using System.Buffers;
using System.Text;
using System.Text.Unicode;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Makes column chunks of strings. Reusable; allocates nothing per chunk once warm; not thread-safe.</summary>
/// <remarks>
/// Rows are kept as runs of equal strings: a run is found by comparing with the row before, and only its first row is looked up in a hash table.
/// For tags, which repeat for thousands of rows, the table costs nothing so.
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

    /// <summary>Gets the rows collected since the last chunk.</summary>
    public int Rows { get; private set; }

    /// <summary>The different strings among them.</summary>
    internal StringTable Distinct => _table;

    private int Values => Rows - _nulls;

    /// <summary>Collects rows given by reference; a null reference is a null.</summary>
    /// <exception cref="BlittableException">More than 2^24 rows for one chunk.</exception>
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

    /// <summary>Collects rows whose UTF-8 bytes follow each other.</summary>
    /// <param name="utf8">The bytes of all rows.</param>
    /// <param name="ends">Where each row's bytes end.</param>
    /// <param name="isNull">Whether each row is null; empty where none is.</param>
    /// <exception cref="ArgumentException">The ends fall, go beyond the bytes, or are not as many as the null marks.</exception>
    /// <exception cref="BlittableException">More than 2^24 rows for one chunk.</exception>
    public void WriteBatch(ReadOnlySpan<byte> utf8, ReadOnlySpan<int> ends, ReadOnlySpan<bool> isNull = default)
    {
        if (!isNull.IsEmpty && isNull.Length != ends.Length)
        {
            throw new ArgumentException($"{ends.Length} strings have {isNull.Length} null marks.", nameof(isNull));
        }

        Grow(ends.Length);
        ReadOnlySpan<byte> run = default;
        int start = 0, length = 0;
        for (var i = 0; i < ends.Length; i++)
        {
            if (ends[i] < start || ends[i] > utf8.Length)
            {
                throw new ArgumentException($"Row {i} ends at {ends[i]}; it starts at {start} of {utf8.Length} bytes.", nameof(ends));
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

    /// <summary>Collects rows that were read from a chunk.</summary>
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

    /// <summary>Makes a chunk of the rows collected and starts anew.</summary>
    /// <returns>The chunk, until the next one is made.</returns>
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

    /// <summary>Makes a chunk of the rows collected, appends it to an output and starts anew.</summary>
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

        Utf8.FromUtf16(value, _utf8, out _, out var written);
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
            ThrowHelper.Throw(BlittableErrorCode.InputTooLarge, $"A chunk holds at most {ColumnHeader.MaxRows} rows; there are {Rows + (long)rows}.");
        }

        if (_validity.Length < MaskKernel.Words(Rows + rows))
        {
            Array.Resize(ref _validity, Math.Max(MaskKernel.Words(Rows + rows), 2 * _validity.Length));
        }
    }
}
