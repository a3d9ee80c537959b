namespace Blittable.Generators.Tests.Serialization;

/// <summary>A call with an anonymous type declares it. Anonymous types that generated code cannot create are reported.</summary>
public sealed class AnonymousTypesTests
{
    private const string Types = """

        public record Line(string Product, decimal Price); public enum Color { Red, Green }
        [JsonConverter(typeof(JsonStringEnumConverter<Size>))] public enum Size { S, M }

        """;

    [Theory]
    [InlineData("new { A = 1, B = \"b\", C = (string?)null, D = 1.5m, E = new DateTime(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc), F = Color.Green, G = Size.M, H = (int?)null, I = (int?)3, J = 'c', K = Guid.Empty }")]
    [InlineData("new { Inner = new { A = 1, Deep = new { B = true } }, Other = new { A = 2 } }")]
    [InlineData("new { Lines = new[] { new Line(\"p\", 1.20m) }, First = new Line(\"q\", 2), Map = new Dictionary<string, int> { [\"k\"] = 1 }, Bytes = new byte[] { 1 }, Empty = (Line?)null }")]
    [InlineData("new { Items = new[] { 1, 2 }.Select(i => new { Id = i, Tags = new[] { new { Name = \"t\" + i } } }).ToList(), Count = 2 }")]
    [InlineData("new[] { new { A = 1 }, null, new { A = 2 } }")]
    [InlineData("new[] { 1, 2 }.Select(i => new { Id = i })")]
    [InlineData("new[] { 1, 2 }.Select(i => new { Id = i }).ToList()")]
    [InlineData("new[] { 1, 2 }.ToDictionary(i => \"k\" + i, i => new { Id = i })")]
    [InlineData("new[] { 1, 2 }.ToDictionary(i => i, i => new[] { new { Id = i } })")]
    [InlineData("new { Any = (object)1, Null = (object?)null, List = new List<object> { 1, \"a\" }, Dynamic = (dynamic)2 }")]
    [InlineData("new { @class = 1, @event = \"e\", Größe = 2, writer = 3, value = 4, open = 5, present = 6, reader = 7, p0 = 8, v0 = 9, result = 10 }")]
    [InlineData("new { }")]
    [InlineData("new { Line = new Line(\"x\", 1).Product, new Line(\"x\", 1).Price, Uri = new Uri(\"http://a/\"), Element = JsonSerializer.Deserialize<JsonElement>(\"[1]\") }")]
    [InlineData("(object)new { A = 1 }")]
    [InlineData("new { Set = new HashSet<Color> { Color.Red }, Pair = new KeyValuePair<string, Line>(\"k\", new(\"a\", 1)), Numbers = new double[] { 1.5 } }")]
    public void An_anonymous_object_is_written_and_read_as_by_the_framework(string value)
    {
        var types = CompiledTypes.Of("using System.Linq;\n" + Types + $$"""
            public static class Program
            {
                public static string Write() => BlittableValue.Open(BlittableSerializer.Serialize({{value}})).ToJson();
                public static string Expected() => JsonSerializer.Serialize({{value}}, new JsonSerializerOptions { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
                public static string Read() => Again({{value}}, BlittableDocument.Parse(System.Text.Encoding.UTF8.GetBytes(Expected())));
                private static string Again<T>(T like, BlittableDocument document) => JsonSerializer.Serialize(BlittableSerializer.Deserialize<T>(document.Root), new JsonSerializerOptions { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
            }
            """, nullable: false);
        var expected = (string)types.Call("Program", "Expected")!;
        Assert.Equal(expected, types.Call("Program", "Write"));
        Assert.Equal(expected, types.Call("Program", "Read"));
    }

    [Theory]
    [InlineData("SerializeToDocument(new { A = 1 }).Bytes.Length")]
    [InlineData("SerializeAsync(new MemoryStream(), new { A = 1 }).IsCompletedSuccessfully")]
    [InlineData("SerializeAsyncEnumerable(new MemoryStream(), new[] { new { A = 1 } }.ToAsyncEnumerable()).IsCompletedSuccessfully")]
    [InlineData("Serialize<object>(new { A = 1 }).Length")]
    [InlineData("Serialize(value: new { A = 1 }, output: new System.Buffers.ArrayBufferWriter<byte>())")]
    public void Every_method_that_writes_declares_the_type(string call)
    {
        var types = CompiledTypes.Of("using System.IO; using System.Linq; using static Blittable.BlittableSerializer;\n" + $$"""
            public static class Program { public static string Call() { Action call = () => { _ = ""; {{(call.StartsWith("Serialize(value", StringComparison.Ordinal) ? call : "_ = " + call)}}; }; call(); return "done"; } }
            """, nullable: false);
        Assert.Equal("done", types.Call("Program", "Call"));
    }

    [Theory]
    [InlineData("BLIT020 Serialize", "static void M<T>(T item) => BlittableSerializer.Serialize(new { Item = item });", "its property 'Item' has the type T, whose type parameter only the calling method knows")]
    [InlineData("BLIT020 Inner", "static void M<T>(List<T> items) => BlittableSerializer.Serialize(new { Inner = new { Items = items } });", "its property 'Items' has the type System.Collections.Generic.List<T>")]
    [InlineData("BLIT020 Serialize", "static void M() => BlittableSerializer.Serialize((1, new { A = 2 }));", "only arrays, lists, sets and dictionaries can contain an anonymous type")]
    [InlineData("BLIT020 Serialize", "static void M() => BlittableSerializer.Serialize(new[] { 1 }.GroupBy(i => i, i => new { A = i }));", "only arrays, lists, sets and dictionaries can contain an anonymous type")]
    [InlineData("BLIT020 Serialize", "static void M() => BlittableSerializer.Serialize(new[] { 1 }.Select(i => new { A = i }).OrderBy(i => i.A));", "only arrays, lists, sets and dictionaries can contain an anonymous type")]
    [InlineData("BLIT003 Call", "static void M() => BlittableSerializer.Serialize(new { Call = (Action)(() => { }) });", "System.Action cannot be serialized")]
    [InlineData("BLIT001 A", "private class Hidden; static void M() => BlittableSerializer.Serialize(new { A = new Hidden() });", "Generated code cannot access Program.Hidden")]
    public void An_anonymous_type_without_code_is_reported(string expected, string members, string message)
    {
        var source = CompiledTypes.Usings + "using System.Linq;\n" + Types + $"public static class Program {{ {members} }}";
        var fault = Assert.Single(GeneratorRun.Of<Blittable.Generators.Serialization.SerializerGenerator>(source).Reported);
        Assert.Equal(expected, $"{fault.Id} {source.Substring(fault.Location.SourceSpan.Start, fault.Location.SourceSpan.Length)}");
        Assert.Contains(message, fault.GetMessage(System.Globalization.CultureInfo.InvariantCulture), StringComparison.Ordinal);
    }

    /// <summary>The type of an object that a generic method receives is only known at run time.</summary>
    [Fact]
    public void An_anonymous_object_that_reaches_the_serializer_in_another_way_is_refused_with_the_reason()
    {
        var types = CompiledTypes.Of("public static class Program { public static void Call() => Write(new { Unseen = 1 }); private static void Write<T>(T value) => BlittableSerializer.Serialize(value); }");
        var fault = Assert.Throws<NotSupportedException>(() => types.Call("Program", "Call"));
        Assert.Contains("The type is anonymous, so code is generated only for objects that are passed directly to a method of BlittableSerializer", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Calls_of_other_serializers_are_not_declarations() =>
        Assert.Empty(GeneratorRun.Of<Blittable.Generators.Serialization.SerializerGenerator>(CompiledTypes.Usings + "public static class Program { static void M() => JsonSerializer.Serialize(new { A = (Action)(() => { }) }); }").Generated);
}
