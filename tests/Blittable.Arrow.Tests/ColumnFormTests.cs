using Apache.Arrow;
using Apache.Arrow.Ipc;
using Apache.Arrow.Types;
using Blittable.Dates;

namespace Blittable.Arrow.Tests;

/// <summary>Tests the JSON forms of columns that no generator of random tables creates: repeated names, changed metadata, encoded offsets and keys.</summary>
public sealed class ColumnFormTests
{
    [Fact]
    public void Repeated_names_of_columns_and_fields_are_numbered()
    {
        var pair = new StructType([new Field("x", Int32Type.Default, nullable: true), new Field("x", Int32Type.Default, nullable: true)]);
        var structs = new StructArray(pair, 1, [Ints(5), Ints(6)], ArrowBuffer.Empty);

        Assert.Equal(
            """{"a":1,"a_1":2,"a_2":3,"a_3":{"x":5,"x_1":6}}""",
            Line([("a", Ints(1)), ("a_1", Ints(2)), ("a", Ints(3)), ("a", structs)]));
    }

    [Theory]
    [InlineData("2026-11-27T12:34:56Z", 500_000_000, "UTC", "2026-11-27T12:34:56.500000Z")]
    [InlineData("2026-11-27T12:34:56Z", 0, "UTC", "2026-11-27T12:34:56Z")]
    [InlineData("2026-11-27T12:34:56.500+02:00", 0, "UTC", "2026-11-27T12:34:56.000+00:00")]
    [InlineData("2026-11-27T12:34:56", 0, "UTC", "2026-11-27T12:34:56.000000Z")]
    [InlineData("2026-11-27T12:34:56Z", 0, null, "2026-11-27T12:34:56.000000")]
    [InlineData("2026-11-27", 0, null, "2026-11-27T12:34:56.000000")]
    public void The_stored_form_of_dates_is_not_used_if_it_would_change_values(string original, int nanoseconds, string? zone, string expected)
    {
        ArgumentNullException.ThrowIfNull(original);
        Assert.True(Iso8601.TryParse(System.Text.Encoding.UTF8.GetBytes(original), out _, out var form));
        var type = new TimestampType(TimeUnit.Microsecond, zone);
        var instant = new DateTimeOffset(2026, 11, 27, 12, 34, 56, TimeSpan.Zero).AddTicks(nanoseconds / 100);
        var field = new Field("v", type, nullable: true, new Dictionary<string, string> { ["blittable.date"] = $"{form.Bits}", ["blittable.offset"] = "0" });

        Assert.Equal($"{{\"v\":\"{expected}\"}}", Line([field], [new TimestampArray.Builder(type).Append(instant).Build()]));
    }

    [Theory]
    [InlineData("plain")]
    [InlineData("dictionary")]
    [InlineData("runs")]
    public void Timestamps_with_encoded_offsets_are_imported(string encoding)
    {
        var instant = new TimestampType(TimeUnit.Second, "UTC");
        var instants = new TimestampArray.Builder(instant).Append(DateTimeOffset.UnixEpoch).AppendNull().Append(DateTimeOffset.UnixEpoch).Build();
        IArrowArray offsets = encoding switch
        {
            "plain" => new Int16Array.Builder().Append(90).Append(90).Append(-60).Build(),
            "dictionary" => new DictionaryArray(
                new DictionaryType(Int8Type.Default, Int16Type.Default, ordered: false), new Int8Array.Builder().Append(1).Append(1).Append(0).Build(), new Int16Array.Builder().Append(-60).Append(90).Build()),
            _ => new RunEndEncodedArray(new Int32Array.Builder().Append(2).Append(3).Build(), new Int16Array.Builder().Append(90).Append(-60).Build()),
        };
        var type = new StructType([new Field("timestamp", instant, nullable: true), new Field("offset_minutes", offsets.Data.DataType, nullable: false)]);
        var field = new Field("v", type, nullable: true, new Dictionary<string, string> { ["ARROW:extension:name"] = "arrow.timestamp_with_offset" });

        Assert.Equal(
            """{"v":"1970-01-01T01:30:00+01:30"}""" + "\n" + """{"v":null}""" + "\n" + """{"v":"1969-12-31T23:00:00-01:00"}""",
            Line([field], [new StructArray(type, 3, [instants, offsets], ArrowBuffer.Empty)]));
    }

    [Fact]
    public void A_null_in_a_dictionary_of_map_keys_is_refused()
    {
        var keys = new DictionaryArray(
            new DictionaryType(Int8Type.Default, StringType.Default, ordered: false), new Int8Array.Builder().Append(0).Build(), new StringArray.Builder().AppendNull().Build());

        var fault = Assert.Throws<BlittableException>(() => Line([("v", MapOf(keys))]));
        Assert.Contains("'v'", fault.Message, StringComparison.Ordinal);
        Assert.Contains("key", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_timestamp_in_seconds_far_before_Christ_keeps_its_era()
    {
        var type = new TimestampType(TimeUnit.Second, (string?)null);
        var data = new ArrayData(type, 2, 0, 0, [ArrowBuffer.Empty, new ArrowBuffer.Builder<long>().Append(long.MinValue).Append(-long.MaxValue + 1).Build()]);

        Assert.Equal(
            """{"v":"-292277022657-01-27T08:29:52"}""" + "\n" + """{"v":"-292277022657-01-27T08:29:54"}""", Line([("v", ArrowArrayFactory.BuildArray(data))]));
    }

    private static Int32Array Ints(int value) => new Int32Array.Builder().Append(value).Build();

    private static MapArray MapOf(DictionaryArray keys)
    {
        var type = new MapType(new Field("key", keys.Data.DataType, nullable: false), new Field("value", Int32Type.Default, nullable: true));
        var entries = new StructArray(new StructType([type.KeyField, type.ValueField]), 1, [keys, Ints(1)], ArrowBuffer.Empty);
        return new MapArray(type, 1, new ArrowBuffer.Builder<int>().Append(0).Append(1).Build(), entries, ArrowBuffer.Empty);
    }

    private static string Line(IReadOnlyList<(string Name, IArrowArray Values)> columns) =>
        Line([.. columns.Select(column => new Field(column.Name, column.Values.Data.DataType, nullable: true))], [.. columns.Select(column => column.Values)]);

    private static string Line(IReadOnlyList<Field> fields, IReadOnlyList<IArrowArray> arrays)
    {
        using var batches = new OneBatch(new RecordBatch(new Schema(fields, null), arrays, arrays[0].Length));
        using var output = new MemoryStream();
        CollectionArrow.WriteJsonLines(batches, output, TestContext.Current.CancellationToken);
        return System.Text.Encoding.UTF8.GetString(output.ToArray()).TrimEnd();
    }

    private sealed class OneBatch(RecordBatch batch) : IArrowArrayStream
    {
        private RecordBatch? _next = batch;

        public Schema Schema { get; } = batch.Schema;

        public ValueTask<RecordBatch?> ReadNextRecordBatchAsync(CancellationToken cancellationToken = default) => ValueTask.FromResult(Interlocked.Exchange(ref _next, null));

        public void Dispose() => _next?.Dispose();
    }
}
