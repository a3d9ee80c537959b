using System.Buffers.Binary;
using System.Text.Json;
using Apache.Arrow;
using Apache.Arrow.Arrays;
using Apache.Arrow.Scalars;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes intervals of months, days and time in ISO 8601 form.</summary>
internal sealed class IntervalReader : ArrayReader<IArrowArray>
{
    protected override void WriteValue(Utf8JsonWriter json, int row) => json.WriteStringValue(Array switch
    {
        PrimitiveArray<YearMonthInterval> months => ClockText.Interval(months.Values[row].Months, 0, 0, 0),
        PrimitiveArray<DayTimeInterval> days => ClockText.Interval(0, days.Values[row].Days, days.Values[row].Milliseconds, 3),
        PrimitiveArray<MonthDayNanosecondInterval> all => ClockText.Interval(all.Values[row].Months, all.Values[row].Days, all.Values[row].Nanoseconds, 9),
        FixedSizeBinaryArray bytes => OfParquet(bytes.GetBytes(row)),
        _ => throw Unexpected(Array),
    });

    /// <summary>Formats a Parquet interval, which consists of 32-bit months, days and milliseconds.</summary>
    private static string OfParquet(ReadOnlySpan<byte> bytes) => ClockText.Interval(
        BinaryPrimitives.ReadUInt32LittleEndian(bytes), BinaryPrimitives.ReadUInt32LittleEndian(bytes[4..]), BinaryPrimitives.ReadUInt32LittleEndian(bytes[8..]), 3);
}
