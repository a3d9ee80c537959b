using System.Runtime.InteropServices;
using Apache.Arrow;
using Apache.Arrow.Ipc;
using Apache.Arrow.Types;
using Blittable.Collections;

namespace Blittable.Arrow.Tests;

/// <summary>Batches of files that lie: each costs an error that names the column, and no memory without limit.</summary>
public sealed class HostileBatchTests
{
    private const int Fan = 100, Levels = 8;

    [Fact]
    public void List_views_that_refer_to_each_other_again_and_again_are_refused()
    {
        var data = new ArrayData(Int8Type.Default, Fan, 0, 0, [ArrowBuffer.Empty, Buffer(new sbyte[Fan])]);
        for (var level = 0; level < Levels; level++)
        {
            var rows = level == Levels - 1 ? 1 : Fan;
            data = new ArrayData(
                new ListViewType(new Field("item", data.DataType, nullable: true)), rows, 0, 0,
                [ArrowBuffer.Empty, Buffer(new int[rows]), Buffer(Enumerable.Repeat(Fan, rows).ToArray())], [data]);
        }

        var fault = Refused(Batch(data));
        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, fault.Code);
        Assert.Contains("'v'", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_row_may_be_as_long_as_its_batch_has_bytes_for()
    {
        // Longer than the least limit, without any sharing.
        var text = new string('x', 20 << 20);
        var lines = new MemoryStream();
        Assert.Equal(1, CollectionArrow.WriteJsonLines(new Batches(Batch(new StringArray.Builder().Append(text).Build().Data)), lines, TestContext.Current.CancellationToken));
        Assert.Equal(text.Length + "{\"v\":\"\"}\n".Length, lines.Length);
    }

    [Theory]
    [InlineData(int.MaxValue)]
    [InlineData(int.MinValue)]
    [InlineData(1001)]
    public void A_scale_that_no_decimal_has_is_refused_by_the_name_of_the_column(int scale)
    {
        var batch = Batch(new ArrayData(new Decimal128Type(38, scale), 1, 0, 0, [ArrowBuffer.Empty, Buffer(new byte[16])]));
        var fault = Refused(batch);
        Assert.Equal(BlittableErrorCode.WrongKind, fault.Code);
        Assert.Contains("'v'", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_column_of_JSON_that_is_not_UTF8_is_refused_by_its_name()
    {
        var json = "\"\u0001\""u8.ToArray();
        json[1] = 0x81;
        var data = new BinaryArray.Builder().Append(json.AsSpan()).Build().Data;
        var field = new Field("v", StringType.Default, nullable: true, new Dictionary<string, string> { ["ARROW:extension:name"] = "arrow.json" });
        var text = new ArrayData(StringType.Default, data.Length, data.NullCount, data.Offset, data.Buffers);
        var fault = Refused(new RecordBatch(new Schema([field], null), [ArrowArrayFactory.BuildArray(text)], 1));
        Assert.Equal(BlittableErrorCode.InvalidData, fault.Code);
        Assert.Contains("'v'", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_stream_without_a_schema_is_refused()
    {
        using var reader = new ArrowStreamReader(new MemoryStream());
        using var collection = new MemoryStream();
        using var writer = CollectionWriter.Create(collection, leaveOpen: true);
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => CollectionArrow.Import(reader, writer)).Code);
    }

    [Fact]
    public void A_length_that_asks_for_more_memory_than_there_is_is_damage()
    {
        Exception[] faults = [new InsufficientMemoryException(), new EndOfStreamException(), new InvalidOperationException()];
        foreach (var fault in faults)
        {
            var batches = new Batches(Batch(new StringArray.Builder().Append("a").Build().Data)) { Fault = fault };
            Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => CollectionArrow.WriteJsonLines(batches, new MemoryStream())).Code);
        }

        Assert.Throws<IOException>(() => CollectionArrow.WriteJsonLines(
            new Batches(Batch(new StringArray.Builder().Append("a").Build().Data)) { Fault = new IOException("disk") }, new MemoryStream()));
    }

    private static BlittableException Refused(RecordBatch batch) =>
        Assert.Throws<BlittableException>(() => CollectionArrow.WriteJsonLines(new Batches(batch), new MemoryStream()));

    private static RecordBatch Batch(ArrayData data) =>
        new(new Schema([new Field("v", data.DataType, nullable: true)], null), [ArrowArrayFactory.BuildArray(data)], data.Length);

    private static ArrowBuffer Buffer<T>(T[] values)
        where T : struct => new ArrowBuffer.Builder<byte>().Append(MemoryMarshal.AsBytes(values.AsSpan())).Build();

    private sealed class Batches(RecordBatch batch) : IArrowArrayStream
    {
        private RecordBatch? _next = batch;

        public Schema Schema { get; } = batch.Schema;

        public Exception? Fault { get; init; }

        public ValueTask<RecordBatch?> ReadNextRecordBatchAsync(CancellationToken cancellationToken = default) =>
            Fault is null ? ValueTask.FromResult(Interlocked.Exchange(ref _next, null)) : throw Fault;

        public void Dispose() => _next?.Dispose();
    }
}
