using Apache.Arrow;
using Apache.Arrow.Ipc;
using Apache.Arrow.Types;
using Blittable.Collections;
using Blittable.Collections.Tests;

namespace Blittable.Arrow.Tests;

/// <summary>Tests that a selection becomes record batches with the narrowest types.</summary>
public sealed class SelectionTests
{
    [Theory]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Columns)]
    public async Task A_selection_has_a_column_for_each_path(CollectionLayout layout)
    {
        var documents = Enumerable.Range(0, 100).Select(i => $$"""{"id":{{i}},"name":"n{{i % 7}}","price":{{i}}.25,"at":"2026-11-{{1 + (i % 28):00}}","o":{"x":[{{i}}] } }""");
        using var collection = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout }));
        using var stream = collection.Scan().Where("$.id", FilterOperator.GreaterOrEqual, 10).Select("$.id", "$.name", "$.price", "$.at", "$.o").ToArrow(new ArrowOptions { BatchRows = 32 });

        var batches = await ReadAllAsync(stream);

        Assert.Equal([32, 32, 26], batches.Select(batch => batch.Length));
        Assert.Equal(["$.id", "$.name", "$.price", "$.at", "$.o"], stream.Schema.FieldsList.Select(field => field.Name));
        Assert.Equal(
            [ArrowTypeId.Int64, ArrowTypeId.String, ArrowTypeId.Decimal128, ArrowTypeId.Date32, ArrowTypeId.String], stream.Schema.FieldsList.Select(field => field.DataType.TypeId));
        Assert.Equal(Enumerable.Range(10, 90).Select(id => (long?)id), batches.SelectMany(batch => (Int64Array)batch.Column(0)));
        Assert.Equal("n3", ((StringArray)batches[0].Column(1)).GetString(0));
        Assert.Equal(10.25m, ((Decimal128Array)batches[0].Column(2)).GetValue(0));
        Assert.Equal(new DateOnly(2026, 11, 11), ((Date32Array)batches[0].Column(3)).GetDateOnly(0));
        Assert.Equal("""{"x":[10]}""", ((StringArray)batches[0].Column(4)).GetString(0));
    }

    [Fact]
    public async Task An_empty_selection_returns_no_batches()
    {
        using var collection = CollectionReader.Open(CollectionFile.Write(["""{"id":1}"""]));
        using var stream = collection.Scan().Where("$.id", FilterOperator.Equal, 2).Select("$.id").ToArrow();

        Assert.Empty(await ReadAllAsync(stream));
    }

    [Fact]
    public async Task A_reader_can_stop_before_the_end()
    {
        using var collection = CollectionReader.Open(CollectionFile.Write(Enumerable.Range(0, 200).Select(i => $$"""{"id":{{i}}}""")));
        using var stream = collection.ToArrow(new ArrowOptions { BatchRows = 1 });

        using var batch = await stream.ReadNextRecordBatchAsync(TestContext.Current.CancellationToken);

        Assert.Equal(1, batch!.Length);
    }

    [Fact]
    public void The_schema_is_available_without_reading_batches()
    {
        using var collection = CollectionReader.Open(CollectionFile.Write(["""{"id":1,"v":[1,"x"]}"""]));

        var schema = collection.GetArrowSchema();

        Assert.Equal(["id", "v"], schema.FieldsList.Select(field => field.Name));
        Assert.Equal("json", ((ListType)schema.FieldsList[1].DataType).ValueField.Metadata["blittable.kind"]);
    }

    private static async Task<List<RecordBatch>> ReadAllAsync(IArrowArrayStream stream)
    {
        List<RecordBatch> batches = [];
        while (await stream.ReadNextRecordBatchAsync(TestContext.Current.CancellationToken) is { } batch)
        {
            batches.Add(batch);
        }

        return batches;
    }
}
