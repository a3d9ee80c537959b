using System.Text.Json;
using System.Text.Json.Serialization;


namespace Blittable.Generators.Tests.Serialization;

/// <summary>Repeated references are written as equal values. Cycles are errors, whatever they pass through, and never overflow the stack.</summary>
public sealed class CycleTests
{
    private const string Types = """
        [BlittableSerializable] public class Node { public Node? Next { get; set; } public object? Any { get; set; } public List<Node> List { get; set; } = []; public Dictionary<string, Node> Map { get; set; } = []; public Box<Node>? Box { get; set; } public Held? Held { get; set; } public Base? Base { get; set; } public Plain? Plain { get; set; } [JsonExtensionData] public Dictionary<string, object>? Rest { get; set; } }
        public record struct Box<T>(T Item);
        [JsonDerivedType(typeof(Derived), "d")] public abstract class Base { public Base? Inner { get; set; } } public class Derived : Base { public int X { get; set; } }
        [JsonConverter(typeof(HeldConverter))] public class Held { public Plain? Plain { get; set; } }
        public class Plain { public Plain? Self { get; set; } public Held? Held { get; set; } }
        public class HeldConverter : JsonConverter<Held>
        {
            public override Held? Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => new() { Plain = JsonSerializer.Deserialize<Plain>(ref reader, options) };
            public override void Write(Utf8JsonWriter writer, Held value, JsonSerializerOptions options) => JsonSerializer.Serialize(writer, value.Plain, options);
        }
        [BlittableSerializable] public class Endless : IEnumerable<Endless> { public IEnumerator<Endless> GetEnumerator() { yield return this; } IEnumerator IEnumerable.GetEnumerator() => GetEnumerator(); }

        public static class Graphs
        {
            public static object Next() { var node = new Node(); node.Next = node; return node; }
            public static object Two() { var node = new Node { Next = new() }; node.Next.Next = node; return node; }
            public static object Any() { var node = new Node(); node.Any = node; return node; }
            public static object AnyList() { var list = new List<object>(); list.Add(list); return new Node { Any = list }; }
            public static object AnyArray() { var array = new object[1]; array[0] = array; return new Node { Any = array }; }
            public static object AnyMap() { var map = new Dictionary<string, object>(); map["a"] = map; return new Node { Any = map }; }
            public static object AnyTable() { var map = new Hashtable(); map["a"] = map; return new Node { Any = map }; }
            public static object List() { var node = new Node(); node.List.Add(node); return node; }
            public static object Map() { var node = new Node(); node.Map["a"] = node; return node; }
            public static object Box() { var node = new Node(); node.Box = new(node); return node; }
            public static object Rest() { var node = new Node(); node.Rest = new() { ["r"] = node }; return node; }
            public static object Base() { var derived = new Derived(); derived.Inner = derived; return new Node { Base = derived }; }
            public static object Converter() { var plain = new Plain(); plain.Self = plain; return new Node { Held = new() { Plain = plain } }; }
            public static object Converters() { var held = new Held { Plain = new() }; held.Plain.Held = held; return new Node { Plain = held.Plain }; }
            public static object? Read(byte[] bytes, int depth) => BlittableSerializer.Deserialize<Node>(bytes, new BlittableOptions { MaxDepth = depth, MaxExpandedBytes = long.MaxValue });
            public static object Endless() => new Endless();
        }
        """;

    private static readonly Lazy<CompiledTypes> s_types = new(() => CompiledTypes.Of(Types, nullable: false));

    public static TheoryData<string, int> Graphs
    {
        get
        {
            var data = new TheoryData<string, int>();
            foreach (var graph in new[]
            {
                "Next", "Two", "Any", "AnyList", "AnyArray", "AnyMap", "AnyTable", "List", "Map", "Box", "Rest", "Base", "Converter", "Converters", "Endless",
            })
            {
                data.Add(graph, new BlittableOptions().MaxDepth);
                data.Add(graph, int.MaxValue);
            }

            return data;
        }
    }

    /// <summary>Returns a small stack for objects that Blittable writes. Through 64 converters, each of which calls the serializer, System.Text.Json's own
    /// exception needs between 1,000 and 1,050 KB, so such objects get the default of .NET.</summary>
    private static int StackOf(bool converters) => converters ? 1536 << 10 : 256 << 10;

    [Theory]
    [MemberData(nameof(Graphs))]
    public void A_cycle_is_an_error_with_its_path_even_on_a_small_stack(string graph, int maxDepth)
    {
        var value = s_types.Value.Call("Graphs", graph)!;
        Exception? fault = null;
        var thread = new Thread(() => fault = Record.Exception(() => BlittableSerializer.Serialize<object>(value, new BlittableOptions { MaxDepth = maxDepth })), StackOf(graph.StartsWith("Converter", StringComparison.Ordinal)));
        thread.Start();
        thread.Join();
        var found = Assert.IsType<BlittableException>(fault);
        Assert.Equal(BlittableErrorCode.TooDeep, found.Code);
        Assert.Contains("$", found.Message, StringComparison.Ordinal);
    }

    /// <summary>A converter reads the JSON of a value, which untrusted bytes may nest as deep as they like.</summary>
    [Theory]
    [InlineData(512)]
    [InlineData(int.MaxValue)]
    public void Deep_values_of_a_converter_are_refused_even_on_a_small_stack(int maxDepth)
    {
        const int depth = 50_000;
        var text = "{\"Held\":" + string.Concat(Enumerable.Repeat("{\"Self\":", depth)) + "{}" + new string('}', depth + 1);
        var bytes = BlittableDocument.Parse(text, new BlittableOptions { MaxDepth = int.MaxValue }).Bytes.ToArray();
        var deserialize = s_types.Value.Type("Graphs").GetMethod("Read")!.CreateDelegate<Func<byte[], int, object?>>();
        Exception? fault = null;
        var thread = new Thread(() => fault = Record.Exception(() => deserialize(bytes, maxDepth)), StackOf(converters: false));
        thread.Start();
        thread.Join();
        Assert.Equal(BlittableErrorCode.TooDeep, Assert.IsType<BlittableException>(fault).Code);
    }

    [Fact]
    public void A_repeated_object_is_written_twice_and_read_as_two_equal_objects()
    {
        var shared = new Node { Value = 7, Children = [new Node { Value = 8 }] };
        var node = new Node { Next = shared, Children = [shared, shared] };
        Parity.Check(node);
        foreach (var options in new[] { new BlittableOptions(), BlittableOptions.Balanced })
        {
            var back = BlittableSerializer.Deserialize<Node>(BlittableSerializer.Serialize(node, options))!;
            Assert.NotSame(back.Children![0], back.Children[1]);
            Assert.Equal((7, 8), (back.Next!.Value, back.Children[1].Children![0].Value));
        }

        // System.Text.Json writes a reference, and restores the identity.
        var preserving = new JsonSerializerOptions { ReferenceHandler = ReferenceHandler.Preserve };
        var preserved = JsonSerializer.Deserialize<Node>(JsonSerializer.Serialize(node, preserving), preserving)!;
        Assert.Same(preserved.Children![0], preserved.Children[1]);
    }

    /// <summary>Disk mode stores equal values once, so a repeated object costs little more than a reference.</summary>
    [Fact]
    public void Disk_mode_stores_the_content_of_a_repeated_object_once()
    {
        var shared = new Node { Children = [.. Enumerable.Range(1000, 40).Select(i => new Node { Value = i })] };
        var once = BlittableSerializer.Serialize(new Node { Children = [shared] }, BlittableOptions.Balanced).Length;
        var often = BlittableSerializer.Serialize(new Node { Children = [.. Enumerable.Repeat(shared, 100)] }, BlittableOptions.Balanced).Length;
        Assert.InRange(once, 200, int.MaxValue);
        Assert.InRange(often - once, 0, 20 * 99);
    }

    /// <summary>References of System.Text.Json are data: an object with <c>$id</c> is read, and a <c>$ref</c> is not resolved.</summary>
    [Fact]
    public void References_in_documents_are_data()
    {
        using var document = BlittableDocument.Parse("""{"$id":"1","Value":1,"Next":{"$ref":"1"}}""");
        var node = BlittableSerializer.Deserialize<Node>(document.Root)!;
        Assert.Equal((1, 0, null), (node.Value, node.Next!.Value, node.Next.Next));
    }
}
