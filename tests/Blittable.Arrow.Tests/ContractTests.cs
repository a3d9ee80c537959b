using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Apache.Arrow;

namespace Blittable.Arrow.Tests;

/// <summary>Tests that the schema of a type stores what System.Text.Json writes for it.</summary>
public sealed class ContractTests
{
    private enum Status
    {
        Open = 1,
        Closed = 2,
    }

    public static TheoryData<object, JsonSerializerOptions?, string> Objects => new()
    {
        { new Valued<Status>(Status.Open), null, "int32" },
        { new Valued<Status>(Status.Open), new JsonSerializerOptions { Converters = { new JsonStringEnumConverter() } }, "utf8" },
        { new Valued<Status>(Status.Open), new JsonSerializerOptions { Converters = { new JsonStringEnumConverter(null, allowIntegerValues: false) } }, "utf8" },
        { new Valued<Status?>(Status.Closed), new JsonSerializerOptions { Converters = { new JsonStringEnumConverter() } }, "utf8" },
        { new Valued<List<Status>>([Status.Open]), new JsonSerializerOptions { Converters = { new JsonStringEnumConverter() } }, "list" },
        { new NamedStatus { V = Status.Open }, null, "utf8" },
        { new NamedOptionalStatus { V = Status.Closed }, null, "utf8" },
        { new TextNumber { V = 7 }, null, "utf8" },
        { new TextNumbers { V = [7, 8] }, null, "list" },
        { new TypeOfTextNumbers { V = 7 }, null, "utf8" },
        { new Valued<decimal?>(1.5m), new JsonSerializerOptions { NumberHandling = JsonNumberHandling.WriteAsString }, "utf8" },
        { new Valued<bool>(true), new JsonSerializerOptions { NumberHandling = JsonNumberHandling.WriteAsString }, "bool" },
        { new Valued<Point>(new Point(1, 2)), new JsonSerializerOptions { Converters = { new PointConverter() } }, "utf8" },
        { new CustomPoint { V = new Point(3, 4) }, null, "utf8" },
        { new Valued<long>(3), new JsonSerializerOptions { Converters = { new LongAsArrayConverter() } }, "utf8" },
        { new Valued<Guid>(Guid.Empty), null, "fixed_size_binary" },
        { new Valued<List<Guid?>>([Guid.AllBitsSet, null]), null, "list" },
        { new Valued<double>(double.NaN), new JsonSerializerOptions { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals }, "double" },
        { new Valued<float>(float.NegativeInfinity), new JsonSerializerOptions { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals }, "float" },
        { new Valued<TimeOnly>(new TimeOnly(1, 2, 3)), null, "time64" },
        { new Valued<Dictionary<string, int?>>(new() { ["b"] = 1, [""] = null }), null, "map" },
        { new Valued<IReadOnlyDictionary<Status, List<Guid>>>(new Dictionary<Status, List<Guid>> { [Status.Open] = [Guid.Empty] }), null, "map" },
        { new Valued<Dictionary<string, object>>(new() { ["b"] = 1, ["c"] = "x" }), null, "map" },
        { new Valued<System.Text.Json.Nodes.JsonObject>(new() { ["a"] = 1 }), null, "utf8" },
        { new Valued<System.Text.Json.Nodes.JsonNode>(1), null, "utf8" },
        { new Valued<JsonElement>(JsonElement.Parse("[1]")), null, "utf8" },
        { new Valued<TimeSpan>(TimeSpan.FromSeconds(1)), null, "utf8" },
    };

    [Theory]
    [MemberData(nameof(Objects))]
    public void The_schema_of_a_type_stores_its_objects(object value, JsonSerializerOptions? options, string type)
    {
        ArgumentNullException.ThrowIfNull(value);
        var all = WithContracts(options);
        var schema = (Schema)typeof(ArrowSchema).GetMethod(nameof(ArrowSchema.Of))!.MakeGenericMethod(value.GetType()).Invoke(null, [all.GetTypeInfo(value.GetType())])!;
        var json = JsonSerializer.Serialize(value, value.GetType(), all);

        Assert.Equal(type, schema.GetFieldByName("V").DataType.Name);
        using var file = new ParquetFile([json], new ArrowOptions { Schema = schema });
        Assert.Equal([json.Replace("01:02:03", "01:02:03.000000000", StringComparison.Ordinal)], file.Import());
    }

    private static JsonSerializerOptions WithContracts(JsonSerializerOptions? options) =>
        new(options ?? JsonSerializerOptions.Default) { TypeInfoResolver = new DefaultJsonTypeInfoResolver() };

    private sealed record Valued<T>(T V);

    private sealed record Point(int X, int Y);

    private sealed class NamedStatus
    {
        [JsonConverter(typeof(JsonStringEnumConverter))]
        public Status V { get; set; }
    }

    private sealed class NamedOptionalStatus
    {
        [JsonConverter(typeof(JsonStringEnumConverter<Status>))]
        public Status? V { get; set; }
    }

    private sealed class TextNumber
    {
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public long V { get; set; }
    }

    private sealed class TextNumbers
    {
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public List<int> V { get; set; } = [];
    }

    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    private sealed class TypeOfTextNumbers
    {
        public int V { get; set; }
    }

    private sealed class CustomPoint
    {
        [JsonConverter(typeof(PointConverter))]
        public Point? V { get; set; }
    }

    private sealed class PointConverter : JsonConverter<Point>
    {
        public override Point Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, Point value, JsonSerializerOptions options) => writer.WriteRawValue($"{{\"at\":[{value.X},{value.Y}]}}");
    }

    private sealed class LongAsArrayConverter : JsonConverter<long>
    {
        public override long Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => throw new NotSupportedException();

        public override void Write(Utf8JsonWriter writer, long value, JsonSerializerOptions options) => writer.WriteRawValue($"[{value}]");
    }
}
