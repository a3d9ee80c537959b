using Blittable.Collections.Storage;
using Blittable.Dates;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Collects the dates of a node in a chunk group.</summary>
internal sealed class DateCollector
{
    private readonly ValueRows<Timestamp> _values = new();
    private readonly ValueRows<long> _counts = new();
    private readonly ValueRows<long> _forms = new();
    private long _jsonBytes;

    public void Add(int row, in Timestamp value, DateTextForm form)
    {
        _values.Add(row, value);
        _forms.Add(row, DateUnit.PackForm(form, value.OffsetMinutes));
        _jsonBytes += form.TextLength + JsonLength.Quotes;
    }

    /// <summary>Writes the chunk and resets the collector.</summary>
    public ChunkInfo Finish(int rows, ChunkContext context)
    {
        var chunk = _values.Count == 0 ? ChunkInfo.Absent : FinishDates(rows, context);
        _values.Clear();
        _forms.Clear();
        _jsonBytes = 0;
        return chunk;
    }

    private ChunkInfo FinishDates(int rows, ChunkContext context)
    {
        var unit = 0;
        Int128 least = Int128.MaxValue, most = Int128.MinValue;
        foreach (var value in _values.Values)
        {
            unit = Math.Max(unit, DateUnit.Of(value));
            var nanoseconds = DateUnit.Count(value, DateUnit.Nanoseconds);
            least = Int128.Min(least, nanoseconds);
            most = Int128.Max(most, nanoseconds);
        }

        if (unit == DateUnit.Nanoseconds && (least < long.MinValue || most > long.MaxValue))
        {
            // Far from 2011, a count of nanoseconds does not fit. The nanoseconds after the last microsecond go to the forms.
            unit = DateUnit.Microseconds;
            for (var i = 0; i < _values.Count; i++)
            {
                _forms.Values[i] |= DateUnit.PackRest(_values.Values[i]);
            }
        }

        long min = long.MaxValue, max = long.MinValue;
        _counts.Clear();
        for (var i = 0; i < _values.Count; i++)
        {
            var count = (long)DateUnit.Count(_values.Values[i], unit);
            _counts.Add(_values.Rows[i], count);
            min = Math.Min(min, count);
            max = Math.Max(max, count);
            if (i == 0 || _values.Values[i] != _values.Values[i - 1])
            {
                context.Filter.Add(IndexHash.Of(_values.Values[i]));
            }
        }

        var block = Write(_counts, rows, context);
        var areSame = _forms.Values.IndexOfAnyExcept(_forms.Values[0]) < 0;
        return new ChunkInfo
        {
            Format = ChunkFormat.Date,
            Values = _counts.Count,
            JsonBytes = _jsonBytes,
            Scale = unit,
            Form = areSame ? TextForm.Same : TextForm.Each,
            CommonForm = areSame ? _forms.Values[0] : 0,
            Min = min,
            Max = max,
            Filter = context.Filter.Finish(block.StoredLength),
            Block = block,
            FormBlock = areSame ? default : Write(_forms, rows, context),
        };
    }

    private static BlockReference Write(ValueRows<long> values, int rows, ChunkContext context) =>
        context.Sink.Write(context.Integers.Encode(values.Spread(values.Values, rows, out var validity), validity).Span);
}
