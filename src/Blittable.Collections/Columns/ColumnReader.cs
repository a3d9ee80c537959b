using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Reads a column chunk in place: batches, single rows, and block bounds without decoding. Does not allocate.</summary>
/// <typeparam name="T">The type that the chunk was written with.</typeparam>
/// <remarks>Opening a chunk verifies its header, checksum and directory. Damaged data throws a <see cref="BlittableException"/> on opening or decoding, or,
/// without a checksum, yields wrong values. It has no other effects.</remarks>
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

    /// <summary>Opens the chunk at the start of a span. The span must stay valid while the reader is used.</summary>
    /// <param name="bytes">The bytes. They may extend past the chunk.</param>
    /// <param name="verify"><see langword="false"/> to skip the checksum if it has already been verified.</param>
    /// <exception cref="BlittableException">The bytes are not a chunk, are damaged, or have another type.</exception>
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
            var upperEncoding = (ColumnEncoding)sections.TakeByte("the encoding of the upper bits");
            var upperBytes = sections.TakeUInt32("the size of the upper bits");
            _exceptions = ColumnExceptions.Take(ref sections, _values);
            _upper = new IntegerDecoder(upperEncoding, sections.Take(upperBytes, "the upper bits"), _values, sizeof(long));
            encoding = ColumnEncoding.BitPacked;
        }
        else if (encoding == ColumnEncoding.Plain && Lanes<T>.CanBePlain)
        {
            _plain = sections.Take((long)_values * PlainSize, "values");
            if (!sections.Rest.IsEmpty)
            {
                ThrowHelper.InvalidData("a chunk that ends with its values", $"{sections.Rest.Length} additional bytes");
            }

            return;
        }
        else if (!Lanes<T>.AreDirect)
        {
            ThrowHelper.InvalidData($"an encoding of {_header.Type}", $"{(int)encoding}", 2);
        }

        _integers = new IntegerDecoder(encoding, sections.Rest, _values, ValueBytes);
    }

    /// <summary>Gets the number of rows.</summary>
    public readonly int Rows => _header.Rows;

    /// <summary>Gets the number of null rows.</summary>
    public readonly int NullCount => _header.Nulls;

    /// <summary>Gets the encoding of the chunk.</summary>
    public readonly ColumnEncoding Encoding => _header.Encoding;

    /// <summary>Gets the row that <see cref="ReadBatch(Span{T})"/> reads next.</summary>
    public readonly int Position => _position;

    private readonly bool IsScaled => _header.Encoding is ColumnEncoding.Scaled or ColumnEncoding.Decimal;

    private readonly int ValueBytes => IsScaled ? sizeof(long) : Lanes<T>.ValueBytes;

    private static int PlainSize => Unsafe.SizeOf<T>();

    /// <summary>Gets the statistics, if the chunk has any.</summary>
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

    /// <summary>Gets the values in place, if the chunk stores them plainly and has no nulls.</summary>
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

    /// <summary>Reads the next rows. Null rows become the default value.</summary>
    /// <returns>The number of rows read: the length of <paramref name="values"/> or the number of remaining rows, whichever is smaller.</returns>
    public int ReadBatch(Span<T> values)
    {
        var count = Math.Min(values.Length, _header.Rows - _position);
        Read(_position, values[..count]);
        _position += count;
        return count;
    }

    /// <summary>Reads the next rows and their validity.</summary>
    /// <param name="values">Receives the values. Null rows become the default value.</param>
    /// <param name="validity">Receives one bit for each row, first row lowest, set if the row is not null. It must have one word for every 64 values.</param>
    /// <returns>The number of rows read.</returns>
    /// <exception cref="ArgumentException"><paramref name="validity"/> is too short.</exception>
    public int ReadBatch(Span<T> values, Span<ulong> validity)
    {
        var count = Math.Min(values.Length, _header.Rows - _position);
        if (validity.Length < MaskKernel.Words(count))
        {
            throw new ArgumentException($"{count} rows require {MaskKernel.Words(count)} validity words; the span has {validity.Length}.", nameof(validity));
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

    /// <summary>Skips rows without decoding them.</summary>
    /// <returns>The number of rows skipped.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    public int Skip(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        count = Math.Min(count, _header.Rows - _position);
        _position += count;
        return count;
    }

    /// <summary>Moves to the specified row.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="row"/> is negative or greater than <see cref="Rows"/>.</exception>
    public void Seek(int row)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThan((uint)row, (uint)_header.Rows, nameof(row));
        _position = row;
    }

    /// <summary>Gets bounds for the values from the current position to the end of its block, without decoding it.</summary>
    /// <param name="min">A lower bound of the values.</param>
    /// <param name="max">An upper bound of the values.</param>
    /// <param name="count">The number of rows up to the end of the block, including nulls.</param>
    /// <returns><see langword="false"/> at the end of the chunk, or if the encoding has no block bounds. In the latter case, use the chunk's
    /// statistics.</returns>
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
            // Block bounds are derived from the bit width and may exceed the type.
            low = Math.Max(low, typeof(T) == typeof(int) ? int.MinValue : 0);
            high = Math.Min(high, typeof(T) == typeof(int) ? int.MaxValue : 1);
        }

        (min, max) = IsScaled ? (_scale.Restore<T>(low), _scale.Restore<T>(high)) : (Lanes<T>.To(low), Lanes<T>.To(high));
        return true;
    }

    /// <summary>Gets the value of a row. At most one block of 128 values is decoded.</summary>
    /// <param name="row">The zero-based row.</param>
    /// <param name="value">The value.</param>
    /// <returns><see langword="false"/> if the row is null; otherwise, <see langword="true"/>.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The row does not exist.</exception>
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
