using System.Text.Json;
using Apache.Arrow;
using Apache.Arrow.Types;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes times of day as <c>hh:mm:ss</c> with the fraction digits of their unit, and durations in ISO 8601 form.</summary>
internal sealed class TimeReader(IArrowType type, bool isUtc) : ArrayReader<IArrowArray>
{
    private readonly int _digits = InstantText.FractionDigits(((TimeBasedType)type).Unit);
    private PrimitiveArray<long>? _longs;
    private PrimitiveArray<int>? _ints;

    protected override void Take(IArrowArray array)
    {
        (_longs, _ints) = (array as PrimitiveArray<long>, array as PrimitiveArray<int>);
        if (_longs is null && _ints is null)
        {
            throw Unexpected(array);
        }
    }

    protected override void WriteValue(Utf8JsonWriter json, int row)
    {
        var value = _ints?.Values[row] ?? _longs!.Values[row];
        json.WriteStringValue(type is DurationType ? ClockText.Duration(value, _digits) : ClockText.TimeOfDay(value, _digits, isUtc));
    }
}
