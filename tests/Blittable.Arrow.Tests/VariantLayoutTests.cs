using Apache.Arrow;
using Apache.Arrow.Ipc;
using Apache.Arrow.Types;

namespace Blittable.Arrow.Tests;

/// <summary>Tests Variant columns of record batches in all layouts that the Arrow specification allows, and the refusal of others.</summary>
public sealed class VariantLayoutTests
{
    private static readonly byte[] s_metadata = [1, 0, 0];

    [Theory]
    [InlineData("plain")]
    [InlineData("large")]
    [InlineData("view")]
    [InlineData("dictionary")]
    [InlineData("runs")]
    public void Metadata_and_values_of_any_binary_layout_are_decoded(string layout)
    {
        var metadata = Bytes(layout, s_metadata, s_metadata);
        var values = Bytes(layout, [0x0C, 1], [0x0C, 2]);

        Assert.Equal("""{"v":1}""" + "\n" + """{"v":2}""", Lines(Variant(2, ("metadata", metadata), ("value", values))));
    }

    [Theory]
    [InlineData("plain")]
    [InlineData("dictionary")]
    [InlineData("runs")]
    public void A_null_value_beside_a_typed_value_is_no_value(string layout)
    {
        var typed = new Int32Array.Builder().Append(7).AppendNull().Build();
        var group = Variant(2, ("metadata", Bytes(layout, s_metadata, s_metadata)), ("value", Bytes(layout, null, [0x0C, 2])), ("typed_value", typed));

        Assert.Equal("""{"v":7}""" + "\n" + """{"v":2}""", Lines(group));
    }

    [Fact]
    public void A_typed_value_that_is_dictionary_encoded_is_read()
    {
        var typed = new DictionaryArray(
            new DictionaryType(Int8Type.Default, StringType.Default, ordered: false), new Int8Array.Builder().Append(1).Append(0).Build(), new StringArray.Builder().AppendNull().Append("x").Build());
        var group = Variant(2, ("metadata", Bytes("plain", s_metadata, s_metadata)), ("value", Bytes("plain", null, [0x0C, 2])), ("typed_value", typed));

        Assert.Equal("""{"v":"x"}""" + "\n" + """{"v":2}""", Lines(group));
    }

    [Theory]
    [InlineData("list")]
    [InlineData("large")]
    [InlineData("view")]
    [InlineData("large view")]
    [InlineData("fixed")]
    public void Shredded_arrays_of_any_list_layout_are_read(string layout)
    {
        var elements = Struct(3, ("value", Bytes("plain", null, [0x0C, 5], null)), ("typed_value", new Int32Array.Builder().Append(1).AppendNull().Append(3).Build()));
        var group = Variant(1, ("metadata", Bytes("plain", [s_metadata])), ("typed_value", ListOf(layout, elements)));

        Assert.Equal("""{"v":[1,5,3]}""", Lines(group));
    }

    [Fact]
    public void Properties_of_a_shredded_object_are_ordered_by_name_like_those_of_an_unshredded_one()
    {
        using var rest = BlittableDocument.Parse("""{"b":2,"d":[4],"é":5}""");
        var (metadata, value) = BlittableVariant.Encode(rest.Root);
        var typed = Struct(2, ("z", Number(26, 27)), ("c", Number(3, null)), ("a", Number(1, 7)));
        var group = Variant(2, ("metadata", Bytes("plain", metadata, metadata)), ("value", Bytes("plain", value, null)), ("typed_value", typed));

        Assert.Equal("""{"v":{"a":1,"b":2,"c":3,"d":[4],"z":26,"é":5}}""" + "\n" + """{"v":{"a":7,"z":27}}""", Lines(group));

        static StructArray Number(int first, int? second)
        {
            var numbers = new Int32Array.Builder().Append(first);
            return Struct(2, ("typed_value", (second is { } number ? numbers.Append(number) : numbers.AppendNull()).Build()));
        }
    }

    [Theory]
    [InlineData("metadata")]
    [InlineData("text metadata")]
    [InlineData("text value")]
    [InlineData("map")]
    [InlineData("encoded struct")]
    [InlineData("binary storage")]
    public void A_Variant_of_another_layout_is_refused_by_the_name_of_the_column(string fault)
    {
        var metadata = Bytes("plain", [s_metadata]);
        var value = Bytes("plain", [[0x0C, 1]]);
        var text = new StringArray.Builder().Append("x").Build();
        var inner = Struct(1, ("value", value));
        IArrowArray array = fault switch
        {
            "metadata" => Struct(1, ("value", value)),
            "text metadata" => Struct(1, ("metadata", text), ("value", value)),
            "text value" => Struct(1, ("metadata", metadata), ("value", text)),
            "map" => Struct(1, ("metadata", metadata), ("typed_value", MapOf(text, value))),
            "encoded struct" => Struct(1, ("metadata", metadata), ("typed_value", new DictionaryArray(
                new DictionaryType(Int8Type.Default, inner.Data.DataType, ordered: false), new Int8Array.Builder().Append(0).Build(), inner))),
            _ => metadata,
        };

        var refusal = Assert.Throws<BlittableException>(() => Lines(Marked(array)));
        Assert.Contains("'v': its Variant", refusal.Message, StringComparison.Ordinal);
    }

    private static BinaryArray Plain(params byte[]?[] values)
    {
        var builder = new BinaryArray.Builder();
        foreach (var value in values)
        {
            _ = value is null ? builder.AppendNull() : builder.Append(value.AsSpan());
        }

        return builder.Build();
    }

    private static IArrowArray Bytes(string layout, params byte[]?[] values)
    {
        var plain = Plain(values);
        switch (layout)
        {
            case "large":
                var offsets = new ArrowBuffer.Builder<long>();
                foreach (var offset in plain.ValueOffsets)
                {
                    offsets.Append(offset);
                }

                return ArrowArrayFactory.BuildArray(new ArrayData(LargeBinaryType.Default, plain.Length, plain.NullCount, 0, [plain.Data.Buffers[0], offsets.Build(), plain.Data.Buffers[2]]));
            case "view":
                var views = new BinaryViewArray.Builder();
                foreach (var value in values)
                {
                    _ = value is null ? views.AppendNull() : views.Append(value.AsSpan());
                }

                return views.Build();
            case "dictionary":
                var indexes = new Int8Array.Builder();
                for (var index = 0; index < values.Length; index++)
                {
                    _ = values[index] is null ? indexes.AppendNull() : indexes.Append((sbyte)index);
                }

                return new DictionaryArray(new DictionaryType(Int8Type.Default, BinaryType.Default, ordered: false), indexes.Build(), plain);
            case "runs":
                var ends = new Int32Array.Builder();
                ends.AppendRange(Enumerable.Range(1, values.Length));
                return new RunEndEncodedArray(ends.Build(), plain);
            default:
                return plain;
        }
    }

    private static IArrowArray ListOf(string layout, StructArray elements)
    {
        var item = new Field("element", elements.Data.DataType, nullable: false);
        var size = elements.Length;
        var small = new ArrowBuffer.Builder<int>().Append(0).Append(size).Build();
        var large = new ArrowBuffer.Builder<long>().Append(0).Append(size).Build();
        (IArrowType Type, ArrowBuffer[] Buffers) form = layout switch
        {
            "list" => (new ListType(item), [ArrowBuffer.Empty, small]),
            "large" => (new LargeListType(item), [ArrowBuffer.Empty, large]),
            "view" => (new ListViewType(item), [ArrowBuffer.Empty, small, new ArrowBuffer.Builder<int>().Append(size).Build()]),
            "large view" => (new LargeListViewType(item), [ArrowBuffer.Empty, large, new ArrowBuffer.Builder<long>().Append(size).Build()]),
            _ => (new FixedSizeListType(item, size), [ArrowBuffer.Empty]),
        };
        return ArrowArrayFactory.BuildArray(new ArrayData(form.Type, 1, 0, 0, form.Buffers, [elements.Data]));
    }

    private static MapArray MapOf(StringArray keys, IArrowArray values)
    {
        var type = new MapType(new Field("key", keys.Data.DataType, nullable: false), new Field("value", values.Data.DataType, nullable: true));
        return new MapArray(type, 1, new ArrowBuffer.Builder<int>().Append(0).Append(1).Build(), new StructArray(new StructType([type.KeyField, type.ValueField]), 1, [keys, values], ArrowBuffer.Empty), ArrowBuffer.Empty);
    }

    private static StructArray Struct(int rows, params (string Name, IArrowArray Values)[] fields) => new(
        new StructType([.. fields.Select(field => new Field(field.Name, field.Values.Data.DataType, nullable: true))]), rows, fields.Select(field => field.Values), ArrowBuffer.Empty);

    private static RecordBatch Variant(int rows, params (string Name, IArrowArray Values)[] fields) => Marked(Struct(rows, fields));

    private static RecordBatch Marked(IArrowArray array)
    {
        var field = new Field("v", array.Data.DataType, nullable: true, new Dictionary<string, string> { ["ARROW:extension:name"] = "arrow.parquet.variant" });
        return new RecordBatch(new Schema([field], null), [array], array.Length);
    }

    private static string Lines(RecordBatch batch)
    {
        using var batches = new OneBatch(batch);
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
