using System.Text;
using Apache.Arrow;
using Apache.Arrow.Arrays;
using Apache.Arrow.Ipc;
using Apache.Arrow.Types;

namespace Blittable.Arrow.Tests;

/// <summary>Tests that dictionary-encoded and run-end-encoded values have the form of the extension type of their column.</summary>
public sealed class EncodedExtensionTests
{
    private static readonly Guid s_guid = new("2b4e1c36-0000-4000-8000-0123456789ab");

    [Fact]
    public void Dictionaries_of_an_extension_type()
    {
        Assert.Equal("""{"v":{"a":[1,null]}}|{"v":null}|{"v":2}""", Import("arrow.json", Dictionary(StringType.Default, Texts("2", """{"a":[1,null]}"""))));
        Assert.Equal($$"""{"v":"{{s_guid}}"}|{"v":null}|{"v":"00000000-0000-0000-0000-000000000000"}""", Import("arrow.uuid", Dictionary(new FixedSizeBinaryType(16), Guids())));
    }

    [Fact]
    public void Runs_of_an_extension_type()
    {
        Assert.Equal("""{"v":2}|{"v":[true]}|{"v":[true]}""", Import("arrow.json", Runs(new StringArray(Texts("2", "[true]")))));
        Assert.Equal($$"""{"v":"00000000-0000-0000-0000-000000000000"}|{"v":"{{s_guid}}"}|{"v":"{{s_guid}}"}""", Import("arrow.uuid", Runs(new FixedSizeBinaryArray(Guids()))));
    }

    /// <summary>Encodes the second value, a null and the first value.</summary>
    private static DictionaryArray Dictionary(IArrowType type, ArrayData values)
    {
        var indexes = new Int32Array.Builder().Append(1).AppendNull().Append(0).Build().Data;
        return new DictionaryArray(new ArrayData(new DictionaryType(Int32Type.Default, type, ordered: false), 3, 1, 0, indexes.Buffers, null, values));
    }

    /// <summary>Encodes the first value once and the second one twice.</summary>
    private static RunEndEncodedArray Runs(IArrowArray values) => new(new Int32Array.Builder().Append(1).Append(3).Build(), values);

    private static ArrayData Texts(params string[] texts)
    {
        var builder = new StringArray.Builder();
        foreach (var text in texts)
        {
            builder.Append(text);
        }

        return builder.Build().Data;
    }

    /// <summary>Creates an empty UUID and another one.</summary>
    private static ArrayData Guids() => new(
        new FixedSizeBinaryType(16), 2, 0, 0, [ArrowBuffer.Empty, new ArrowBuffer.Builder<byte>().Append(new byte[16]).Append(s_guid.ToByteArray(bigEndian: true)).Build()]);

    private static string Import(string extension, IArrowArray values)
    {
        var field = new Field("v", values.Data.DataType, nullable: true, new Dictionary<string, string> { ["ARROW:extension:name"] = extension, ["ARROW:extension:metadata"] = "" });
        using var batches = new OneBatch(new RecordBatch(new Schema([field], null), [values], values.Length));
        using var lines = new MemoryStream();
        CollectionArrow.WriteJsonLines(batches, lines, TestContext.Current.CancellationToken);
        return Encoding.UTF8.GetString(lines.ToArray()).TrimEnd('\n').Replace('\n', '|');
    }

    private sealed class OneBatch(RecordBatch batch) : IArrowArrayStream
    {
        private RecordBatch? _next = batch;

        public Schema Schema { get; } = batch.Schema;

        public ValueTask<RecordBatch?> ReadNextRecordBatchAsync(CancellationToken cancellationToken = default) => ValueTask.FromResult(Interlocked.Exchange(ref _next, null));

        public void Dispose() => _next?.Dispose();
    }
}
