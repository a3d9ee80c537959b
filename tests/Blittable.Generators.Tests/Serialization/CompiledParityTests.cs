using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Types whose attributes, options or inheritance interact are read and written as System.Text.Json does.</summary>
public sealed class CompiledParityTests
{
    private const string Rest = "[JsonExtensionData] public Dictionary<string, JsonElement>? Rest { get; set; }";
    private const string Quoted = "[JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]";
    private const string Populate = "[JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)]";
    private const string Disallow = "[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)]";
    private const string Prefers = "PreferredObjectCreationHandling = JsonObjectCreationHandling.Populate";
    private const string Point = "public struct P { public int X { get; set; } public int Y { get; set; } }";

    private static readonly Dictionary<string, JsonSerializerOptions> s_options = new()
    {
        [""] = Parity.Plain,
        ["JsonSerializerDefaults.Strict"] = new(JsonSerializerDefaults.Strict) { TypeInfoResolver = new DefaultJsonTypeInfoResolver() },
        ["JsonSerializerDefaults.Web"] = new(JsonSerializerDefaults.Web),
        ["IgnoreReadOnlyProperties = true"] = new() { IgnoreReadOnlyProperties = true },
        ["IgnoreReadOnlyFields = true, IncludeFields = true"] = new() { IgnoreReadOnlyFields = true, IncludeFields = true },
        ["NumberHandling = JsonNumberHandling.AllowReadingFromString"] = new() { NumberHandling = JsonNumberHandling.AllowReadingFromString },
        ["NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals"] = new() { NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals },
        ["NumberHandling = JsonNumberHandling.WriteAsString"] = new() { NumberHandling = JsonNumberHandling.WriteAsString },
        ["DictionaryKeyPolicy = JsonKnownNamingPolicy.SnakeCaseUpper"] = new() { DictionaryKeyPolicy = JsonNamingPolicy.SnakeCaseUpper },
        ["UseStringEnumConverter = true"] = new() { Converters = { new JsonStringEnumConverter() } },
        [Prefers] = new() { PreferredObjectCreationHandling = JsonObjectCreationHandling.Populate },
        ["IgnoreReadOnlyProperties = true, " + Prefers] = new() { IgnoreReadOnlyProperties = true, PreferredObjectCreationHandling = JsonObjectCreationHandling.Populate },
    };

    /// <summary>Gets the options, the source of a type <c>T</c>, and a text to read.</summary>
    public static TheoryData<string, string, string> Ignored => new()
    {
        { "", $"public class T {{ [JsonIgnore] public bool A {{ get; set; }} {Rest} }}", """{"A":true,"B":1}""" },
        { "", $"public class T {{ [JsonIgnore, JsonPropertyName(\"x\")] public bool A {{ get; set; }} {Rest} }}", """{"A":true,"x":1}""" },
        { "", $"public class T {{ [JsonInclude, JsonIgnore] private int A = 1; {Rest} public int B() => A; }}", """{"A":true,"x":1}""" },
        { "", "public class T { [JsonIgnore] public bool A { get; set; } [JsonExtensionData] public JsonObject? Rest { get; set; } }", """{"A":true,"B":1}""" },
        { "", $"public class T {{ {Rest} }}", """{"Rest":{"a":1}}""" },
        { "", $"public class T {{ public T(int a) => B = a; [JsonIgnore] public int A {{ get; }} public int B {{ get; set; }} {Rest} }}", """{"A":1,"C":2}""" },
        { "", $"public class T {{ [JsonIgnore(Condition = JsonIgnoreCondition.WhenWriting)] public int A {{ get; }} = 1; {Rest} }}", """{"A":5}""" },
        { "", $"public class T {{ [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public int A {{ set {{ }} }} {Rest} }}", """{"A":5}""" },
        { "", $"public class T : B {{ [JsonIgnore] public override int A {{ get; set; }} {Rest} }} public class B {{ public virtual int A {{ get; set; }} = 4; }}", """{"A":5}""" },
        { "", $"public class T : B {{ [JsonIgnore] public new int A {{ get; set; }} {Rest} }} public class B {{ public int A {{ get; set; }} = 4; }}", """{"A":5}""" },
        { "", $"public class T : B {{ {Rest} }} public class B {{ [JsonIgnore] public int A {{ get; set; }} }}", """{"A":5}""" },
        { "", $"{Disallow} public class T {{ [JsonIgnore] public int A {{ get; set; }} }}", """{"A":5}""" },
        { "", $"{Disallow} public class T {{ [JsonIgnore] public int A {{ get; set; }} }}", """{"a":5}""" },
        { "", "public class T { public R? A { get; set; } public I? D { get; set; } } public abstract class R { [JsonExtensionData] public Dictionary<string, object>? B { get; set; } } " + Disallow + " public interface I { int C { get; set; } }", """{"A":null}""" },
        { "", "[JsonDerivedType(typeof(D), \"d\")] public class T { [JsonIgnore] public int A { get; set; } } " + Disallow + " public class D : T { [JsonIgnore] public int B { get; set; } }", """{"$type":"d","A":1,"B":2}""" },
        { "JsonSerializerDefaults.Strict", "public class T { [JsonIgnore] public int A { get; set; } public int B { get; set; } }", """{"A":1,"B":2}""" },
        { "JsonSerializerDefaults.Strict", "public class T { [JsonIgnore] public int A { get; set; } public int B { get; set; } }", """{"A":1,"A":2,"B":2}""" },
        { "JsonSerializerDefaults.Strict", "public class T { [JsonIgnore] public int A { get; set; } public int B { get; set; } }", """{"A":1,"C":2}""" },
        { "JsonSerializerDefaults.Web", $"public class T {{ [JsonIgnore] public int A {{ get; set; }} {Rest} }}", """{"A":1,"a":2,"b":2}""" },
        { "IgnoreReadOnlyProperties = true", $"public class T {{ public int A => 5; {Rest} }}", """{"A":1,"B":2}""" },
        { "IgnoreReadOnlyFields = true, IncludeFields = true", $"public class T {{ public readonly int A = 5; {Rest} }}", """{"A":1,"B":2}""" },
    };

    /// <inheritdoc cref="Ignored"/>
    public static TheoryData<string, string, string> Inherited => new()
    {
        { "", $"{Quoted} public class T : B; public class B {{ public int X {{ get; set; }} }}", """{"X":"1"}""" },
        { "", $"public class T : B; {Quoted} public class B {{ public int X {{ get; set; }} }}", """{"X":"1"}""" },
        { "", $"public class T : B; {Quoted} public class B {{ public int X {{ get; set; }} }}", """{"X":1}""" },
        { "", $"{Quoted} public class T : B {{ public override int X {{ get; set; }} }} public class B {{ public virtual int X {{ get; set; }} public double[] Y {{ get; set; }} = [1]; }}", """{"X":"1"}""" },
        { "", $"{Populate} public class T : B; public class B {{ public List<int> A {{ get; }} = [7]; }}", """{"A":[1]}""" },
        { "", $"public class T : B; {Populate} public class B {{ public List<int> A {{ get; set; }} = [7]; }}", """{"A":[1]}""" },
        { "", "public record T : B { public override string A => \"circle\"; } public record B { public virtual string A { get; init; } = \"\"; }", """{"A":"x"}""" },
        { "", "public class T : B { public override string A => \"circle\"; } public class B { public virtual string A { get; set; } = \"\"; }", """{"A":"x"}""" },
        { "", "public class T : B { public override int A { set => base.A = value + 1; } } public class B { public virtual int A { get; set; } public int C => A; }", """{"A":3}""" },
        { "", "public class T : B { public override int A { get; } = 3; } public abstract class B { public abstract int A { get; } }", """{"A":4}""" },
        { "", $"public class T : B {{ public override int A => 3; {Rest} }} public class B {{ public virtual int A {{ get; set; }} }}", """{"A":4}""" },
        { "", "public class T : B { [JsonInclude] public override int A => base.A; } public class B { [JsonInclude] public virtual int A { get; protected set; } = 3; }", """{"A":4}""" },
    };

    /// <inheritdoc cref="Ignored"/>
    public static TheoryData<string, string, string> Filled => new()
    {
        { "", $"public class T {{ {Populate} public List<int> A {{ get; }} = [7]; {Populate} public required Dictionary<string, int> B {{ get; set; }} = new() {{ [\"z\"] = 1 }}; public int C {{ get; set; }} }}", """{"A":[1],"B":{"a":1},"C":1,"A":[2],"B":{"b":2,"z":3},"C":2,"A":[3]}""" },
        { "", $"public class T {{ {Populate} public List<int>? A {{ get; set; }} = [7]; public List<int> B {{ get; set; }} = [7]; }}", """{"A":[1],"A":null,"A":[2],"B":[1],"B":[2]}""" },
        { "", $"public class T {{ {Populate} public P A {{ get; set; }} {Populate} public P? B {{ get; set; }} = new P {{ X = 9 }}; {Populate} public Q C {{ get; }} = new(); }} public class Q {{ public int X {{ get; set; }} public int Y {{ get; set; }} }} {Point}", """{"A":{"X":1},"B":{"Y":1},"C":{"X":1},"A":{"Y":2},"B":{"Y":2},"C":{"Y":2}}""" },
        { "JsonSerializerDefaults.Web", $"public class T {{ {Populate} public List<int> A {{ get; }} = []; }}", """{"a":[1],"A":[2]}""" },
        { "", $"public class T {{ {Populate} public P? A {{ get; set; }} = new P {{ X = 1, Y = 2 }}; }} {Point}", """{"A":{"Y":5}}""" },
        { "", $"public class T {{ {Populate} public P? A {{ get; set; }} = new P {{ X = 1, Y = 2 }}; }} {Point}", """{"A":null}""" },
        { "", $"public class T {{ {Populate} public P? A {{ get; set; }} }} {Point}", """{"A":{"Y":5}}""" },
        { Prefers, $"public class T {{ public P? A {{ get; set; }} = new P {{ X = 1, Y = 2 }}; public P? B {{ get; }} = new P {{ X = 1 }}; }} {Point}", """{"A":{"Y":5},"B":{"Y":5}}""" },
        { Prefers, $"public class T {{ public P A {{ get; set; }} = new P {{ X = 1, Y = 2 }}; public P B {{ get; }} = new P {{ X = 1 }}; }} {Point}", """{"A":{"Y":5},"B":{"Y":5}}""" },
        { "", $"public class T {{ [JsonInclude] {Populate} private readonly List<int> A = [7]; }}", """{"A":[1]}""" },
        { "", $"public class T {{ [JsonInclude] {Populate} private List<int> A {{ get; }} = [7]; }}", """{"A":[1]}""" },
        { "", $"public class T {{ [JsonInclude] {Populate} private List<int> A {{ get; set; }} = [7]; }}", """{"A":[1]}""" },
        { "", $"public class T {{ [JsonInclude] {Populate} private P A {{ get; set; }} = new P {{ X = 1, Y = 2 }}; }} {Point}", """{"A":{"Y":5}}""" },
        { "", $"public class T {{ [JsonInclude] {Populate} private Q A {{ get; }} = new() {{ X = 1 }}; }} public class Q {{ public int X {{ get; set; }} public int Y {{ get; set; }} }}", """{"A":{"Y":5}}""" },
        { "", $"[BlittableSerializable(typeof(G<int>))] public class T {{ public G<int> B {{ get; set; }} = new(); }} public class G<V> {{ [JsonInclude] {Populate} private List<V> A {{ get; }} = []; }}", """{"B":{"A":[1]}}""" },
        { Prefers, "public class T { public List<int>? A { get; } public IDictionary<string, int>? B { get; } public Q? C { get; } } public class Q { public int X { get; set; } }", """{"A":[1],"B":{"k":1},"C":{"X":1}}""" },
        { Prefers, "public class T { public List<int>? A { get; } public Q? C { get; } } public class Q { public int X { get; set; } }", """{"A":null,"C":null}""" },
        { Prefers, "public class T { public List<int>? A { get; } = [1]; }", """{"A":null}""" },
        { Prefers, "public class T { public List<int>? A { get; } }", """{"A":5}""" },
        { Prefers, "public class T { public Tuple<string?, ISet<int>?>? A { get; set; } = new(null, null); public KeyValuePair<string?, List<int?>?> B { get; set; } }", """{"A":{"Item1":"x"},"B":{"Key":"y"}}""" },
        { Prefers, "public class T { public List<int> A { private get; set; } = [7]; public int B => A.Count; }", """{"A":[1]}""" },
        { "", $"public class T : B {{ [JsonPropertyName(\"b\")] public new List<int> A {{ get; }} = [1]; }} public class B {{ {Populate} public List<int> A {{ get; }} = [2]; }}", """{"A":[5],"b":[6]}""" },
        { Prefers, "[JsonDerivedType(typeof(D), \"d\")] public class T { public List<int> A { get; set; } = [1]; } public class D : T;", """{"A":[2]}""" },
        { Prefers, "[JsonDerivedType(typeof(D), \"d\")] public class T { public List<int> A { get; set; } = [1]; } public class D : T;", """{"$type":"d","A":[2]}""" },
        { Prefers, "[JsonDerivedType(typeof(D))] public class T { public List<int> A { get; set; } = [1]; } public class D : T;", """{"A":[2]}""" },
        { "", Populate + " [JsonDerivedType(typeof(D), \"d\")] public class T { public List<int> A { get; set; } = [1]; } public class D : T;", """{"A":[2]}""" },
        { "", "[JsonDerivedType(typeof(D), \"d\")] public class T { " + Populate + " public List<int> A { get; set; } = [1]; } public class D : T;", """{"A":[2]}""" },
        { "IgnoreReadOnlyProperties = true, " + Prefers, "public class T { public List<int> A { get; } = [1]; public List<int> B { get; set; } = [1]; }", """{"A":[2],"B":[2]}""" },
        { "", Populate + " public class T(int a) { public int A { get; } = a; public int[] B { get; set; } = [1]; }", """{"A":2,"B":[3]}""" },
        { Prefers, "public class T { public IList A { get; } = new List<object>(); public IDictionary B { get; } = new Dictionary<string, object>(); public IEnumerable<int> C { get; set; } = [1]; }", """{"A":[2],"B":{"x":3},"C":[4]}""" },
    };

    /// <inheritdoc cref="Ignored"/>
    public static TheoryData<string, string, string> Converted
    {
        get
        {
            const string number = "public class C : JsonConverter<int> { public override int Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => reader.TokenType == JsonTokenType.Null ? -1 : reader.GetInt32(); public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) => writer.WriteNumberValue(value); }";
            const string handling = "public class H : JsonConverter<string> { public override bool HandleNull => true; public override string? Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => reader.GetString() ?? \"null\"; public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WriteStringValue(value ?? \"none\"); }";
            const string creating = "public class A; public class D : A { public int X => 1; } public class C<V> : JsonConverter<V> where V : class { public override bool CanConvert(Type type) => typeof(V).IsAssignableFrom(type); public override V? Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) { reader.Skip(); return (V)Activator.CreateInstance(type)!; } public override void Write(Utf8JsonWriter writer, V value, JsonSerializerOptions options) => writer.WriteStringValue(value.GetType().Name); }";
            const string wrong = "public class A; public class D : A; public class C : JsonConverter<A> { public override bool CanConvert(Type type) => typeof(A).IsAssignableFrom(type); public override A? Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) { reader.Skip(); return new A(); } public override void Write(Utf8JsonWriter writer, A value, JsonSerializerOptions options) => writer.WriteStringValue(\"a\"); }";
            const string contract = "public class Q { public int SomeNumber { get; set; } } public class P { public Q Inner { get; set; } = new() { SomeNumber = 5 }; } public class K : JsonConverter<P> { public override P Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => new() { Inner = (Q)JsonSerializer.Deserialize(ref reader, options.GetTypeInfo(typeof(Q)))! }; public override void Write(Utf8JsonWriter writer, P value, JsonSerializerOptions options) => JsonSerializer.Serialize(writer, value.Inner, options.GetTypeInfo(typeof(Q))); }";
            const string text = "public class S : JsonConverter<string> { public override string? Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => reader.GetString() is { Length: > 0 } text ? text : null; public override void Write(Utf8JsonWriter writer, string value, JsonSerializerOptions options) => writer.WriteStringValue(value); }";
            const string optional = "public class C : JsonConverter<int?> { public override int? Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => reader.TokenType == JsonTokenType.Null ? -1 : reader.GetInt32(); public override void Write(Utf8JsonWriter writer, int? value, JsonSerializerOptions options) => writer.WriteStringValue($\"#{value}\"); }";
            return new()
            {
                { "", $"public class T {{ [JsonConverter(typeof(C)), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public int? A {{ get; set; }} [JsonConverter(typeof(C))] public int? B {{ get; set; }} = 5; public int? D {{ get; set; }} = 5; }} {optional}", """{"A":null,"B":5,"D":null}""" },
                { "", $"public class T {{ [JsonConverter(typeof(K))] public P A {{ get; set; }} = new(); }} {contract}", """{"A":{"SomeNumber":6}}""" },
                { "JsonSerializerDefaults.Web", $"public class T {{ [JsonConverter(typeof(K))] public P A {{ get; set; }} = new(); }} {contract}", """{"a":{"someNumber":"6"}}""" },
                { "Converters = new[] { typeof(C) }", $"public class T {{ [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public int? A {{ get; set; }} public int? B {{ get; set; }} = 5; public int D {{ get; set; }} = 6; public List<int?> E {{ get; set; }} = [7, null]; }} {optional}", """{"A":null,"B":5,"E":[null,1]}""" },
                { "", $"public class T {{ [JsonConverter(typeof(C))] public int A {{ get; set; }} = 5; }} {number}", """{"A":null}""" },
                { "", $"public class T {{ [JsonConverter(typeof(C))] public int A {{ get; set; }} = 5; }} {number}", """{"A":4}""" },
                { "", $"public class T {{ [JsonConverter(typeof(C))] public int? A {{ get; set; }} = 5; }} {number}", """{"A":null}""" },
                { "", $"public record T([property: JsonConverter(typeof(C))] int A); {number}", """{"A":null}""" },
                { "", $"public class T {{ [JsonConverter(typeof(H))] public string? A {{ get; set; }} = \"5\"; }} {handling}", """{"A":null}""" },
                { "JsonSerializerDefaults.Strict", $"public class T {{ [JsonConverter(typeof(H))] public string A {{ get; set; }} = \"5\"; [JsonConverter(typeof(S))] public string B {{ get; set; }} = \"6\"; [JsonConverter(typeof(S))] public string? C {{ get; set; }} }} {handling} {text}", """{"A":null,"C":null}""" },
                { "JsonSerializerDefaults.Strict", $"public class T {{ [JsonConverter(typeof(S))] public string B {{ get; set; }} = \"6\"; }} {text}", """{"B":null}""" },
                { "JsonSerializerDefaults.Strict", $"public class T {{ [JsonConverter(typeof(S))] public string B {{ get; set; }} = \"6\"; }} {text}", """{"B":""}""" },
                { "JsonSerializerDefaults.Strict", $"public record T([property: JsonConverter(typeof(S))] string B); {text}", """{"B":null}""" },
                { "JsonSerializerDefaults.Strict", "public record T([System.Diagnostics.CodeAnalysis.AllowNull] string A);", """{"A":null}""" },
                { "JsonSerializerDefaults.Strict", "public record T([System.Diagnostics.CodeAnalysis.DisallowNull] string? A);", """{"A":null}""" },
                { "", $"public class T {{ [JsonConverter(typeof(C<A>))] public D? X {{ get; set; }} }} {creating}", """{"X":{}}""" },
                { "", $"public class T {{ [JsonConverter(typeof(C<object>))] public D? X {{ get; set; }} }} {creating}", """{"X":{}}""" },
                { "", $"public class T {{ [JsonConverter(typeof(C))] public D? X {{ get; set; }} }} {wrong}", """{"X":{}}""" },
                { "Converters = new[] { typeof(C) }", $"public class T {{ public int A {{ get; set; }} public List<int> B {{ get; set; }} = []; }} {number}", """{"A":null,"B":[null,1]}""" },
                { "Converters = new[] { typeof(H) }", $"public class T {{ public Dictionary<string, int> A {{ get; set; }} = []; public Dictionary<string, string?> B {{ get; set; }} = []; public IDictionary? C {{ get; set; }} }} {handling}", """{"A":{"k":1},"B":{"k":null},"C":{"k":1}}""" },
                { "Converters = new[] { typeof(C) }", $"public class T {{ public Dictionary<int, int> A {{ get; set; }} = []; {Rest} }} {number}", """{"A":{"3":1},"B":2}""" },
                { "Converters = new[] { typeof(C) }", $"public class T {{ public DayOfWeek A {{ get; set; }} = DayOfWeek.Friday; public DayOfWeek? B {{ get; set; }} }} {number}", """{"A":null}""" },
                { "Converters = new[] { typeof(C) }", $"public class T {{ [JsonConverter(typeof(JsonStringEnumConverter<DayOfWeek>))] public DayOfWeek A {{ get; set; }} = (DayOfWeek)9; }} {number}", """{"A":null}""" },
                { "Converters = new[] { typeof(H) }", $"public class T {{ {Rest} }} {handling}", """{"A":{"k":1},"B":2}""" },
            };
        }
    }

    /// <inheritdoc cref="Ignored"/>
    public static TheoryData<string, string, string> Rests
    {
        get
        {
            const string hidden = """
                public class M : IDictionary<string, object> { readonly Dictionary<string, object> _d = []; object IDictionary<string, object>.this[string key] { get => _d[key]; set => _d[key] = value; }
                ICollection<string> IDictionary<string, object>.Keys => _d.Keys; ICollection<object> IDictionary<string, object>.Values => _d.Values; int ICollection<KeyValuePair<string, object>>.Count => _d.Count;
                bool ICollection<KeyValuePair<string, object>>.IsReadOnly => false; void IDictionary<string, object>.Add(string key, object value) => _d.Add(key, value); void ICollection<KeyValuePair<string, object>>.Add(KeyValuePair<string, object> item) => _d.Add(item.Key, item.Value);
                void ICollection<KeyValuePair<string, object>>.Clear() => _d.Clear(); bool ICollection<KeyValuePair<string, object>>.Contains(KeyValuePair<string, object> item) => false; bool IDictionary<string, object>.ContainsKey(string key) => _d.ContainsKey(key);
                void ICollection<KeyValuePair<string, object>>.CopyTo(KeyValuePair<string, object>[] array, int at) { } IEnumerator<KeyValuePair<string, object>> IEnumerable<KeyValuePair<string, object>>.GetEnumerator() => _d.GetEnumerator();
                IEnumerator IEnumerable.GetEnumerator() => _d.GetEnumerator(); bool IDictionary<string, object>.Remove(string key) => _d.Remove(key); bool ICollection<KeyValuePair<string, object>>.Remove(KeyValuePair<string, object> item) => false;
                bool IDictionary<string, object>.TryGetValue(string key, out object value) => _d.TryGetValue(key, out value!); }
                """;
            return new()
            {
                { "", "public class T { [JsonExtensionData] public IDictionary<string, object>? A { get; set; } }", """{"x":1,"y":{"z":[2]}}""" },
                { "", "public class T { [JsonExtensionData] public SortedDictionary<string, JsonElement>? A { get; set; } }", """{"x":1,"a":{"z":[2]}}""" },
                { "", "public class T { [JsonExtensionData] public System.Collections.Concurrent.ConcurrentDictionary<string, object>? A { get; set; } }", """{"x":1}""" },
                { "", "public class T { [JsonExtensionData] public M? A { get; set; } } public class M : Dictionary<string, JsonElement>;", """{"x":1,"y":null}""" },
                { "", "public class T { [JsonExtensionData] public M? A { get; set; } } " + hidden, """{"x":1,"y":null}""" },
            };
        }
    }

    /// <inheritdoc cref="Ignored"/>
    public static TheoryData<string, string, string> Collected
    {
        get
        {
            const string map = """
                public class M : IReadOnlyDictionary<int, object> { readonly Dictionary<int, object> _d = new() { [1] = 2, [3] = new Dictionary<string, int> { ["Some"] = 4 } }; public object this[int key] => _d[key]; public IEnumerable<int> Keys => _d.Keys; public IEnumerable<object> Values => _d.Values;
                public int Count => 2; public bool ContainsKey(int key) => true; public IEnumerator<KeyValuePair<int, object>> GetEnumerator() => _d.GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() => _d.GetEnumerator(); public bool TryGetValue(int key, out object value) => _d.TryGetValue(key, out value!); }
                """;
            const string named = "[Flags] public enum E { None = 0, [JsonStringEnumMemberName(\"first one\")] A = 1, B = 2 } public class T { public object O { get; set; } = new Hashtable { [E.A | E.B] = 1 }; public IDictionary I { get; set; } = new Dictionary<E, int> { [E.A] = 2, [(E)8] = 3 }; public object D { get; set; } = new Dictionary<E, int> { [E.A] = 4 }; }";
            const string keyed = """
                [Flags] public enum E { None = 0, [JsonStringEnumMemberName("first one")] A = 1, SomeB = 2 }
                public class T
                {
                    public object O { get; set; } = new Hashtable { [new DateTime(2024, 1, 2, 3, 4, 5, DateTimeKind.Utc)] = 1 };
                    public IDictionary I { get; set; } = new Dictionary<object, int> { [true] = 1, ["someKey"] = 2, [E.A | E.SomeB] = 3, [Guid.Parse("0f8fad5b-d9cb-469f-a165-70867728950e")] = 4, [(E)8] = 5 };
                    public object D { get; set; } = new Dictionary<E, object> { [E.SomeB] = new Dictionary<string, int> { ["someKey"] = 6 } };
                }
                """;
            const string typed = """
                [JsonDerivedType(typeof(D), "d")] public class B { public int A { get; set; } } public class D : B;
                [JsonConverter(typeof(J))] public class C : List<string>;
                public class J : JsonConverter<C> { public override C Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) { reader.Skip(); return []; } public override void Write(Utf8JsonWriter writer, C value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Count); }
                public class T
                {
                    public B One { get; set; } = new D { A = 1 }; public C Two { get; set; } = ["x"];
                    public object L { get; set; } = new List<B> { new D { A = 2 } }; public object M { get; set; } = new Dictionary<string, B> { ["someKey"] = new D { A = 3 } };
                    public object O { get; set; } = new C { "y", "z" }; public object P { get; set; } = new object[] { new D { A = 4 }, new B { A = 6 }, new B[] { new D { A = 5 } } };
                }
                """;
            const string enums = """
                public enum E { [JsonStringEnumMemberName("1st")] A, B }
                public class T
                {
                    public object O { get; set; } = DayOfWeek.Friday; public object[] L { get; set; } = [E.A, E.B, (E)7, new List<E> { E.A }, new Dictionary<E, object> { [E.A] = E.B }, new DayOfWeek?[] { DayOfWeek.Monday, null }];
                    [JsonExtensionData] public Dictionary<string, object> X { get; set; } = new() { ["x"] = E.A };
                }
                """;
            return new()
            {
                { "", typed, "{}" },
                { "NumberHandling = JsonNumberHandling.WriteAsString", typed, "{}" },
                { "DictionaryKeyPolicy = JsonKnownNamingPolicy.SnakeCaseUpper", typed, "{}" },
                { "UseStringEnumConverter = true", typed, "{}" },
                { "", enums, "{}" },
                { "UseStringEnumConverter = true", enums, "{}" },
                { "", keyed, "{}" },
                { "DictionaryKeyPolicy = JsonKnownNamingPolicy.SnakeCaseUpper", keyed, "{}" },
                { "", "public class T { public ImmutableArray<int> A { get; set; } }", """{"A":[1]}""" },
                { "", "public class T { public ImmutableArray<string> A { get; set; } }", """{"A":null}""" },
                { "", "public class T { public object A { get; set; } = default(ImmutableArray<long>); }", "{}" },
                { "", "public class T { public ImmutableArray<int>? A { get; set; } }", """{"A":null}""" },
                { "", $"public class T {{ public object A {{ get; set; }} = new M(); }} {map}", "{}" },
                { "", named, "{}" },
                { "NumberHandling = JsonNumberHandling.WriteAsString", named, "{}" },
                { "NumberHandling = JsonNumberHandling.WriteAsString", $"public class T {{ public object A {{ get; set; }} = new M(); }} {map}", "{}" },
                { "DictionaryKeyPolicy = JsonKnownNamingPolicy.SnakeCaseUpper", $"public class T {{ public object A {{ get; set; }} = new M(); }} {map}", "{}" },
            };
        }
    }

    /// <inheritdoc cref="Ignored"/>
    public static TheoryData<string, string, string> Numbers
    {
        get
        {
            var texts = new[] { """{"D":"1e999"}""", """{"D":"-1e999"}""", """{"F":"1e39"}""", """{"H":"1e5"}""", """{"H":"65504"}""", """{"H":100000}""", """{"F":1e39}""", """{"D":"NaN"}""", """{"D":"1e300"}""", """{"D":"1."}""", """{"F":"-2."}""", """{"H":"3."}""", """{"M":"4."}""", """{"D":"."}""", """{"M":".5"}""", """{"I":"5."}""" };
            var data = new TheoryData<string, string, string>();
            foreach (var text in texts)
            {
                data.Add("NumberHandling = JsonNumberHandling.AllowReadingFromString", "public class T { public double D { get; set; } public float F { get; set; } public Half H { get; set; } public decimal M { get; set; } public int I { get; set; } }", text);
            }

            const string strict = "[JsonNumberHandling(JsonNumberHandling.Strict)]";
            data.Add(
                "NumberHandling = JsonNumberHandling.WriteAsString",
                $"public class T {{ {strict} public int? A {{ get; set; }} = 1; {strict} public List<int?> B {{ get; set; }} = [2]; {strict} public Dictionary<string, double> C {{ get; set; }} = new() {{ [\"k\"] = 3 }}; {strict} public object D {{ get; set; }} = 4; {strict} public List<object> E {{ get; set; }} = [5]; {strict} public int F {{ get; set; }} = 6; public List<int?> G {{ get; set; }} = [7]; public int? H {{ get; set; }} = 8; }}",
                """{"A":1,"B":[2],"C":{"k":3},"D":4,"E":[5],"F":6,"G":[7],"H":8}""");
            data.Add("NumberHandling = JsonNumberHandling.WriteAsString", $"{strict} public class T {{ public int? A {{ get; set; }} = 1; public List<int> B {{ get; set; }} = [2]; public List<List<int>> C {{ get; set; }} = [[3]]; public P? D {{ get; set; }} = new P(); }} {Point}", """{"A":1,"D":{"X":2}}""");
            data.Add("NumberHandling = JsonNumberHandling.WriteAsString", $"public class T {{ public JsonNode A {{ get; set; }} = JsonValue.Create(DayOfWeek.Friday); public JsonArray B {{ get; set; }} = new(JsonValue.Create(new P {{ X = 1 }}), 2); public object C {{ get; set; }} = JsonValue.Create(new P {{ Y = 3 }}); }} {Point}", "{}");
            data.Add("JsonSerializerDefaults.Web", $"public class T {{ public JsonNode A {{ get; set; }} = JsonValue.Create(new P {{ X = 1 }}); public JsonObject B {{ get; set; }} = new() {{ [\"Some\"] = JsonValue.Create(new P {{ Y = 2 }}) }}; }} {Point}", "{}");
            data.Add("NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals", "public class T { public object A { get; set; } = double.NaN; public object?[] B { get; set; } = [float.NegativeInfinity, Half.NaN, 1.5, null, new[] { double.NaN, 2 }]; public Dictionary<string, object> C { get; set; } = new() { [\"a\"] = new Dictionary<int, float> { [1] = float.NaN } }; public JsonNode D { get; set; } = JsonValue.Create(double.PositiveInfinity); public object E { get; set; } = JsonValue.Create(float.NaN); [JsonExtensionData] public Dictionary<string, object> F { get; set; } = new() { [\"f\"] = double.NaN }; }", "{}");
            foreach (var text in new[] { "1.0", "1e2", "-0.0", "-0", "170141183460469231731687303715884105728", "-170141183460469231731687303715884105728" })
            {
                data.Add("", "public class T { public Int128 A { get; set; } public UInt128? B { get; set; } }", $"{{\"A\":{text}}}");
            }

            data.Add("NumberHandling = JsonNumberHandling.WriteAsString", "public class T { public object A { get; set; } = new object[] { (Int128)5, (UInt128)6, (Half)7.5, 8, 9u, 'c', true }; public Int128 B { get; set; } }", "{}");
            return data;
        }
    }

    /// <summary>Gets the source of another assembly, the source of a type <c>T</c>, and a text to read.</summary>
    public static TheoryData<string, string, string> Referenced => new()
    {
        {
            "public class B { public int X { get; set; } public virtual int V { get; init; } = 3; [JsonIgnore] public int I { get; set; } [JsonInclude] public int J { get; set; } protected int P { get; set; } [JsonPropertyName(\"k\")] public int K { get; init; } public required int R { get; set; } internal int N { get; set; } }",
            $"public class T : B {{ public override int V => 7; {Rest} [System.Diagnostics.CodeAnalysis.SetsRequiredMembers] public T() {{ }} }}",
            """{"X":1,"V":2,"I":3,"J":4,"P":5,"k":6,"R":8,"N":9,"K":10}"""
        },
        {
            $"{Quoted} public class B {{ public int X {{ get; set; }} {Populate} public List<int> L {{ get; }} = [1]; }} {Populate} public class C : B {{ public List<int> M {{ get; }} = [2]; }}",
            $"public class T : B {{ public C? C {{ get; set; }} public List<B> D {{ get; set; }} = []; }}",
            """{"X":1,"L":[5],"C":{"X":2,"L":[3],"M":[4]},"D":[{"X":"7"}]}"""
        },
        {
            "public record R(int A, string? B = \"d\") { public int C { get; init; } } public readonly record struct S(double D); [JsonConverter(typeof(JsonStringEnumConverter<E>))] public enum E { One, Two } public class G<V> { public V? Item { get; set; } public Dictionary<E, V>? Map { get; set; } }",
            "public class T { public R? R { get; set; } public S S { get; set; } public E E { get; set; } public G<S>? G { get; set; } }",
            """{"R":{"A":1,"C":2},"S":{"D":1.5},"E":"Two","G":{"Item":{"D":2},"Map":{"One":{"D":3}}}}"""
        },
        {
            "[JsonDerivedType(typeof(D), \"d\")] public abstract class B { public int X { get; set; } } public class D : B { public int Y { get; private set; } [JsonConstructor] public D(int y) => Y = y; }",
            "public class T { public B? A { get; set; } public D? C { get; set; } }",
            """{"A":{"$type":"d","X":1,"Y":2},"C":{"Y":3}}"""
        },
    };

    [Theory]
    [MemberData(nameof(Referenced))]
    public void Types_of_another_assembly_are_read_and_written_as_by_the_framework(string library, string source, string text)
    {
        var type = CompiledTypes.Of($"{source}\n[BlittableSerializable(typeof(T))] public static class Roots;", nullable: false, library).Type("T");
        Differential.Read(type, text);
        Differential.Write(type, Activator.CreateInstance(type));
    }

    [Theory]
    [InlineData("public interface I : IA, IB { int X { get; set; } } public interface IA { int A { get; set; } } public interface IB { int B { get; set; } }", "int A, int B, int X")]
    [InlineData("public interface I : IA, IB { int X { get; set; } } public interface IA : IC { int A { get; set; } } public interface IB : ID<int>, IC { int B { get; set; } } public interface IC { int C { get; set; } } public interface ID<T> { T D { get; set; } }", "int A, int B, int C, int D, int X")]
    [InlineData("public interface I : IB { new string X { get; set; } } public interface IB : IA { int B { get; set; } } public interface IA { string X { get; set; } }", "string X, int B")]
    public void Members_of_interfaces_are_written_in_the_order_of_the_framework(string interfaces, string members)
    {
        var properties = string.Join(" ", members.Split(", ").Select(member => $"public {member} {{ get; set; }}"));
        var types = CompiledTypes.Of($"[BlittableSerializable(typeof(I))] public static class Roots; {interfaces} public class Whole : I {{ {properties} }}", nullable: false);
        Differential.Write(types.Type("I"), Activator.CreateInstance(types.Type("Whole")));
    }

    [Theory]
    [MemberData(nameof(Ignored))]
    [MemberData(nameof(Inherited))]
    [MemberData(nameof(Filled))]
    [MemberData(nameof(Converted))]
    [MemberData(nameof(Rests))]
    [MemberData(nameof(Numbers))]
    [MemberData(nameof(Collected))]
    public void A_type_is_read_and_written_as_by_the_framework(string options, string source, string text)
    {
        var types = CompiledTypes.Of($"{source}\n[BlittableSerializable(typeof(T))] {(options.Length == 0 ? "" : $"[JsonSourceGenerationOptions({options})]")} public static class Roots;", nullable: false);
        var type = types.Type("T");
        var json = options.StartsWith("Converters", StringComparison.Ordinal)
            ? new JsonSerializerOptions { Converters = { (JsonConverter)Activator.CreateInstance(types.Type(options.Contains("(H)", StringComparison.Ordinal) ? "H" : "C"))! } } : s_options[options];
        Differential.Read(type, text, json);
        if (type.GetConstructor([]) is not null)
        {
            Differential.Write(type, Activator.CreateInstance(type), json);
        }
    }
}
