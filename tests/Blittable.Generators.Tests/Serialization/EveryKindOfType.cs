using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

[assembly: Blittable.BlittableSerializable(typeof(Blittable.Generators.Tests.Serialization.Pair<int>))]
[assembly: Blittable.BlittableSerializable(typeof(DateTime[]))]
[assembly: Blittable.BlittableSerializable(typeof(DateTimeOffset[]))]
[assembly: Blittable.BlittableSerializable(typeof(List<Blittable.Generators.Tests.Serialization.Row>))]

namespace Blittable.Generators.Tests.Serialization;

/// <summary>All scalar types of members.</summary>
[BlittableSerializable]
public sealed class Scalars
{
    public bool Boolean { get; set; } = true;

    public byte Byte { get; set; } = 255;

    public sbyte SByte { get; set; } = -128;

    public short Int16 { get; set; } = short.MinValue;

    public ushort UInt16 { get; set; } = ushort.MaxValue;

    public int Int32 { get; set; } = int.MinValue;

    public uint UInt32 { get; set; } = uint.MaxValue;

    public long Int64 { get; set; } = long.MinValue;

    public ulong UInt64 { get; set; } = ulong.MaxValue;

    public Int128 Int128 { get; set; } = Int128.MinValue;

    public UInt128 UInt128 { get; set; } = UInt128.MaxValue;

    public Half Half { get; set; } = (Half)0.1;

    public float Single { get; set; } = 0.1f;

    public double Double { get; set; } = -1.0 / 3;

    public double Whole { get; set; } = 5;

    public double Large { get; set; } = 1e300;

    public double Small { get; set; } = 1.5e-7;

    public decimal Decimal { get; set; } = 79228162514264337593543950335m;

    public decimal Zeros { get; set; } = 1.500m;

    public char Character { get; set; } = 'ß';

    public string? Null { get; set; }

    public string Empty { get; set; } = "";

    public string Text { get; set; } = "text of more than sixty-three characters, so that its length does not fit into the tag; ąę";

    public Guid Guid { get; set; } = Guid.Parse("0f8fad5b-d9cb-469f-a165-70867728950e");

    public DateTime Utc { get; set; } = new DateTime(2024, 2, 29, 23, 59, 59, DateTimeKind.Utc).AddTicks(1);

    public DateTime Unspecified { get; set; } = new(2011, 1, 1);

    public DateTime Early { get; set; } = DateTime.MinValue;

    public DateTimeOffset Offset { get; set; } = new(2024, 2, 29, 1, 2, 3, 450, TimeSpan.FromHours(-3.5));

    public DateOnly Day { get; set; } = new(1815, 12, 10);

    public TimeOnly Time { get; set; } = new(13, 14, 15, 167);

    public TimeSpan Span { get; set; } = TimeSpan.FromTicks(-123456789012345);

    public Uri? Address { get; set; } = new("https://example.com/a?b=c");

    public Version? Version { get; set; } = new(1, 2, 3);

    public int? Absent { get; set; }

    public int? Present { get; set; } = 3;

    public DayOfWeek Day2 { get; set; } = DayOfWeek.Friday;

    public object? Anything { get; set; } = 12;
}

/// <summary>All collection types of members.</summary>
[BlittableSerializable]
public sealed class Collections
{
    public int[] Array { get; set; } = [1, -2, 300000];

    public int[][] Jagged { get; set; } = [[1], [], [2, 3]];

    public List<string?> List { get; set; } = ["a", null, "c"];

    public IEnumerable<int> Sequence { get; set; } = [1, 2];

    public IReadOnlyList<double> Numbers { get; set; } = [0.5, 2];

    public ICollection<bool> Booleans { get; set; } = [true, false];

    public HashSet<string> Set { get; set; } = ["x", "y"];

    public SortedSet<int> Sorted { get; set; } = [3, 1, 2];

    public Queue<int> Queue { get; set; } = new([1, 2, 3]);

    public LinkedList<int> Linked { get; set; } = new([1, 2, 3]);

    public ConcurrentQueue<int> Concurrent { get; set; } = new([1, 2]);

    public ImmutableArray<int> ImmutableArray { get; set; } = [1, 2];

    public ImmutableList<string> ImmutableList { get; set; } = ["i"];

    public ImmutableHashSet<int> ImmutableSet { get; set; } = [9];

    public ImmutableSortedSet<int> ImmutableSorted { get; set; } = [2, 1];

    public ImmutableQueue<int> ImmutableQueue { get; set; } = [4, 5];

    public ReadOnlyMemory<int> Memory { get; set; } = new[] { 7, 8 };

    public Dictionary<string, int?> Map { get; set; } = new() { ["one"] = 1, ["none"] = null };

    public IReadOnlyDictionary<string, Pair<string>> ReadOnlyMap { get; set; } = new Dictionary<string, Pair<string>> { ["p"] = new("l", "r") };

    public SortedDictionary<int, string> ByNumber { get; set; } = new() { [2] = "two", [-1] = "minus" };

    public Dictionary<Guid, int> ByGuid { get; set; } = new() { [Guid.Parse("0f8fad5b-d9cb-469f-a165-70867728950e")] = 1 };

    public Dictionary<DayOfWeek, int> ByDay { get; set; } = new() { [DayOfWeek.Monday] = 1 };

    public Dictionary<bool, int> ByBoolean { get; set; } = new() { [true] = 1 };

    public Dictionary<DateTime, int> ByDate { get; set; } = new() { [new DateTime(2024, 1, 2, 3, 4, 5, DateTimeKind.Utc)] = 1 };

    public ImmutableDictionary<string, int> ImmutableMap { get; set; } = ImmutableDictionary<string, int>.Empty.Add("k", 1);

    public ConcurrentDictionary<string, int> ConcurrentMap { get; set; } = new([new("c", 1)]);

    public Tuple<int, string> Tuple { get; set; } = System.Tuple.Create(1, "t");
}

/// <summary>Collections that System.Text.Json cannot read, or writes differently.</summary>
[BlittableSerializable]
public sealed class OtherCollections
{
    public IReadOnlySet<int> ReadOnlySet { get; set; } = new HashSet<int> { 5 };

    public FrozenSet<int> FrozenSet { get; set; } = new[] { 1, 2 }.ToFrozenSet();

    public FrozenDictionary<string, int> FrozenMap { get; set; } = new Dictionary<string, int> { ["f"] = 1 }.ToFrozenDictionary();

    public (int Number, string Text) Tuple { get; set; } = (1, "two");

    public byte[] Binary { get; set; } = [1, 2, 3];

    public Memory<byte> Memory { get; set; } = new byte[] { 4, 5 };

    public BlittableDocument? Document { get; set; }
}

public sealed record Pair<T>(T Left, T Right);

/// <summary>The attributes of System.Text.Json.</summary>
[BlittableSerializable]
public sealed class Attributed
{
    [JsonPropertyName("renamed \"name\"")]
    public int Renamed { get; set; } = 1;

    [JsonIgnore]
    public int Ignored { get; set; } = 2;

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? NotNull { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int NotDefault { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public int Kept { get; set; } = 3;

    [JsonPropertyOrder(-1)]
    public int First { get; set; } = 4;

    [JsonInclude]
    internal int Included { get; private set; } = 5;

#pragma warning disable CA1051 // The test is about fields.
    [JsonInclude]
    public int Field = 6;

    public int NotIncluded = 7;
#pragma warning restore CA1051

    [JsonConverter(typeof(JsonStringEnumConverter<Color>))]
    public Color Color { get; set; } = Color.Green;

    public Shade Shade { get; set; } = Shade.Dark | Shade.Warm;

    [JsonConverter(typeof(ReversedConverter))]
    public string Reversed { get; set; } = "abc";

    public Celsius Temperature { get; set; } = new(36.6);

    public JsonElement Element { get; set; } = JsonElement.Parse("""{"a":[1,2.50,"x",null]}""");

    public JsonNode? Node { get; set; } = JsonNode.Parse("[1,{}]");

    [JsonExtensionData]
    public Dictionary<string, JsonElement>? Others { get; set; } = new() { ["other"] = JsonElement.Parse("[true]") };
}

public enum Color { Red, [JsonStringEnumMemberName("grün")] Green }

[Flags]
[JsonConverter(typeof(JsonStringEnumConverter<Shade>))]
public enum Shade { None, Dark = 1, Warm = 2, Bright = 4 }

public sealed class ReversedConverter : JsonConverter<string>
{
    public override string? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => Reverse(reader.GetString()!);

    public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WriteStringValue(Reverse(value));

    private static string Reverse(string text) => new([.. text.Reverse()]);
}

[JsonConverter(typeof(CelsiusConverter))]
public readonly record struct Celsius(double Degrees);

public sealed class CelsiusConverter : JsonConverter<Celsius>
{
    public override Celsius Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetDouble());

    public override void Write(Utf8JsonWriter writer, Celsius value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Degrees);
}

/// <summary>A hierarchy whose types are distinguished by a property.</summary>
[BlittableSerializable]
[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(Circle), "circle")]
[JsonDerivedType(typeof(Square), 2)]
public abstract class Figure
{
    public string? Label { get; set; }
}

public sealed class Circle : Figure
{
    public double Radius { get; set; }
}

public class Square : Figure
{
    public required double Side { get; init; }
}

[BlittableSerializable]
public sealed class Drawing
{
    public List<Figure> Figures { get; set; } = [];
}

/// <summary>Names in the style of a web API.</summary>
[BlittableSerializable(typeof(WebOrder))]
[JsonSourceGenerationOptions(JsonSerializerDefaults.Web, UseStringEnumConverter = true, DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
internal sealed partial class WebContext;

public sealed class WebOrder
{
    public int OrderId { get; init; }

    public string? CustomerName { get; init; } = "nobody";

    public DayOfWeek DeliveryDay { get; set; }

    [JsonConstructor]
    internal WebOrder(int orderId, int quantity = 5) => (OrderId, Quantity) = (orderId, quantity);

    public int Quantity { get; }
}

/// <summary>A type that can contain itself.</summary>
[BlittableSerializable]
public sealed class Node
{
    public int Value { get; set; }

    public Node? Next { get; set; }

    public List<Node>? Children { get; set; }
}

/// <summary>Members that are populated instead of replaced.</summary>
[BlittableSerializable]
public sealed class Basket
{
    [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]
    public List<int> Items { get; } = [1];

    public string Owner { get; set; } = "nobody";

    public int Size { get; init; } = 10;
}

[BlittableSerializable]
[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]
public sealed record Strict([property: JsonRequired] int Id, string? Name = "unnamed");
