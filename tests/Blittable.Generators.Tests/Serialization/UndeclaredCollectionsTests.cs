using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Collections of declared types, or of types that need no declaration, need no declaration themselves.</summary>
public sealed class UndeclaredCollectionsTests
{
    private static readonly Spot s_spot = new(1, "a");

    [Fact]
    public void Collections_of_a_declared_type_need_no_declaration()
    {
        Parity.Check(new List<Spot> { s_spot, new(2, null) });
        Parity.Check(new[] { s_spot });
        Parity.Check<IEnumerable<Spot>>([s_spot]);
        Parity.Check<IReadOnlyList<Spot>>([s_spot]);
        Parity.Check<IReadOnlyCollection<Spot>>([s_spot]);
        Parity.Check<ICollection<Spot>>([s_spot]);
        Parity.Check<IList<Spot>>([s_spot]);
        Parity.Check(new HashSet<Spot> { s_spot });
        Parity.Check<ISet<Spot>>(new HashSet<Spot> { s_spot });
        Parity.Check(new Queue<Spot>([s_spot]));
        Parity.Check(new LinkedList<Spot>([s_spot]));
        Parity.Check(new Dictionary<string, Spot> { ["s"] = s_spot });
        Parity.Check(new Dictionary<int, Spot> { [-7] = s_spot });
        Parity.Check(new Dictionary<Guid, Spot> { [Guid.Empty] = s_spot });
        Parity.Check(new Dictionary<DayOfWeek, Spot> { [DayOfWeek.Friday] = s_spot });
        Parity.Check(new SortedDictionary<long, Spot> { [3] = s_spot });
        Parity.Check<IReadOnlyDictionary<string, Spot>>(new Dictionary<string, Spot> { ["s"] = s_spot });
        Parity.Check(new Dictionary<int, List<Spot?[]>> { [1] = [[s_spot, null]] });
        Parity.Check(new Stack<Spot>([s_spot, new(2, null)]));
        Parity.Check(new Collection<Spot>([s_spot]));
        Parity.Check(new ObservableCollection<Spot>([s_spot]));
        Parity.Check(ImmutableArray.Create(s_spot));
        Parity.Check(ImmutableList.Create(s_spot));
        Parity.Check(ImmutableHashSet.Create(s_spot));
        Parity.Check(new ConcurrentQueue<Spot>([s_spot]));
        Parity.Check(new ConcurrentDictionary<string, Spot> { ["s"] = s_spot });
        Parity.Check(ImmutableDictionary<int, Spot>.Empty.Add(3, s_spot));
        Parity.Check(new OrderedDictionary<string, Spot> { ["s"] = s_spot });
        Parity.Check(new SortedList<Guid, Spot> { [Guid.Empty] = s_spot });
    }

    [Fact]
    public void Collections_of_scalars_need_no_declaration()
    {
        Parity.Check(new List<int?> { 1, null });
        Parity.Check(new[] { 1.5, -0.0, 1e300 });
        Parity.Check(new[] { Guid.Empty });
        Parity.Check(new Dictionary<string, object> { ["a"] = 1, ["b"] = new[] { 1, 2 }, ["c"] = new List<object> { "x", s_spot }, ["d"] = new Dictionary<string, object> { ["e"] = true } });
        Parity.Check<object>(new object[] { 1, "two", s_spot });
        Parity.Check<object>(new[] { 1, 2 }.Where(number => number > 1));
        Parity.Check<object>(new SortedDictionary<long, object?> { [3] = DayOfWeek.Friday, [4] = new SortedSet<int> { 2, 1 }, [5] = s_spot, [6] = null });
    }

    [Fact]
    public void Collections_that_the_framework_only_writes_round_trip()
    {
        Assert.Equal([s_spot], Again(new ReadOnlyCollection<Spot>([s_spot])));
        Assert.Equal([s_spot], Again(new ConcurrentBag<Spot>([s_spot])));
        Assert.Equal([s_spot], Again(new[] { s_spot }.ToFrozenSet()));
        Assert.Equal(s_spot, Again(new ReadOnlyDictionary<int, Spot>(new Dictionary<int, Spot> { [1] = s_spot }))[1]);
        Assert.Equal(s_spot, Again(new Dictionary<int, Spot> { [1] = s_spot }.ToFrozenDictionary())[1]);

        static T Again<T>(T value) => BlittableSerializer.Deserialize<T>(BlittableSerializer.Serialize(value))!;
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
        Assert.Contains("anonymous", Refusal(new { A = 1 }), StringComparison.Ordinal);
        Assert.Contains("anonymous", Refusal<object>(new List<object> { new { A = 1 } }), StringComparison.Ordinal);
        Assert.False(BlittableSerializer.Knows<List<Stranger>>());
        Assert.True(BlittableSerializer.Knows<List<Spot>>());
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

    private static string Refusal<T>(T value) => Assert.Throws<NotSupportedException>(() => BlittableSerializer.Serialize(value)).Message;

    [BlittableSerializable]
    internal sealed record Spot(int X, string? Name);

    private sealed class Stranger;
}
