using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Arrow.Reading;
using Blittable.Collections;
using Blittable.Collections.Tests;
using ParquetSharp.Arrow;

namespace Blittable.Arrow.Tests;

/// <summary>Tests fixed-size lists in Parquet files, which Arrow does not read if a list is null.</summary>
public sealed class FixedSizeListTests
{
    private const string Tensor = "arrow.fixed_shape_tensor";

    [Fact]
    public void Null_lists_and_null_elements_are_imported()
    {
        using var file = Write(extension: null, [1, 2, null, 4, null, null], nulls: 1);

        Assert.Equal(["""{"v":[1,2]}""", """{"v":[null,4]}""", """{"v":null}"""], Import(file));
    }

    [Fact]
    public void Lists_within_structs_are_imported()
    {
        using var file = Write(extension: null, [1, 2, 3, 4], nulls: 1, inStruct: true);

        Assert.Equal(["""{"v":{"e":[1,2]}}""", """{"v":{"e":null}}"""], Import(file));
    }

    [Fact]
    public void An_extension_type_keeps_its_storage_type()
    {
        using var file = Write(Tensor, [1, 2, 3, 4], nulls: 0);

        Assert.Same(file, StoredSchema.DeclareLists(file));
        Assert.Equal(["""{"v":[1,2]}""", """{"v":[3,4]}"""], Import(file));
    }

    [Fact]
    public void An_example_with_fixed_size_lists_has_lists()
    {
        using var file = Write(extension: null, [1, 2, 3, 4], nulls: 0);

        Assert.IsType<ListType>(ArrowSchema.ReadParquet(file).FieldsList[0].DataType);
    }

    [Fact]
    public void A_file_without_fixed_size_lists_is_read_as_it_is()
    {
        using var file = new ParquetFile(["""{"v":[1,2]}"""]);
        using var input = File.OpenRead(file.Path);

        Assert.Same(input, StoredSchema.DeclareLists(input));
    }

    [Fact]
    public void A_damaged_schema_is_left_to_the_reader_of_the_file()
    {
        using var file = Write(extension: null, [1, 2, 3, 4], nulls: 0);
        var bytes = file.ToArray();
        var random = new Random(1);
        for (var round = 0; round < 2_000; round++)
        {
            var damaged = bytes.ToArray();
            for (var flips = random.Next(1, 4); flips > 0; flips--)
            {
                damaged[random.Next(damaged.Length / 4, damaged.Length)] ^= (byte)(1 << random.Next(8));
            }

            using var input = new MemoryStream(damaged);
            Assert.Equal(damaged.Length, StoredSchema.DeclareLists(input).Length);
        }
    }

    /// <summary>Writes lists of two numbers, of which the last are null. The writer does not accept other lists after them.</summary>
    private static MemoryStream Write(string? extension, int?[] elements, int nulls, bool inStruct = false)
    {
        var items = new Int32Array.Builder();
        foreach (var element in elements)
        {
            _ = element is { } number ? items.Append(number) : items.AppendNull();
        }

        var count = elements.Length / 2;
        var metadata = extension is null ? null : new Dictionary<string, string> { ["ARROW:extension:name"] = extension, ["ARROW:extension:metadata"] = """{"shape":[2]}""" };
        var field = new Field(inStruct ? "e" : "v", new FixedSizeListType(new Field("item", Int32Type.Default, nullable: true), 2), nullable: true, metadata);
        var valid = new ArrowBuffer.BitmapBuilder().AppendRange(Enumerable.Range(0, count).Select(row => row < count - nulls)).Build();
        var data = new ArrayData(field.DataType, count, nulls, 0, [nulls == 0 ? ArrowBuffer.Empty : valid], [items.Build().Data]);
        if (inStruct)
        {
            field = new Field("v", new StructType([field]), nullable: true);
            data = new ArrayData(field.DataType, count, 0, 0, [ArrowBuffer.Empty], [data]);
        }

        var file = new MemoryStream();
        var schema = new Schema([field], null);
        using (var properties = ParquetSharp.WriterProperties.GetDefaultWriterProperties())
        using (var builder = new ArrowWriterPropertiesBuilder())
        using (var arrowProperties = builder.StoreSchema().Build())
        using (var output = new FileWriter(file, schema, properties, arrowProperties, leaveOpen: true))
        {
            output.WriteRecordBatch(new RecordBatch(schema, [ArrowArrayFactory.BuildArray(data)], count), count);
            output.Close();
        }

        file.Position = 0;
        return file;
    }

    private static List<string> Import(Stream file)
    {
        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small, leaveOpen: true))
        {
            CollectionParquet.Import(file, writer);
            writer.Commit();
        }

        return CollectionFile.ReadAll(stream);
    }
}
