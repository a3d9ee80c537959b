using System.Text.Json;
using System.Text.Json.Nodes;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Members that hold any JSON: values that were read can be written again, at every permitted depth.</summary>
public sealed class JsonMembersTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(511)]
    public void Members_of_any_JSON_are_read_and_written_at_every_permitted_depth(int depth)
    {
        foreach (var (open, close) in new[] { ("[", "]"), ("{\"a\\\"[\":", "}") })
        {
            foreach (var innermost in new[] { "1", "[]", "{}", "\"]}\\\\\"" })
            {
                var value = string.Concat(Enumerable.Repeat(open, depth)) + innermost + string.Concat(Enumerable.Repeat(close, depth));
                foreach (var options in new[] { new BlittableOptions(), BlittableOptions.Balanced })
                {
                    var json = $$"""{"Element":{{value}},"Node":{{value}},"Json":{{value}},"Anything":{{value}},"Document":{{value}}}""";
                    using var document = BlittableDocument.Parse(json, options);
                    var read = BlittableSerializer.Deserialize<AnyJson>(document.Root)!;
                    Assert.Equal(json, BlittableDocument.Open(BlittableSerializer.Serialize(read, options)).Root.ToJson());
                }
            }
        }
    }

    [Fact]
    public void A_value_nested_deeper_than_the_options_allow_is_refused_with_a_code()
    {
        var value = string.Concat(Enumerable.Repeat("[", 100)) + "1" + string.Concat(Enumerable.Repeat("]", 100));
        using var document = BlittableDocument.Parse($$"""{"Element":{{value}}}""");
        Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => BlittableSerializer.Deserialize<AnyJson>(document.Root, new BlittableOptions { MaxDepth = 100 })).Code);
        Assert.Equal(value, BlittableSerializer.Deserialize<AnyJson>(document.Root, new BlittableOptions { MaxDepth = 101 })!.Element.GetRawText());
    }

    [Fact]
    public void Objects_of_unknown_types_are_written_as_they_were_read()
    {
        const string json = """{"a":[1,2.50,{"b":null}],"c":"text","d":true,"e":1e400}""";
        using var document = BlittableDocument.Parse(json);
        var read = BlittableSerializer.Deserialize<Dictionary<string, object>>(document.Root)!;
        Assert.IsType<JsonElement>(read["a"]);
        Assert.Equal(json, BlittableDocument.Open(BlittableSerializer.Serialize(read)).Root.ToJson());

        read["a"] = JsonNode.Parse("[1,[]]")!;
        read["c"] = JsonValue.Create(12)!;
        read["d"] = JsonDocument.Parse("{}");
        read["e"] = BlittableDocument.Parse("[1.0]", BlittableOptions.Balanced);
        Assert.Equal("""{"a":[1,[]],"c":12,"d":{},"e":[1.0]}""", BlittableDocument.Open(BlittableSerializer.Serialize(read)).Root.ToJson());
    }

    /// <summary>The JSON converter of a document is for System.Text.Json. It cannot write NaN, and writes binary data as base64.</summary>
    [Fact]
    public void A_member_that_is_a_document_is_copied_without_JSON()
    {
        using var document = BlittableSerializer.SerializeToDocument(new double[] { 1, double.NaN });
        var bytes = BlittableSerializer.Serialize(new AnyJson { Element = JsonElement.Parse("1"u8), Document = document });
        Assert.Equal(double.NaN, BlittableSerializer.Deserialize<AnyJson>(bytes)!.Document!.Root[1].GetDouble());
        using var binary = BlittableSerializer.SerializeToDocument(new byte[] { 1, 2 });
        Assert.Equal(BlittableValueKind.Binary, BlittableValue.Open(BlittableSerializer.Serialize(new AnyJson { Element = JsonElement.Parse("1"u8), Document = binary })).GetProperty("Document"u8).Kind);
    }

    [Fact]
    public void A_member_that_is_a_timestamp_is_a_date_whatever_the_options_for_texts()
    {
        var types = CompiledTypes.Of("""
            [BlittableSerializable] public class Holder { public Blittable.Dates.Timestamp At { get; set; } = new(5); public Blittable.Dates.Timestamp? Other { get; set; } = new(6); }
            public static class Sample
            {
                public static object Make()
                {
                    var bytes = BlittableSerializer.Serialize(new Holder(), new BlittableOptions { DetectDates = false });
                    var root = BlittableValue.Open(bytes);
                    var back = BlittableSerializer.Deserialize<Holder>(bytes)!;
                    return $"{root.GetProperty("At"u8).IsDate} {root.GetProperty("Other"u8).IsDate} {back.At} {back.Other}";
                }
            }
            """);
        Assert.Equal($"True True {new Blittable.Dates.Timestamp(5)} {new Blittable.Dates.Timestamp(6)}", types.Call("Sample", "Make"));
    }

    [Fact]
    public void Any_JSON_can_be_deserialized_as_a_document()
    {
        const string json = """{"a":[1,2.50]}""";
        using var document = BlittableDocument.Parse(json);
        Assert.Equal(json, BlittableDocument.Open(BlittableSerializer.Serialize(BlittableSerializer.Deserialize<JsonElement>(document.Root))).Root.ToJson());
        Assert.Equal(json, BlittableDocument.Open(BlittableSerializer.Serialize(BlittableSerializer.Deserialize<JsonNode>(document.Root))).Root.ToJson());
        Assert.Equal(json, BlittableDocument.Open(BlittableSerializer.Serialize(BlittableSerializer.Deserialize<BlittableDocument>(document.Root))).Root.ToJson());
    }

    [Fact]
    public void An_element_that_is_not_initialized_is_an_error_with_its_path()
    {
        var fault = Assert.Throws<BlittableException>(() => BlittableSerializer.Serialize(new AnyJson()));
        Assert.Equal("$.Element: the JsonElement is not initialized. Assign it a value, such as an empty one.", fault.Message);
    }

    [Fact]
    public void An_element_of_a_lenient_document_is_written_without_its_comments()
    {
        using var lenient = JsonDocument.Parse("[1,/* a comment */2,]", new JsonDocumentOptions { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip });
        Assert.Equal("[1,2]", BlittableDocument.Open(BlittableSerializer.Serialize(lenient.RootElement)).Root.ToJson());
    }

    [BlittableSerializable]
    [BlittableSerializable(typeof(Dictionary<string, object>))]
    internal sealed class AnyJson
    {
        public JsonElement Element { get; set; }

        public JsonNode? Node { get; set; }

        public JsonDocument? Json { get; set; }

        public object? Anything { get; set; }

        public BlittableDocument? Document { get; set; }
    }
}
