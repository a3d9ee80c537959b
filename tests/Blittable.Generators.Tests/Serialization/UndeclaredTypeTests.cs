using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Calls with a type for which no code is generated are reported; calls that work, or that depend on other code, are not.</summary>
public sealed class UndeclaredTypeTests
{
    /// <summary>Types that the calls use. Only some of them are declared.</summary>
    private const string Types = """

        [BlittableSerializable] public record Order(int Id, Line[] Lines, Dictionary<Color, Part> Parts) { public Wrapper<int>? Wrapped { get; init; } public Any? Other { get; init; } }
        public record Line(string Product); public record Part(State State); public enum Color { Red } public enum State { New }
        [JsonDerivedType(typeof(Derived), "d")] public class Any; public class Derived : Any;
        public class Wrapper<T> { public T? Value { get; set; } }
        [BlittableSerializable(typeof(Listed))] public class Context;
        public struct Listed { public int A { get; set; } }
        [BlittableSerializable] public class Orders : List<Order>;
        [BlittableSerializable] public interface IMarked { int A { get; } }
        public class Strange { public int A { get; set; } }
        public struct Odd { public int A { get; set; } }
        public interface IStrange { int A { get; } }
        public class Strangers : List<Order>;
        public enum Size { S, M }
        [JsonConverter(typeof(JsonStringEnumConverter<Text>))] public enum Text { S }
        public static class Outer { internal record Inner(int A); private record Hidden(int A); internal static byte[] Hide() => BlittableSerializer.Serialize<object>(new Hidden(1)); }
        """;

    /// <summary>The types that calls are checked with, also against the run time. Types that another test may declare in this process are not among them.</summary>
    public static TheoryData<string> TypeNames =>
    [
        "Order", "Order?", "Line", "Part", "Color", "State", "Any", "Derived", "Wrapper<int>", "Listed", "Listed?", "Orders", "IMarked", "Strange", "Strange?", "Odd", "Odd?", "IStrange",
        "Strangers", "Size", "Size?", "DayOfWeek", "Outer.Inner", "Context", "Wrapper<string>", "Wrapper<Order>", "Wrapper<Wrapper<int>>",
        "int", "int?", "string", "byte[]", "Memory<byte>", "ReadOnlyMemory<byte>", "Guid", "DateTime", "DateTimeOffset", "DateOnly", "TimeOnly", "TimeSpan", "decimal", "Half", "Int128", "BigInteger",
        "char", "Uri", "Version", "object", "dynamic", "JsonElement", "JsonNode", "JsonObject", "JsonArray", "JsonValue", "JsonDocument", "BlittableDocument", "Blittable.Dates.Timestamp", "nint",
        "Rune", "Complex", "Index", "Stream", "Exception", "Type", "Task<Order>", "ValueTask<Order>", "Task", "Func<Order>", "Action", "IAsyncEnumerable<Order>", "Lazy<Order>", "StringBuilder",
        "List<Order>", "Line[]", "Line[][]", "Line[,]", "List<Strange>", "Strange[]", "Strange[][]", "List<object>", "object[]", "List<dynamic>", "Dictionary<string, object>", "IEnumerable<Order>",
        "IEnumerable<Strange>", "Dictionary<int, List<Order?[]>>", "Dictionary<int, List<Strange[]>>", "Dictionary<Color, Order>", "Dictionary<Size, Order>", "Dictionary<Order, int>",
        "Dictionary<object, int>", "Dictionary<byte[], int>", "Dictionary<Uri, Order>", "Dictionary<BigInteger, Order>", "Dictionary<Strange, Strange>", "KeyValuePair<Order, Line>",
        "KeyValuePair<Strange, Line>", "KeyValuePair<Line, Strange>", "List<KeyValuePair<string, Order>>", "(Order, int)", "(Strange A, string B)", "ValueTuple<Strange>", "Tuple<Strange>", "Tuple<int, Order>",
        "BitArray", "List<Size>", "Text", "List<Text>", "List<(int, Strange)>", "ImmutableArray<Order>", "ImmutableArray<Strange>?", "ImmutableArray<Order>?",
        "ImmutableDictionary<string, Order>", "System.Collections.Frozen.FrozenSet<Order>", "System.Collections.ObjectModel.KeyedCollection<int, Order>", "IGrouping<string, Order>",
        "ILookup<string, Order>", "PriorityQueue<Order, int>", "List<Order>.Enumerator", "Dictionary<string, Order>.ValueCollection", "ReadOnlyMemory<Order>", "System.Buffers.ReadOnlySequence<byte>",
        "IQueryable<Order>", "IOrderedEnumerable<Order>", "ExpandoObject", "BlittableOptions", "List<BlittableDocument>",
    ];

    private static readonly Lazy<CompiledTypes> s_types = new(() => CompiledTypes.Of(Source("static bool", "() => BlittableSerializer.Knows<{0}>();")));

    private static readonly Lazy<Task<HashSet<string>>> s_reported = new(async () =>
        [.. (await AnalyzerRun.Of(Source("static byte[]", "() => BlittableSerializer.Serialize<{0}>(default!);"))).Select(TypeArgument)]);

    [Theory]
    [MemberData(nameof(TypeNames))]
    public async Task A_type_is_reported_if_it_has_no_converter_at_run_time(string type)
    {
        var isKnown = (bool)s_types.Value.Call("Calls", MethodOf(type))!;
        Assert.Equal(isKnown, !(await s_reported.Value).Contains(type));
    }

    /// <summary>The list of collections that the analyzer accepts is the list of the library, so neither differs for any type of the framework.</summary>
    [Fact]
    public async Task Generic_types_of_the_framework_are_reported_if_they_have_no_converter_at_run_time()
    {
        var types = new[] { typeof(object), typeof(LinkedList<>), typeof(ImmutableArray), typeof(ConcurrentBag<>), typeof(ObservableCollection<>), typeof(BlittableDocument), typeof(Enumerable) }
            .SelectMany(type => type.Assembly.GetExportedTypes())
            .Where(type => type is { IsNested: false, IsGenericTypeDefinition: true, IsByRefLike: false } && !(type is { IsAbstract: true, IsSealed: true }))
            .Select(Constructed).OfType<Type>().ToList();
        Assert.InRange(types.Count, 150, 1000);
        var calls = types.Select((type, i) => $"public static byte[] M{i}() => BlittableSerializer.Serialize<{NameOf(type)}>(default!);");
        var reported = await AnalyzerRun.Of("public static class Calls {\n" + string.Join("\n", calls) + "\n}");
        Assert.Equal(types.Where(type => !Knows(type)).Select(NameOf).Order(), reported.Select(TypeArgument).Order());
        Assert.InRange(types.Count - reported.Length, 40, 60);

        static bool Knows(Type type) => (bool)typeof(BlittableSerializer).GetMethod(nameof(BlittableSerializer.Knows))!.MakeGenericMethod(type).Invoke(null, null)!;

        static string NameOf(Type type) => $"{type.Namespace}.{type.Name.Split('`')[0]}<{string.Join(", ", type.GenericTypeArguments.Select(argument => argument.FullName))}>";
    }

    /// <summary>Returns the type with type arguments that satisfy its constraints. Returns null if neither numbers nor strings do, or if the type cannot be a type
    /// argument itself.</summary>
    private static Type? Constructed(Type type)
    {
        if (type.IsInterface && type.GetInterfaces().Prepend(type).SelectMany(declaring => declaring.GetMethods()).Any(method => method is { IsStatic: true, IsAbstract: true }))
        {
            return null;
        }

        foreach (var argument in new[] { typeof(int), typeof(string) })
        {
            try
            {
                return type.MakeGenericType([.. type.GetGenericArguments().Select(_ => argument)]);
            }
            catch (ArgumentException)
            {
                // The type argument violates a constraint.
            }
        }

        return null;
    }

    /// <summary>Returns the type argument at the location of a diagnostic.</summary>
    private static string TypeArgument(Diagnostic fault)
    {
        var text = fault.Location.SourceTree!.ToString().Substring(fault.Location.SourceSpan.Start, fault.Location.SourceSpan.Length);
        return text[(text.IndexOf('<', StringComparison.Ordinal) + 1)..^1];
    }

    private static string Source(string signature, string body) =>
        "using System.Dynamic; using System.IO; using System.Linq; using System.Text; using System.Threading.Tasks;\n" + Types + "public static class Calls {\n"
            + string.Join("\n", TypeNames.Select(row => $"public {signature} {MethodOf(row.Data)}{string.Format(System.Globalization.CultureInfo.InvariantCulture, body, row.Data)}")) + "\n}";

    private static string MethodOf(string type) => "M" + TypeNames.ToList().FindIndex(row => row.Data == type);
}
