namespace Blittable.Generators.Tests.Serialization;

/// <summary>Types that could break generated code with their names, members or constructors. They compile without warnings and round-trip.</summary>
public sealed class OddTypesTests
{
    public static TheoryData<string, string, string> Types => new()
    {
        { "integer discriminators", "new B[] { new D1 { X = 1 }, new D2 { Y = 2 } }", """
            [BlittableSerializable(typeof(B[]))] [JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")] [JsonDerivedType(typeof(D1), 1)] [JsonDerivedType(typeof(D2), -2)] public class B;
            public class D1 : B { public int X { get; set; } }
            public class D2 : B { public int Y { get; set; } }
            """ },
        { "keywords", "new @class { @event = @enum.@new, @int = { [@enum.@is] = @enum.@as }, @base = new(1) }", """
            [JsonConverter(typeof(JsonStringEnumConverter))] public enum @enum { @new, @is, @as }
            public record @struct(int @ref);
            [BlittableSerializable] public class @class { public @enum @event { get; set; } public Dictionary<@enum, @enum> @int { get; set; } = []; public @struct? @base { get; init; } }
            """ },
        { "contextual keywords", """
            new @partial.@global.@file<int>.@record { @field = @partial.@global.@where.@set, @value = new(1) { @init = [new() { @async = 2 }] }, @notnull = { [@partial.@global.@where.@get] = 3 } }
            """, """
            namespace @partial.@global
            {
                [JsonConverter(typeof(JsonStringEnumConverter))] public enum @where { @get, @set }
                public record @required(int @scoped) { public @extension[]? @init { get; set; } } public struct @extension { public int @async { get; set; } }
                public class @file<@managed>
                {
                    public class @record { public @where @field { get; set; } public @required? @value { get; set; } [JsonInclude] private @managed? @var { get; set; } public Dictionary<@where, @managed> @notnull { get; set; } = []; }
                }
                [BlittableSerializable(typeof(@file<int>.@record))] public static class Roots;
            }
            """ },
        { "names of generated locals", "new Value { value = 1, writer = 2, open = 3, present = 4, result = 5, reader = 6, p0 = 7, v0 = 8, next = 9, name = 10, child = 11 }", """
            [BlittableSerializable] public class Value
            {
                public int value { get; set; } public int writer { get; set; } public int open { get; set; } public int? present { get; set; } public required int result { get; init; }
                public int reader { get; set; } public int p0 { get; set; } public int v0 { get; set; } public int next { get; set; } public int name { get; set; } public int child { get; set; }
            }
            """ },
        { "names of generated methods", "new X { Members = new() { A = new() { B_C = 1 } }, M = new() { B = new() { C = 2 } } }", """
            [BlittableSerializable] public class X { public X_Members Members { get; set; } = new(); public A M { get; set; } = new(); }
            public class X_Members { public A_ A { get; set; } = new(); }
            public class A_ { [JsonInclude] internal int B_C { private get; set; } }
            public class A { public A_B B { get; set; } = new(); }
            public class A_B { [JsonInclude] internal int C { private get; set; } }
            """ },
        { "letters beyond ASCII", "new Größe { 日本 = 1, Ελλάδα = Ж.Щ }", """
            [JsonConverter(typeof(JsonStringEnumConverter<Ж>))] public enum Ж { Ю, Щ }
            [BlittableSerializable] public class Größe { public int 日本 { get; set; } public Ж Ελλάδα { get; set; } }
            """ },
        { "nested generics", "new Outer<int>.Inner<List<string?>> { A = 1, B = [\"x\", null], C = [new() { A = 2, B = [] }] }", """
            public class Outer<T> { public class Inner<U> where U : class, new() { public T? A { get; set; } public U B { get; init; } = new(); public Inner<U>[]? C { get; set; } [JsonInclude] private int D { get; set; } = 4; } }
            [BlittableSerializable(typeof(Outer<int>.Inner<List<string?>>))] public static class Roots;
            """ },
        { "indexers, static, ref and explicit members", "new Odd { A = 5 }", """
            public interface IHasDefault { int Default => 3; int Explicit { get; } }
            [BlittableSerializable] public class Odd : IHasDefault
            {
                private int _a; public int A { get => _a; set => _a = value; } public static int S { get; set; } = 1; public const int K = 2;
                public int this[int i] => i; int IHasDefault.Explicit => 9; public event Action? Changed { add { } remove { } } public void Method() { }
            }
            """ },
        { "members of two interfaces", "(IBoth)new Both { A = 1, B = 2 }", """
            public interface IA { int A { get; set; } } public interface IC { int A { get; set; } }
            [BlittableSerializable(typeof(Holder))] public interface IBoth : IA { int B { get; set; } }
            public class Both : IBoth { public int A { get; set; } public int B { get; set; } }
            public class Holder { public Both? H { get; set; } }
            [BlittableSerializable(typeof(Both))] public static class Roots;
            """ },
        { "a method that hides a property", "new Derived { Y = 2 }", """
            public class Base { public int X { get; set; } = 1; }
            [BlittableSerializable] public class Derived : Base { public new void X() { } public int Y { get; set; } }
            """ },
        { "obsolete members and types", "new Old { A = 1 }", """
            #pragma warning disable CS0612, CS0618, CS0619
            [BlittableSerializable] public class Old { [Obsolete] public int A { get; set; } [Obsolete("gone", true)] public int B { get; set; } = 2; [Obsolete] public OldKind K { get; set; } }
            [Obsolete("gone", true)] public enum OldKind { X, [Obsolete] Y }
            """ },
        { "positional records with attributes", "new Pos(1, \"x\") { C = 2 }", """
            [BlittableSerializable] public sealed record Pos([property: JsonPropertyName("first")] int A, [property: JsonPropertyOrder(-1)] string? B = "d") { public required int C { get; init; } }
            """ },
        { "record structs", "new R2(new(1, \"a\"), null)", """
            public readonly record struct R1(int A, string B);
            [BlittableSerializable] public record struct R2(R1 R, R1? N) { public int Sum => R.A; }
            """ },
        { "default values of every kind", "new Defaults(1)", """
            [Flags] public enum Fl : ulong { A = 1, B = ulong.MaxValue } public enum Neg { A = -5 }
            [BlittableSerializable] public record Defaults(int A, Fl F = Fl.B, Neg N = Neg.A, long L = long.MinValue, ulong U = ulong.MaxValue, float S = -1.5e20f, double D = 1e300, decimal M = 7.50m,
                char C = '\'', string T = "q\"\\\n", Neg? O = Neg.A, bool B = true, byte Y = 255, Guid G = default, DateTime? W = null);
            """ },
        { "hidden constructors and accessors", "Hidden.Make()", """
            [BlittableSerializable] public class Hidden
            {
                [JsonConstructor] private Hidden(int a) => A = a; public static Hidden Make() => new(3) { B = "b", C = 4 };
                public int A { get; } public required string B { get; init; } [JsonInclude] public int C { get; private set; } [JsonInclude] private int D = 6; public int E() => D;
                [System.Diagnostics.CodeAnalysis.SetsRequiredMembers] public Hidden() { B = ""; }
            }
            """ },
        { "generic types with hidden members", "new G<int> { A = 1, B = [2] }", """
            [BlittableSerializable(typeof(G<int>))] public static class Roots;
            public class G<T> { public T? A { get; init; } public List<T> B { get; init; } = []; public int Kept { get; init; } = 5; [JsonInclude] private T? C { get; set; } [JsonInclude] private int D = 8; public int E() => D; }
            """ },
        { "a record in a namespace with keywords", "new @namespace.@record.@void(1)", """
            namespace @namespace.@record { [BlittableSerializable] public sealed record @void(int @if); }
            """ },
        { "types that differ in case", "new Order { L = new() { A = 1 } }", """
            [BlittableSerializable] public class Order { public order? L { get; set; } } [BlittableSerializable] public class order { public int A { get; set; } }
            """ },
        { "custom collections", "new Holder { L = [1, 2], M = new() { [\"a\"] = 1 }, S = new([3, 4]) }", """
            public class Numbers : List<int>; public class Map : Dictionary<string, int>;
            [BlittableSerializable] public class Holder { public Numbers L { get; set; } = []; public Map M { get; set; } = []; public Queue<int> S { get; set; } = []; }
            """ },
        { "enums with equal values and of every size", "new E { A = Same.B, B = Small.X, C = Big.Y, D = (Small)7 }", """
            public enum Same { A = 1, B = 1 } public enum Small : sbyte { X = -128 } public enum Big : ulong { Y = ulong.MaxValue }
            [BlittableSerializable] public class E { public Same A { get; set; } public Small B { get; set; } public Big C { get; set; } [JsonConverter(typeof(JsonStringEnumConverter<Small>))] public Small D { get; set; } }
            """ },
        { "keys of every kind", """
            new Keys { A = { [true] = 1 }, B = { [Guid.Empty] = 1 }, C = { [new(1, 2, 3)] = 1 }, D = { [new(1, 2, 3, 4)] = 1, [default] = 2 }, E = { [new(1, 2, 3)] = 1 }, F = { [-1.5] = 1 }, G = { [1.50m] = 1 }, H = { ['x'] = 1 }, I = { [Int128.MaxValue] = 1 }, J = { [ulong.MaxValue] = 1 } }
            """, """
            [BlittableSerializable] public class Keys
            {
                public Dictionary<bool, int> A { get; set; } = []; public Dictionary<Guid, int> B { get; set; } = []; public Dictionary<DateOnly, int> C { get; set; } = []; public Dictionary<TimeOnly, int> D { get; set; } = [];
                public Dictionary<TimeSpan, int> E { get; set; } = []; public Dictionary<double, int> F { get; set; } = []; public Dictionary<decimal, int> G { get; set; } = []; public Dictionary<char, int> H { get; set; } = [];
                public Dictionary<Int128, int> I { get; set; } = []; public Dictionary<ulong, int> J { get; set; } = [];
            }
            """ },
        { "dictionaries and lists without type arguments", """
            new U { A = new Hashtable { ["k"] = 1 }, B = new Dictionary<int, object> { [3] = "x", [-4] = null! }, C = new Stack(new[] { 1, 2 }), D = new Queue(new object[] { "a" }), E = new Hashtable { [DayOfWeek.Friday] = 2.5 } }
            """, """
            [BlittableSerializable] public class U
            {
                public Hashtable? A { get; set; } public IDictionary? B { get; set; } public Stack? C { get; set; } public Queue? D { get; set; } public object? E { get; set; }
            }
            """ },
        { "required members that are populated", "new P { A = [1], B = new() { X = 3 }, C = 4 }", """
            [BlittableSerializable] [JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] public class P
            {
                public required List<int> A { get; set; } = [7]; public required Q B { get; init; } = new() { Y = 5 }; public required int C { get; init; }
            }
            public class Q { public int X { get; set; } public int Y { get; set; } }
            """ },
        { "members that hide or override others under a name of their own", "new D { X = \"x\", V = 2, W = 3, I = 4 }.Fill()", """
            public class B { public int X { get; set; } public virtual int V { get; set; } [JsonInclude] internal int W { get; set; } public int I { get; set; } = 9; }
            [BlittableSerializable] public class D : B
            {
                [JsonPropertyName("own")] public new string? X { get; set; } [JsonPropertyName("over")] public override int V { get; set; } [JsonPropertyName("w2"), JsonInclude] internal new int W { get; set; }
                [JsonIgnore] public new int I { get; set; } public D Fill() { ((B)this).X = 8; ((B)this).W = 7; return this; }
            }
            """ },
        { "binary data under the handling of numbers", "new N { A = [1, 2], B = new byte[] { 3 }, C = [1.5f] }", """
            [BlittableSerializable] [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] public class N
            {
                public byte[]? A { get; set; } public ReadOnlyMemory<byte> B { get; set; } public List<float>? C { get; set; }
            }
            """ },
        { "spans of memory that are null", "new M { A = null, B = new int[] { 1 } }", """
            [BlittableSerializable] public class M { public Memory<long>? A { get; set; } public ReadOnlyMemory<int> B { get; set; } public Memory<Guid> C { get; set; } }
            """ },
        { "objects under the handling of numbers", "new O { A = 1, B = [2L, \"x\", 2.5m, null, new[] { 3 }], C = new() { [\"k\"] = 4 }, E = new ArrayList { 5 }, F = new Hashtable { [6] = 7 } }", """
            [BlittableSerializable] [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] public class O
            {
                public object? A { get; set; } public List<object?>? B { get; set; } public Dictionary<string, object>? C { get; set; } [JsonExtensionData] public Dictionary<string, object>? D { get; set; }
                public IEnumerable? E { get; set; } public IDictionary? F { get; set; }
            }
            """ },
        { "lists of arrays of numbers", "new L { A = [[1], null], B = [[[1, 2], [3, 4]]] }", """
            [BlittableSerializable] public class L { public List<int[]?> A { get; set; } = []; public List<double[]>[] B { get; set; } = []; }
            """ },
        { "a factory of converters", "new F { A = Deep.SeaBlue }", """
            public class Kebab() : JsonStringEnumConverter(JsonNamingPolicy.KebabCaseLower); [JsonConverter(typeof(Kebab))] public enum Deep { SeaBlue }
            [BlittableSerializable] public class F { public Deep A { get; set; } public Deep? B { get; set; } }
            """ },
    };

    [Theory]
    [MemberData(nameof(Types))]
    public void Types_compile_and_round_trip(string what, string value, string source)
    {
        var types = CompiledTypes.Of($"{source}\npublic static class Sample {{ public static object Make() => {value}; }}");
        var made = types.Call("Sample", "Make")!;
        Assert.NotEmpty(what);
        Parity.Check(made.GetType(), made);
    }
}
