using Blittable.Columns;
using Blittable.Format;

namespace Blittable.Collections;

/// <content>From chunks of columns, and from values of documents, to vectors of the selected rows.</content>
internal sealed partial class PathValues
{
    private void ReadNumbers()
    {
        if (Chunk(Node?.Numbers) is not { Format: not ChunkFormat.Absent } chunk)
        {
            _numbers.Clear(Rows);
            return;
        }

        var bytes = Node!.Numbers!.Open(_cursor.Group).Span;
        if (chunk.Format == ChunkFormat.Double)
        {
            _numbers.StartDouble(Rows);
            Read(new ColumnReader<double>(bytes, verify: false), _numbers.Doubles, _numbers.Validity);
        }
        else
        {
            _numbers.StartExact(Rows, chunk.Scale, Math.Max(Magnitude(chunk.Min), Magnitude(chunk.Max)));
            Read(new ColumnReader<long>(bytes, verify: false), _numbers.Mantissas, _numbers.Validity);
        }

        if (chunk.Values < _cursor.Selection.Rows)
        {
            _numbers.CountValues();
        }

        if (_path.Numbers.Kind == NumberShapeKind.Double)
        {
            _numbers.ToDoubles();
        }
        else if (_path.Numbers.Kind == NumberShapeKind.Exact)
        {
            _numbers.Rescale(_path.Numbers.Scale);
        }
    }

    private void ReadDates()
    {
        var column = Node!.Dates!;
        Read(column, ref _dates, ref _dateValidity);
        var ratio = DateCount.Ratio(column.Chunk(_cursor.Group).Scale, DateUnitRead);
        if (ratio != 1)
        {
            foreach (ref var date in _dates.AsSpan(0, Rows))
            {
                date *= ratio;
            }
        }
    }

    private void Read<T>(StripeColumn column, ref T[] values, ref ulong[] validity)
        where T : unmanaged
    {
        if (values.Length < Rows)
        {
            values = new T[Rows];
            validity = new ulong[Words];
        }

        Read(new ColumnReader<T>(column.Open(_cursor.Group).Span, verify: false), values.AsSpan(0, Rows), validity.AsSpan(0, Words));
    }

    private void Read<T>(ColumnReader<T> reader, Span<T> values, Span<ulong> validity)
        where T : unmanaged
    {
        if (_cursor.Selection.IsAll)
        {
            reader.ReadBatch(values, validity);
            return;
        }

        reader.ReadSelected(_cursor.Selection.Mask, values);
        reader.ReadSelectedValidity(_cursor.Selection.Mask, validity);
    }

    /// <summary>Numbers of documents: exact at the largest scale that one of them has, or doubles.</summary>
    private void TakeNumbers()
    {
        var scale = 0;
        var isExact = true;
        foreach (var value in _documents)
        {
            if (value.Kind == QueryValueKind.Number)
            {
                isExact &= value.IsExact;
                scale = Math.Max(scale, value.IsExact ? value.GetDecimal().Scale : 0);
            }
        }

        if (!isExact || !TryTakeMantissas(scale))
        {
            _numbers.StartDouble(Rows);
            for (var i = 0; i < Rows; i++)
            {
                _numbers.Doubles[i] = _documents[i].Kind == QueryValueKind.Number ? _documents[i].GetDouble() : 0;
            }
        }

        for (var i = 0; i < Rows; i++)
        {
            if (_documents[i].Kind != QueryValueKind.Number)
            {
                _numbers.Validity[i >> 6] &= ~(1UL << i);
            }
        }

        _numbers.CountValues();
    }

    private bool TryTakeMantissas(int scale)
    {
        if (PowerOfTen.Int64(scale) == 0)
        {
            return false;
        }

        _numbers.StartExact(Rows, scale, largest: 0);
        for (var i = 0; i < Rows; i++)
        {
            var value = _documents[i].Kind == QueryValueKind.Number ? _documents[i].GetDecimal() : 0;
            if (Math.Abs(value) > long.MaxValue / PowerOfTen.Int64(scale))
            {
                return false;
            }

            var mantissa = (long)(value * PowerOfTen.Int64(scale));
            _numbers.Mantissas[i] = mantissa;
            _numbers.Include(mantissa);
        }

        return true;
    }

    private static ulong Magnitude(long value) => (ulong)Int128.Abs(value);
}
