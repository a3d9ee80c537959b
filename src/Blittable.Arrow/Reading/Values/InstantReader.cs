using System.Text.Json;
using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Dates;

namespace Blittable.Arrow.Reading.Values;

/// <summary>
/// Writes timestamps with the fraction digits of their unit, and dates. The maximum value and its negation represent infinity, as in DuckDB and its Parquet
/// files.
/// </summary>
internal sealed class InstantReader(IArrowType type, InstantText text) : ArrayReader<IArrowArray>
{
    private const long SecondsOfDay = 86_400, MillisecondsOfDay = SecondsOfDay * 1_000;

    /// <summary>The form of millisecond dates that, contrary to the Arrow specification, are not multiples of a day.</summary>
    private readonly InstantText _partsOfDay = new(new DateTextForm('T', 3, DateTextZone.None), 0);

    private readonly int _digits = type is TimestampType timestamp ? InstantText.FractionDigits(timestamp.Unit) : 3;
    private PrimitiveArray<long>? _instants;
    private PrimitiveArray<int>? _days;

    protected override void Take(IArrowArray array)
    {
        (_instants, _days) = (array as PrimitiveArray<long>, array as PrimitiveArray<int>);
        if (_instants is null && _days is null)
        {
            throw Unexpected(array);
        }
    }

    protected override void WriteValue(Utf8JsonWriter json, int row)
    {
        var value = _days?.Values[row] ?? _instants!.Values[row];
        var limit = _days is null ? long.MaxValue : int.MaxValue;
        if (InstantText.InfinityOf(value, limit) is { } infinity)
        {
            json.WriteStringValue(infinity);
        }
        else
        {
            (type is Date64Type && value % MillisecondsOfDay != 0 ? _partsOfDay : text).Write(json, _days is null ? InstantText.ToTimestamp(value, _digits) : new Timestamp(value * SecondsOfDay));
        }
    }
}
