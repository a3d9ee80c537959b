using Blittable.Columns;
using Blittable.Dates;
using Blittable.Format;

namespace Blittable.Collections;

/// <content>From chunks of columns, and from values of documents, to vectors of the selected rows.</content>
internal sealed partial class PathValues
{
    private void ReadNumbers()
    {
        ReadNumbersOfRows();
        if (_cursor.PlacesOf(_path) is { IsEmpty: false } places)
        {
            _numbers.Repeat(places);
        }
    }

    private void ReadNumbersOfRows()
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

        if (chunk.Values < Selection.Rows)
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
            foreach (ref var date in _dates.AsSpan(0, Count))
            {
                date *= ratio;
            }
        }
    }

    /// <summary>Instants made of those of another path. Neighbours are most often the same.</summary>
    private void MapInstants(BoundExpression expression)
    {
        var source = _cursor.Values(expression.Instants!);
        var words = MaskKernel.Words(Count);
        if (_dates.Length < Count)
        {
            _dates = new long[Count];
            _dateValidity = new ulong[words];
        }

        _dateValidity.AsSpan(0, words).Clear();
        if (!source.MayHave(ColumnKind.Date))
        {
            return;
        }

        var dates = source.Dates(out var validity);
        var perSecond = source.DateUnitRead > DateUnit.Seconds ? DateCount.Ratio(DateUnit.Seconds, source.DateUnitRead) : 1;
        var seconds = source.DateUnitRead == DateUnit.Days ? DateCount.Ratio(DateUnit.Days, DateUnit.Seconds) : 1;
        long last = 0;
        long? mapped = null;
        for (var row = 0; row < dates.Length; row++)
        {
            if (!MaskKernel.IsSet(validity, row))
            {
                continue;
            }

            if (mapped is null || dates[row] != last)
            {
                last = dates[row];
                var whole = (last / perSecond) - (last % perSecond < 0 ? 1 : 0);
                mapped = expression.MapSeconds((whole * seconds) + DateEpoch.Tarantool) - DateEpoch.Tarantool;
            }

            if (mapped is { } instant)
            {
                _dates[row] = instant;
                _dateValidity[row >> 6] |= 1UL << row;
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
        if (_cursor.PlacesOf(_path) is { IsEmpty: false } places)
        {
            Repeat(places, ref values, ref validity);
        }
    }

    private static void Repeat<T>(ReadOnlySpan<int> places, ref T[] values, ref ulong[] validity)
    {
        var repeated = new T[places.Length];
        var valid = new ulong[MaskKernel.Words(places.Length)];
        for (var row = 0; row < places.Length; row++)
        {
            repeated[row] = values[places[row]];
            valid[row >> 6] |= (MaskKernel.IsSet(validity, places[row]) ? 1UL : 0) << row;
        }

        (values, validity) = (repeated, valid);
    }

    private void Read<T>(ColumnReader<T> reader, Span<T> values, Span<ulong> validity)
        where T : unmanaged
    {
        if (Selection.IsAll)
        {
            reader.ReadBatch(values, validity);
            return;
        }

        reader.ReadSelected(Selection.Mask, values);
        reader.ReadSelectedValidity(Selection.Mask, validity);
    }

    /// <summary>Numbers of documents: exact at the largest scale that one of them has, or doubles.</summary>
    private void TakeNumbers()
    {
        var scale = 0;
        var isExact = true;
        foreach (var value in Documents)
        {
            if (value.Kind == QueryValueKind.Number)
            {
                isExact &= value.IsExact;
                scale = Math.Max(scale, value.IsExact ? value.GetDecimal().Scale : 0);
            }
        }

        if (!isExact || !TryTakeMantissas(scale))
        {
            _numbers.StartDouble(Count);
            for (var i = 0; i < Count; i++)
            {
                _numbers.Doubles[i] = Documents[i].Kind == QueryValueKind.Number ? Documents[i].GetDouble() : 0;
            }
        }

        for (var i = 0; i < Count; i++)
        {
            if (Documents[i].Kind != QueryValueKind.Number)
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

        _numbers.StartExact(Count, scale, largest: 0);
        for (var i = 0; i < Count; i++)
        {
            var value = Documents[i].Kind == QueryValueKind.Number ? Documents[i].GetDecimal() : 0;
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
