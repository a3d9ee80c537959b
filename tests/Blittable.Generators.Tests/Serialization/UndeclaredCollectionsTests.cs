using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Collections of declared types, or of types that need no declaration, need no declaration themselves.</summary>
public sealed class UndeclaredCollectionsTests
{
    private static readonly Spot s_spot = new(1, "a");

    /// <summary>The comparisons by the type of the value, with the type of the instance if it differs.</summary>
    private static readonly Dictionary<string, Action> s_cases = new(
    [
        Case(new List<Spot> { s_spot, new(2, null) }),
        Case(new[] { s_spot }),
        Case<IEnumerable<Spot>>([s_spot]),
        Case<IReadOnlyList<Spot>>([s_spot]),
        Case<IReadOnlyCollection<Spot>>([s_spot]),
        Case<ICollection<Spot>>([s_spot]),
        Case<IList<Spot>>([s_spot]),
        Case(new HashSet<Spot> { s_spot }),
        Case<ISet<Spot>>(new HashSet<Spot> { s_spot }),
        Case(new Queue<Spot>([s_spot])),
        Case(new LinkedList<Spot>([s_spot])),
        Case(new Dictionary<string, Spot> { ["s"] = s_spot }),
        Case(new Dictionary<int, Spot> { [-7] = s_spot }),
        Case(new Dictionary<Guid, Spot> { [Guid.Empty] = s_spot }),
        Case(new Dictionary<DayOfWeek, Spot> { [DayOfWeek.Friday] = s_spot }),
        Case(new SortedDictionary<long, Spot> { [3] = s_spot }),
        Case<IReadOnlyDictionary<string, Spot>>(new Dictionary<string, Spot> { ["s"] = s_spot }),
        Case(new Dictionary<int, List<Spot?[]>> { [1] = [[s_spot, null]] }),
        Case(new Stack<Spot>([s_spot, new(2, null)])),
        Case(new Collection<Spot>([s_spot])),
        Case(new ObservableCollection<Spot>([s_spot])),
        Case(ImmutableArray.Create(s_spot)),
        Case(ImmutableList.Create(s_spot)),
        Case(ImmutableHashSet.Create(s_spot)),
        Case(new ConcurrentQueue<Spot>([s_spot])),
        Case(new ConcurrentDictionary<string, Spot> { ["s"] = s_spot }),
        Case(ImmutableDictionary<int, Spot>.Empty.Add(3, s_spot)),
        Case(new OrderedDictionary<string, Spot> { ["s"] = s_spot }),
        Case(new SortedList<Guid, Spot> { [Guid.Empty] = s_spot }),
        Case(new List<int?> { 1, null }),
        Case(new[] { 1.5, -0.0, 1e300 }),
        Case(Enumerable.Range(0, 50).Select(i => i / 4.0).ToList()),
        Case(Enumerable.Range(0, 50).Select(i => i / 3f).ToList()),
        Case(Enumerable.Range(-5, 50).ToList()),
        Case(Enumerable.Range(0, 50).Select(i => i - long.MaxValue).ToList()),
        Case(Enumerable.Range(0, 50).Select(i => i * 0.1).ToArray().AsMemory()),
        Case(new[] { Guid.Empty }),
        Case(new Dictionary<string, object> { ["a"] = 1, ["b"] = new[] { 1, 2 }, ["c"] = new List<object> { "x", s_spot }, ["d"] = new Dictionary<string, object> { ["e"] = true } }),
        Case<object>(new object[] { 1, "two", s_spot }),
        Case<object>(new[] { 1, 2 }.Where(number => number > 1)),
        Case<object>(new SortedDictionary<long, object?> { [3] = DayOfWeek.Friday, [4] = new SortedSet<int> { 2, 1 }, [5] = s_spot, [6] = null }),
        Case<object>(new Lookup<string, int>(new() { ["a"] = 1 })),
        Case<object>(new Lookup<int, Spot>(new() { [-7] = s_spot })),
        Case<object>(new Lookup<DayOfWeek, List<int>>(new() { [DayOfWeek.Friday] = [1] })),
        Case<object>(new Lookup<string, object>(new() { ["a"] = new Lookup<string, int>(new() { ["b"] = 1 }) })),
        Case<object>(new Dictionary<string, int> { ["a"] = 1 }),
        Case(DayOfWeek.Monday),
        Case<DayOfWeek?>(DayOfWeek.Monday),
        Case(new List<DayOfWeek> { DayOfWeek.Monday, (DayOfWeek)9 }),
        Case(new Dictionary<string, DayOfWeek> { ["a"] = DayOfWeek.Monday }),
        Case(new Dictionary<DayOfWeek, DayOfWeek?> { [DayOfWeek.Friday] = null }),
        Case(Signs.Least),
        Case(new[] { Huge.Most }),
        Case(new ConcurrentStack<Spot>([s_spot, new(2, null)])),
        Case(ImmutableSortedSet.Create(3, 1, 2)),
        Case(ImmutableQueue.Create(s_spot, new(2, null))),
        Case(ImmutableStack.Create(s_spot, new(2, null))),
        Case<IImmutableList<Spot>>(ImmutableList.Create(s_spot)),
        Case<IImmutableSet<Spot>>(ImmutableHashSet.Create(s_spot)),
        Case<IImmutableQueue<Spot>>(ImmutableQueue.Create(s_spot)),
        Case<IImmutableStack<Spot>>(ImmutableStack.Create(s_spot, new(2, null))),
        Case(ImmutableSortedDictionary<string, Spot>.Empty.Add("a", s_spot)),
        Case<IImmutableDictionary<int, Spot>>(ImmutableDictionary<int, Spot>.Empty.Add(1, s_spot)),
        Case(new Memory<Spot>([s_spot])),
        Case(new ReadOnlyMemory<int>([1, 2])),
        Case(new Dictionary<Uri, Spot> { [new Uri("https://example.com/a")] = s_spot }),
        Case(new Dictionary<Version, Spot> { [new Version(1, 2)] = s_spot }),
    ]);

    public static TheoryData<string> Types => [.. s_cases.Keys];

    [Theory]
    [MemberData(nameof(Types))]
    public void A_collection_needs_no_declaration(string type) => s_cases[type]();

    [Fact]
    public void Elements_are_added_to_undeclared_collections()
    {
        using var array = BlittableDocument.Parse("[2,3]");
        var list = new List<int> { 1 };
        BlittableSerializer.Populate(list, array.Root);
        Assert.Equal([1, 2, 3], list);
        var queue = new Queue<int>([1]);
        BlittableSerializer.Populate(queue, array.Root);
        Assert.Equal([1, 2, 3], queue);
        Assert.Throws<NotSupportedException>(() => BlittableSerializer.Populate(new int[2], array.Root));
        using var entries = BlittableDocument.Parse("""{"b":2}""");
        var map = new SortedDictionary<string, int> { ["a"] = 1 };
        BlittableSerializer.Populate(map, entries.Root);
        Assert.Equal(2, map["b"]);
    }

    [Fact]
    public void Arrays_that_the_runtime_can_reinterpret_keep_the_type_of_their_elements()
    {
        Parity.Check(new uint[] { 4_000_000_000 });
        Parity.Check(new[] { ulong.MaxValue });
        Parity.Check(new sbyte[] { -1 });
        Parity.Check(new ushort[] { 65535 });
        Parity.Check(new[] { Color.Red, (Color)7 });
        Parity.Check(new[] { Wide.Most });
        Parity.Check<object>(new uint[] { 4_000_000_000 });
        Parity.Check<object>(new[] { Color.Red });
        Parity.Check<IEnumerable<uint>>(new uint[] { 4_000_000_000 });
        Parity.Check(new Dictionary<string, ulong[]> { ["a"] = [ulong.MaxValue] });
    }

    [Fact]
    public void Pairs_in_an_object_are_not_a_dictionary()
    {
        KeyValuePair<string, object?>[] pairs = [new("a", 1), new("a", 2), new("b", null)];
        Parity.Check<object>(pairs);
        Parity.Check<object>(pairs.ToList());
        Parity.Check<object>(new Queue<KeyValuePair<string, object?>>(pairs));
        Parity.Check<object>(pairs.Where(pair => pair.Key != "b"));
        Parity.Check<object>(pairs[0]);
        Parity.Check<object>(new List<KeyValuePair<int, Spot>> { new(1, s_spot) });
        Parity.Check<object>(new System.Dynamic.ExpandoObject());
        Parity.Check<object>(new ReadOnlyDictionary<string, object?>(new Dictionary<string, object?> { ["a"] = 1 }));
        Parity.Check(new List<KeyValuePair<string, Spot>> { new("x", s_spot) });
        Parity.Check(pairs);
    }

    [Fact]
    public void Enum_keys_have_the_names_that_attributes_set()
    {
        Parity.Check(new Dictionary<Color, Spot> { [Color.Green] = s_spot, [Color.Red] = s_spot });
        Parity.Check(new Dictionary<Color, int> { [Color.Green] = 1 });
        Differential.Read<Dictionary<Color, int>>("""{"Green":1}""");
        Differential.Read<Dictionary<Color, int>>("""{"red":1}""");
        Differential.Read<Dictionary<Color, int>>("""{"The Green":1}""");
    }

    [Fact]
    public void Collections_that_the_framework_only_writes_round_trip()
    {
        Assert.Equal([s_spot], Again(new ReadOnlyCollection<Spot>([s_spot])));
        Assert.Equal([s_spot], Again(new ConcurrentBag<Spot>([s_spot])));
        Assert.Equal([s_spot], Again(new[] { s_spot }.ToFrozenSet()));
        Assert.Equal([s_spot], Again(new ReadOnlySet<Spot>(new HashSet<Spot> { s_spot })));
        Assert.Equal([s_spot], Again(new ReadOnlyObservableCollection<Spot>([s_spot])));
        Assert.Equal([s_spot], Again(new ArraySegment<Spot>([s_spot])));
        Assert.Equal(s_spot, Again(new ReadOnlyDictionary<int, Spot>(new Dictionary<int, Spot> { [1] = s_spot }))[1]);
        Assert.Equal(s_spot, Again(new Dictionary<int, Spot> { [1] = s_spot }.ToFrozenDictionary())[1]);
    }

    [Fact]
    public void Objects_of_any_type_are_written_as_they_were_read()
    {
        using var document = BlittableDocument.Parse("""{"a":[1,{"b":"c"}],"d":null}""");
        var anything = BlittableSerializer.Deserialize<object>(document.Root);
        Assert.Equal(document.Root.ToJson(), BlittableValue.Open(BlittableSerializer.Serialize(anything)).ToJson());
        var map = BlittableSerializer.Deserialize<Dictionary<string, object>>(document.Root);
        Assert.Equal(document.Root.ToJson(), BlittableValue.Open(BlittableSerializer.Serialize(map)).ToJson());
    }

    [Fact]
    public void A_message_has_the_CSharp_name_of_the_type_and_explains_why_there_is_no_code()
    {
        Assert.Equal(
            "No converter exists for Dictionary<int, List<UndeclaredCollectionsTests.Stranger[]>>, "
                + "because none exists for UndeclaredCollectionsTests.Stranger. "
                + "Mark the type [BlittableSerializable], or declare [assembly: BlittableSerializable(typeof(UndeclaredCollectionsTests.Stranger))].",
            Refusal(new Dictionary<int, List<Stranger[]>>()));
        Assert.Equal(
            "No converter exists for List<Dictionary<UndeclaredCollectionsTests.Spot, int>>, because the key type UndeclaredCollectionsTests.Spot cannot be converted to property names.",
            Refusal(new List<Dictionary<Spot, int>>()));
        Assert.Contains("anonymous", Refusal(new { A = 1 }), StringComparison.Ordinal);
        Assert.Contains("anonymous", Refusal<object>(new List<object> { new { A = 1 } }), StringComparison.Ordinal);
        Assert.False(BlittableSerializer.Knows<List<Stranger>>());
        Assert.True(BlittableSerializer.Knows<List<Spot>>());
    }

    [Fact]
    public void Arrays_of_several_dimensions_are_refused_in_an_object()
    {
        Differential.Write<object>(new[,] { { 1, 2 }, { 3, 4 } });
        Differential.Write<object>(new object[] { new string[1, 1, 1] });
        Differential.Write(new[,] { { 1, 2 }, { 3, 4 } });
    }

    [Fact]
    public void A_dictionary_in_an_object_whose_keys_have_no_text_is_refused() =>
        Assert.Throws<NotSupportedException>(() => BlittableSerializer.Serialize<object>(new Lookup<Spot, int>(new() { [s_spot] = 1 })));

    [Fact]
    public void The_error_for_an_enum_with_a_converter_advises_the_attribute_that_enums_can_have()
    {
        var message = Refusal(new List<Dressed> { Dressed.Up });
        Assert.EndsWith("Declare [assembly: BlittableSerializable(typeof(UndeclaredCollectionsTests.Dressed))].", message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_error_for_a_marked_type_without_generated_code_says_that_no_generator_ran()
    {
        var types = CompiledTypes.WithoutGenerators("[BlittableSerializable] public class Marked; public static class Sample { public static object Make() => BlittableSerializer.Serialize(new Marked()); }");
        var fault = Assert.Throws<NotSupportedException>(() => types.Call("Sample", "Make"));
        Assert.StartsWith(
            "No converter exists for Marked. The type is marked [BlittableSerializable], but the source generator did not process it",
            fault.Message,
            StringComparison.Ordinal);
    }

    private static KeyValuePair<string, Action> Case<T>(T value) =>
        new(typeof(T) == value!.GetType() ? $"{typeof(T)}" : $"{typeof(T)}: {value.GetType()}", () => Parity.Check(value));

    private static T Again<T>(T value) => BlittableSerializer.Deserialize<T>(BlittableSerializer.Serialize(value))!;

    private static string Refusal<T>(T value) => Assert.Throws<NotSupportedException>(() => BlittableSerializer.Serialize(value)).Message;

    [BlittableSerializable]
    [BlittableSerializable(typeof(Color))]
    [BlittableSerializable(typeof(Wide))]
    internal sealed record Spot(int X, string? Name);

    [System.Text.Json.Serialization.JsonConverter(typeof(System.Text.Json.Serialization.JsonStringEnumConverter))]
    internal enum Color
    {
        Red,

        [System.Text.Json.Serialization.JsonStringEnumMemberName("the green")]
        Green,
    }

    internal enum Wide : ulong
    {
        Most = ulong.MaxValue,
    }

    internal enum Signs : sbyte
    {
        Least = sbyte.MinValue,
    }

    internal enum Huge : ulong
    {
        Most = ulong.MaxValue,
    }

    [System.Text.Json.Serialization.JsonConverter(typeof(System.Text.Json.Serialization.JsonStringEnumConverter))]
    internal enum Dressed
    {
        Up,
    }

    private sealed class Stranger;

    private sealed class Lookup<TKey, T>(Dictionary<TKey, T> entries) : IReadOnlyDictionary<TKey, T>
        where TKey : notnull
    {
        public IEnumerable<TKey> Keys => entries.Keys;

        public IEnumerable<T> Values => entries.Values;

        public int Count => entries.Count;

        public T this[TKey key] => entries[key];

        public bool ContainsKey(TKey key) => entries.ContainsKey(key);

        public bool TryGetValue(TKey key, [System.Diagnostics.CodeAnalysis.MaybeNullWhen(false)] out T value) => entries.TryGetValue(key, out value);

        public IEnumerator<KeyValuePair<TKey, T>> GetEnumerator() => entries.GetEnumerator();

        System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator();
    }
}
