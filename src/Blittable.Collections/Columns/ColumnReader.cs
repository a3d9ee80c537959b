using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Reads a column chunk in place: batches, single rows, and bounds of blocks that need not be decoded. Allocates nothing.</summary>
/// <typeparam name="T">The type that the chunk was written with.</typeparam>
/// <remarks>Opening checks the header, the checksum and the directory; damaged bytes give a <see cref="BlittableException"/> then or when they are decoded,
/// or wrong values where there is no checksum, and nothing else.</remarks>
public ref partial struct ColumnReader<T>
    where T : unmanaged
{
    private readonly ColumnHeader _header;
    private readonly ColumnSummary _summary;
    private readonly ReadOnlySpan<ulong> _validity;
    private readonly ReadOnlySpan<byte> _plain;
    private readonly IntegerDecoder _integers;
    private readonly ColumnScale _scale;
    private readonly ColumnExceptions _exceptions;
    private readonly IntegerDecoder _upper;
    private readonly int _lowerBits;
    private readonly int _values;
    private int _position;

    /// <summary>Opens the chunk at the start of some bytes, which the reader borrows.</summary>
    /// <param name="bytes">The bytes; others may follow the chunk.</param>
    /// <param name="verify">False leaves the checksum unchecked, for one who has checked it already.</param>
    /// <exception cref="BlittableException">The bytes are no chunk, are damaged, or hold another type.</exception>
    public ColumnReader(ReadOnlySpan<byte> bytes, bool verify = true)
    {
        _header = ColumnHeader.Read(bytes, verify, out var chunk);
        _header.RequireType(Lanes<T>.Type);
        _values = _header.Rows - _header.Nulls;
        var sections = new ColumnBytes(chunk[ColumnHeader.Size..]);
        if ((_header.Flags & ColumnFlags.Statistics) != 0)
        {
            _summary = ColumnSummary.Read(sections.Take(ColumnSummary.Size, "statistics"));
        }

        _validity = _header.TakeValidity(ref sections);
        var encoding = _header.Encoding;
        if (encoding == ColumnEncoding.Scaled && Lanes<T>.CanScale)
        {
            _scale = ColumnScale.Take(ref sections, _header.Type, out encoding);
        }
        else if (encoding == ColumnEncoding.Decimal && typeof(T) == typeof(double))
        {
            _scale = ColumnScale.Take(ref sections, _header.Type, out encoding);
            _exceptions = ColumnExceptions.Take(ref sections, _values);
        }
        else if (encoding == ColumnEncoding.Split && typeof(T) == typeof(double))
        {
            _lowerBits = TakeLowerBits(ref sections);
            var upperEncoding = (ColumnEncoding)sections.TakeByte("the encoding of upper bits");
            var upperBytes = sections.TakeUInt32("the size of upper bits");
            _exceptions = ColumnExceptions.Take(ref sections, _values);
            _upper = new IntegerDecoder(upperEncoding, sections.Take(upperBytes, "upper bits"), _values, sizeof(long));
            encoding = ColumnEncoding.BitPacked;
        }
        else if (encoding == ColumnEncoding.Plain && Lanes<T>.CanBePlain)
        {
            _plain = sections.Take((long)_values * PlainSize, "values");
            if (!sections.Rest.IsEmpty)
            {
                ThrowHelper.InvalidData("a chunk that ends with its values", $"{sections.Rest.Length} more bytes");
            }

            return;
        }
        else if (!Lanes<T>.AreDirect)
        {
            ThrowHelper.InvalidData($"an encoding of {_header.Type}", $"{(int)encoding}", 2);
        }

        _integers = new IntegerDecoder(encoding, sections.Rest, _values, ValueBytes);
    }

    /// <summary>The rows of the chunk.</summary>
    public readonly int Rows => _header.Rows;

    /// <summary>The rows that are null.</summary>
    public readonly int NullCount => _header.Nulls;

    /// <summary>How the chunk's values are stored.</summary>
    public readonly ColumnEncoding Encoding => _header.Encoding;

    /// <summary>The next row that <see cref="ReadBatch(Span{T})"/> gives.</summary>
    public readonly int Position => _position;

    private readonly bool IsScaled => _header.Encoding is ColumnEncoding.Scaled or ColumnEncoding.Decimal;

    private readonly int ValueBytes => IsScaled ? sizeof(long) : Lanes<T>.ValueBytes;

    private static int PlainSize => Unsafe.SizeOf<T>();

    /// <summary>The statistics, where the chunk has them.</summary>
    public readonly bool TryGetStatistics(out ColumnStatistics<T> statistics)
    {
        if ((_header.Flags & ColumnFlags.Statistics) == 0)
        {
            statistics = default;
            return false;
        }

        statistics = _summary.ToStatistics<T>(_values, _header.Nulls, _scale);
        return true;
    }

    /// <summary>The values where they are, where the chunk holds them plainly and none is null.</summary>
    public readonly bool TryGetSpan(out ReadOnlySpan<T> values)
    {
        values = default;
        if (_header.Encoding != ColumnEncoding.Plain || !Lanes<T>.CanBePlain || _header.Nulls != 0)
        {
            return false;
        }

        values = MemoryMarshal.Cast<byte, T>(_plain);
        return true;
    }

    /// <summary>Reads the next rows; one that is null becomes the type's default.</summary>
    /// <returns>The rows read: as many as there is room for, or are left; 0 at the end.</returns>
    public int ReadBatch(Span<T> values)
    {
        var count = Math.Min(values.Length, _header.Rows - _position);
        Read(_position, values[..count]);
        _position += count;
        return count;
    }

    /// <summary>Reads the next rows and which of them are not null.</summary>
    /// <param name="values">Room for values; a row that is null becomes the type's default.</param>
    /// <param name="validity">A bit a row, the first row lowest, set where the row is not null; at least a word for each 64 values.</param>
    /// <returns>The rows read.</returns>
    /// <exception cref="ArgumentException">The validity is too short.</exception>
    public int ReadBatch(Span<T> values, Span<ulong> validity)
    {
        var count = Math.Min(values.Length, _header.Rows - _position);
        if (validity.Length < MaskKernel.Words(count))
        {
            throw new ArgumentException($"{count} rows need {MaskKernel.Words(count)} words; there are {validity.Length}.", nameof(validity));
        }

        if (_header.Nulls == 0)
        {
            MaskKernel.SetAll(validity, count);
        }
        else
        {
            RowBits.Copy(_validity, _position, count, validity);
        }

        return ReadBatch(values[..count]);
    }

    /// <summary>Goes over rows without decoding them.</summary>
    /// <returns>The rows gone over.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The number is negative.</exception>
    public int Skip(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        count = Math.Min(count, _header.Rows - _position);
        _position += count;
        return count;
    }

    /// <summary>Goes to a row.</summary>
    /// <exception cref="ArgumentOutOfRangeException">There is no such row, nor do the rows end there.</exception>
    public void Seek(int row)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)row, (uint)_header.Rows, nameof(row));
        _position = row;
    }

    /// <summary>Bounds of the values from the position to the end of its block, known without decoding it.</summary>
    /// <param name="min">No value is smaller.</param>
    /// <param name="max">No value is larger.</param>
    /// <param name="count">The rows up to the end of the block, nulls included.</param>
    /// <returns>False at the end, and where the encoding keeps no bounds; then all there is are the statistics of the chunk.</returns>
    public readonly bool TryPeekBlock(out T min, out T max, out int count)
    {
        min = max = default;
        count = 0;
        var first = _header.Nulls == 0 ? _position : MaskKernel.Count(_validity, _position);
        if (first >= _values || !_plain.IsEmpty)
        {
            return false;
        }

        var block = first / IntegerEncoder.BlockValues;
        var end = Math.Min(_values, (block + 1) * IntegerEncoder.BlockValues);
        count = (_header.Nulls == 0 ? end : end == _values ? _header.Rows : RowBits.Select(_validity, end)) - _position;
        if ((Lanes<T>.AreFloating && !IsScaled)
            || (_exceptions.Count > 0 && _exceptions.IsAnyWithin(first, end))
            || !_integers.TryPeekBlock(block, out var low, out var high))
        {
            return false;
        }

        if (typeof(T) == typeof(int) || typeof(T) == typeof(bool))
        {
            // A block's bounds are those of its width, and may lie beyond the type.
            low = Math.Max(low, typeof(T) == typeof(int) ? int.MinValue : 0);
            high = Math.Min(high, typeof(T) == typeof(int) ? int.MaxValue : 1);
        }

        (min, max) = IsScaled ? (_scale.Restore<T>(low), _scale.Restore<T>(high)) : (Lanes<T>.To(low), Lanes<T>.To(high));
        return true;
    }

    /// <summary>One row; at most one block of 128 values is decoded.</summary>
    /// <param name="row">The row, from 0.</param>
    /// <param name="value">Its value.</param>
    /// <returns>False where the row is null.</returns>
    /// <exception cref="ArgumentOutOfRangeException">There is no such row.</exception>
    public readonly bool TryGet(int row, out T value)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)row, (uint)_header.Rows, nameof(row));
        value = default;
        if (_header.Nulls != 0)
        {
            if (!MaskKernel.IsSet(_validity, row))
            {
                return false;
            }

            row = MaskKernel.Count(_validity, row);
        }

        value = !_plain.IsEmpty ? MemoryMarshal.Cast<byte, T>(_plain)[row]
            : typeof(T) == typeof(double) && _exceptions.TryGet(row, out var exception) ? Unsafe.BitCast<double, T>(exception)
            : _lowerBits != 0 ? Lanes<T>.To(_integers.Get(row) | (_upper.Get(row) << _lowerBits))
            : IsScaled ? _scale.Restore<T>(_integers.Get(row))
            : Lanes<T>.To(_integers.Get(row));
        return true;
    }
}
