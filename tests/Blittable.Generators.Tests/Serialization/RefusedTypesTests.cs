using System.Text.Json;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Unsupported types are reported with a code, at the member or the attribute, and the compiler reports nothing else.</summary>
public sealed class RefusedTypesTests
{
    private static readonly JsonSerializerOptions s_ignoresReadOnly = new() { IgnoreReadOnlyProperties = true };

    [Theory]
    [InlineData("BLIT001 BlittableSerializable", "[BlittableSerializable] file class F { public int A { get; set; } }")]
    [InlineData("BLIT001 A", "[BlittableSerializable] public class T { [JsonInclude] private Kind A { get; set; } private enum Kind { X } }")]
    [InlineData("BLIT003 A", "[BlittableSerializable] public class T { public IAsyncEnumerable<int>? A { get; set; } }")]
    [InlineData("BLIT003 A", "[BlittableSerializable] public class T { public System.Reflection.MethodInfo? A { get; set; } }")]
    [InlineData("BLIT003 A", "[BlittableSerializable] public class T { public ReadOnlySpan<byte> A => default; }")]
    [InlineData("BLIT003 A", "[BlittableSerializable] public class T { public int[,]? A { get; set; } }")]
    [InlineData("BLIT021 A", "[BlittableSerializable(typeof(T<int>))] public class T<V> { public T<List<V>>? A { get; set; } }")]
    [InlineData("BLIT021 A", "[BlittableSerializable(typeof(T<int>))] public class T<V> { public T<V[]>? A { get; set; } public T<HashSet<V>>? B { get; set; } public T<(V, V)>? C { get; set; } }")]
    [InlineData("BLIT021 A", "[BlittableSerializable(typeof(T<int>.N))] public class T<V> { public class N { public T<N>.N? A { get; set; } } }")]
    [InlineData("BLIT004 A", "[BlittableSerializable] public class T { [Own] public int A { get; set; } } public class OwnAttribute : JsonConverterAttribute;")]
    [InlineData("BLIT004 A", "[BlittableSerializable] public class T { [JsonConverter(typeof(JsonStringEnumConverter))] public List<DayOfWeek>? A { get; set; } }")]
    [InlineData("BLIT004 A", "[BlittableSerializable] public class T { [JsonConverter(typeof(JsonStringEnumConverter<ConsoleColor>))] public DayOfWeek? A { get; set; } }")]
    [InlineData("BLIT007 A", "[BlittableSerializable] public class T { [JsonIgnore] public required int A { get; set; } }")]
    [InlineData("BLIT007 A", "[BlittableSerializable] public class T { [JsonRequired, JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public int A { get; set; } }")]
    [InlineData("BLIT007 A", "[BlittableSerializable] public class T { [JsonRequired] public int A { get; } }")]
    [InlineData("BLIT003 A", "[BlittableSerializable] public class T { public System.Type? A { get; set; } }")]
    [InlineData("BLIT008 BlittableSerializable", "[BlittableSerializable] [JsonDerivedType(typeof(string))] public class T;")]
    [InlineData("BLIT008 BlittableSerializable", "[BlittableSerializable] [JsonDerivedType(typeof(A), \"x\")] [JsonDerivedType(typeof(B), \"x\")] public class T; public class A : T; public class B : T;")]
    [InlineData("BLIT008 BlittableSerializable", "[BlittableSerializable] [JsonDerivedType(typeof(A), 1)] [JsonDerivedType(typeof(A), 2)] public class T; public class A : T;")]
    [InlineData("BLIT008 BlittableSerializable", "[BlittableSerializable] [JsonDerivedType(typeof(A), 1)] public class T; public class A : T { [JsonPropertyName(\"$type\")] public int B { get; set; } }")]
    [InlineData("BLIT008 BlittableSerializable", "[BlittableSerializable] [JsonDerivedType(typeof(A), \"a\")] public class T; public abstract class A : T;")]
    [InlineData("BLIT008 BlittableSerializable", "[BlittableSerializable] [JsonDerivedType(typeof(I), 1)] public interface T; public interface I : T;")]
    [InlineData("BLIT009 B", "[BlittableSerializable] public class T { public int A { get; set; } [JsonPropertyName(\"A\")] public int B { get; set; } }")]
    [InlineData("BLIT010 JsonSourceGenerationOptions(ReferenceHandler = JsonKnownReferenceHandler.Preserve)",
        "[BlittableSerializable] [JsonSourceGenerationOptions(ReferenceHandler = JsonKnownReferenceHandler.Preserve)] public class T;")]
    [InlineData("BLIT010 JsonSourceGenerationOptions(Converters = new[] { typeof(F) })",
        "[BlittableSerializable] [JsonSourceGenerationOptions(Converters = new[] { typeof(F) })] public class T; public class F() : JsonStringEnumConverter(null);")]
    [InlineData("BLIT011 JsonSourceGenerationOptions(MaxDepth = 3)", "[BlittableSerializable] [JsonSourceGenerationOptions(MaxDepth = 3)] public class T;")]
    [InlineData("BLIT012 A", "[BlittableSerializable] public class T { public Dictionary<byte[], int>? A { get; set; } }")]
    [InlineData("BLIT013 BlittableSerializable", "[BlittableSerializable] public class T { public T(ref int a) => A = a; public int A { get; } }")]
    [InlineData("BLIT014 A", "[BlittableSerializable] public class T { [JsonExtensionData] public Dictionary<string, int>? A { get; set; } }")]
    [InlineData("BLIT003 BlittableSerializable", "[BlittableSerializable] public static class T;")]
    [InlineData("BLIT008 BlittableSerializable", "[BlittableSerializable] [JsonDerivedType(typeof(A), \"a\")] public interface T; public class A : List<int>, T;")]
    [InlineData("BLIT008 BlittableSerializable", "[BlittableSerializable] [JsonDerivedType(typeof(A), \"a\")] public interface T; public class A : Dictionary<string, int>, T;")]
    [InlineData("BLIT008 BlittableSerializable", "[BlittableSerializable] [JsonDerivedType(typeof(A), \"a\")] public class T : List<int>; public class A : T;")]
    [InlineData("BLIT015 A", "[BlittableSerializable] public class T { [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public int A { get; set; } }")]
    [InlineData("BLIT015 A", "[BlittableSerializable] public class T { [JsonNumberHandling(JsonNumberHandling.WriteAsString)] public string? A { get; set; } }")]
    [InlineData("BLIT015 A", "[BlittableSerializable] [JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)] public class T { [JsonExtensionData] public Dictionary<string, object>? A { get; set; } }")]
    [InlineData("BLIT015 A", "[BlittableSerializable] public class T { public T(int b) => B = b; public int B { get; } [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public List<int> A { get; } = []; }")]
    [InlineData("BLIT015 A", "[BlittableSerializable] public class T { [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public P A { get; } = new(); } [JsonDerivedType(typeof(Q), \"q\")] public class P; public class Q : P;")]
    [InlineData("BLIT004 A", "[BlittableSerializable] public class T { [JsonConverter(typeof(C))] public int A { get; set; } } public class C : JsonConverter<int> { private C() { } public static readonly C Instance = new(); public override int Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => 0; public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) { } }")]
    [InlineData("BLIT010 JsonSourceGenerationOptions(Converters = new[] { typeof(C) })", "[BlittableSerializable, JsonSourceGenerationOptions(Converters = new[] { typeof(C) })] public class T { public int A { get; set; } } public class C : JsonConverter<int> { private C() { } public static readonly C Instance = new(); public override int Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => 0; public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) { } }")]
    [InlineData("BLIT010 JsonSourceGenerationOptions(Converters = new[] { typeof(T.C) })", "[BlittableSerializable, JsonSourceGenerationOptions(Converters = new[] { typeof(T.C) })] public class T { public int A { get; set; } private class C : JsonConverter<int> { public override int Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => 0; public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) { } } }")]
    [InlineData("BLIT010 JsonSourceGenerationOptions(Converters = new[] { typeof(C) })", "[BlittableSerializable, JsonSourceGenerationOptions(Converters = new[] { typeof(C) })] public class T { public int A { get; set; } } public abstract class C : JsonConverter<int>;")]
    [InlineData("BLIT010 JsonSourceGenerationOptions(Converters = new[] { typeof(C) })", "[BlittableSerializable, JsonSourceGenerationOptions(Converters = new[] { typeof(C) })] public class T { public T? A { get; set; } } public class C : JsonConverter<T> { public override bool CanConvert(Type type) => typeof(T).IsAssignableFrom(type); public override T Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => new(); public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) { } }")]
    [InlineData("BLIT012 A", "[BlittableSerializable, JsonSourceGenerationOptions(Converters = new[] { typeof(C) })] public class T { public Dictionary<int, int>? A { get; set; } } public class C : JsonConverter<int> { public override int Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => 0; public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) { } public override int ReadAsPropertyName(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => 0; }")]
    [InlineData("BLIT014 A", "[BlittableSerializable] public class T { [JsonExtensionData] public ImmutableDictionary<string, JsonElement>? A { get; set; } }")]
    [InlineData("BLIT014 A", "[BlittableSerializable] public class T { [JsonExtensionData] public System.Collections.ObjectModel.ReadOnlyDictionary<string, object>? A { get; set; } }")]
    [InlineData("BLIT014 A", "[BlittableSerializable] public class T { [JsonExtensionData] public IReadOnlyDictionary<string, object>? A { get; set; } }")]
    [InlineData("BLIT014 A", "[BlittableSerializable] public class T { [JsonExtensionData] public System.Collections.Frozen.FrozenDictionary<string, object>? A { get; set; } }")]
    [InlineData("BLIT014 A", "[BlittableSerializable] public class T { [JsonExtensionData] public Hashtable? A { get; set; } }")]
    [InlineData("BLIT014 A", "[BlittableSerializable] public class T { [JsonExtensionData] public IDictionary? A { get; set; } }")]
    [InlineData("BLIT014 A", "[BlittableSerializable] public class T { [JsonExtensionData] public M? A { get; set; } } public abstract class M : Dictionary<string, object>;")]
    public void An_unsupported_type_is_reported_at_its_location(string expected, string source) => Assert.Equal([expected], CompiledTypes.Faults(source));

    [Theory]
    [InlineData("BLIT017", "[JsonInclude] public int A { get; private set; }")]
    [InlineData("BLIT017", "[JsonInclude] public int A { private get; set; }")]
    [InlineData("", "[JsonInclude] public int A { get; set; }")]
    [InlineData("", "public int A { get; private set; }")]
    public void An_accessor_that_the_compiler_does_not_see_in_another_assembly_is_reported(string expected, string member)
    {
        var library = $"public class Base {{ {member} }} public class Order : Base;";
        Assert.Equal(expected.Length == 0 ? [] : [expected + " BlittableSerializable(typeof(Order))"], CompiledTypes.Faults("[BlittableSerializable(typeof(Order))] public static class Roots;", library));
        Assert.Equal(expected.Length == 0 ? [] : [expected + " O"], CompiledTypes.Faults("[BlittableSerializable] public class Own { public Order? O { get; set; } }", library));
        Assert.Empty(CompiledTypes.Faults("[BlittableSerializable(typeof(Order))] public static class Roots;" + library));
    }

    /// <summary>Members that System.Text.Json refuses to populate when it first reads the type are reported, and no others.</summary>
    [Theory]
    [InlineData("public int A { get; set; }")]
    [InlineData("public string A { get; set; } = \"\";")]
    [InlineData("public int[] A { get; set; } = [];")]
    [InlineData("public List<int> A { get; set; } = [];")]
    [InlineData("public List<int>? A { get; }")]
    [InlineData("public List<int>? A { private get; set; }")]
    [InlineData("public ImmutableList<int> A { get; set; } = [];")]
    [InlineData("public ImmutableArray<int> A { get; set; } = [];")]
    [InlineData("public IEnumerable<int> A { get; set; } = [];")]
    [InlineData("public IReadOnlyList<int> A { get; set; } = [];")]
    [InlineData("public IReadOnlyDictionary<string, int>? A { get; set; }")]
    [InlineData("public IDictionary<string, int>? A { get; set; }")]
    [InlineData("public ICollection<int>? A { get; set; }")]
    [InlineData("public ISet<int>? A { get; set; }")]
    [InlineData("public IList? A { get; set; }")]
    [InlineData("public ICollection? A { get; set; }")]
    [InlineData("public IDictionary? A { get; set; }")]
    [InlineData("public Hashtable? A { get; set; }")]
    [InlineData("public ArrayList? A { get; set; }")]
    [InlineData("public Stack? A { get; set; }")]
    [InlineData("public Queue<int>? A { get; set; }")]
    [InlineData("public Stack<int>? A { get; set; }")]
    [InlineData("public SortedSet<int>? A { get; set; }")]
    [InlineData("public LinkedList<int>? A { get; set; }")]
    [InlineData("public System.Collections.Concurrent.ConcurrentQueue<int>? A { get; set; }")]
    [InlineData("public System.Collections.ObjectModel.ObservableCollection<int>? A { get; set; }")]
    [InlineData("public object? A { get; set; }")]
    [InlineData("public JsonObject? A { get; set; }")]
    [InlineData("public JsonElement A { get; set; }")]
    [InlineData("public byte[]? A { get; set; }")]
    [InlineData("public P A { get; set; }")]
    [InlineData("public P A { get; }")]
    [InlineData("public P? A { get; set; }")]
    [InlineData("public P? A { get; }")]
    [InlineData("public int? A { get; set; }")]
    [InlineData("public Q? A { get; }")]
    [InlineData("public Q? A { set { } }")]
    [InlineData("public R? A { get; set; }")]
    [InlineData("public L? A { get; set; }")]
    [InlineData("[JsonConverter(typeof(C))] public Q? A { get; set; }")]
    [InlineData("[JsonInclude] private List<int>? A { get; set; }")]
    [InlineData("[JsonIgnore] public int A { get; set; }")]
    [InlineData("public List<int>? A { get; }", "IgnoreReadOnlyProperties = true")]
    [InlineData("public List<int>? A { get; set; }", "IgnoreReadOnlyProperties = true")]
    public void A_member_that_cannot_be_populated_is_reported(string member, string options = "")
    {
        var source = $$"""
            {{(options.Length == 0 ? "" : $"[JsonSourceGenerationOptions({options})]")}} [BlittableSerializable] public class T { [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] {{member}} }
            public struct P { public int X { get; set; } } public class Q { public int X { get; set; } } public abstract class R { public int X { get; set; } } public class L : List<int>;
            public class C : JsonConverter<Q> { public override Q? Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => null; public override void Write(Utf8JsonWriter writer, Q value, JsonSerializerOptions options) { } }
            """;
        var json = options.Length > 0 ? s_ignoresReadOnly : JsonSerializerOptions.Default;
        var isRefused = false;
        try
        {
            JsonSerializer.Deserialize("{}", CompiledTypes.WithoutGenerators(source).Type("T"), json);
        }
        catch (InvalidOperationException)
        {
            isRefused = true;
        }

        Assert.Equal(isRefused ? ["BLIT015 A"] : [], CompiledTypes.Faults(source));
    }
}
