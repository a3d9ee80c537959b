using System.Text.Json;
using System.Text.Json.Serialization;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>After a getter, a setter or a callback of an object has thrown, the thread serializes and deserializes as if it had not.</summary>
public sealed class ThrowingMemberTests
{
    private static readonly Fragile s_graph = new()
    {
        Id = 1, Name = "a name that is stored once", Numbers = [1.5, 2.5], Any = "a name that is stored once",
        Children = [new() { Id = 2, Name = "b" }, new() { Id = 3, Any = new List<int> { 1, 2 }, Children = [new() { Id = 4 }] }],
        Map = new() { ["x"] = new() { Id = 5, Name = "a name that is stored once" }, ["y"] = new() { Id = 6 } },
    };

    public static TheoryData<string> Settings => ["memory", "disk", "learning"];

    [Theory]
    [MemberData(nameof(Settings))]
    public void Any_member_may_throw_while_objects_are_written(string setting)
    {
        var options = OptionsOf(setting);
        var expected = JsonOf(BlittableSerializer.Serialize(s_graph, options));
        Assert.Equal(JsonSerializer.Serialize(s_graph), expected);
        var calls = FailAtEachCall(() => BlittableSerializer.Serialize(s_graph, options), () =>
        {
            var bytes = BlittableSerializer.Serialize(s_graph, options);
            Assert.Equal(expected, JsonOf(bytes));
            Assert.Equal(new Pair<int>(1, 2), BlittableSerializer.Deserialize<Pair<int>>(BlittableSerializer.Serialize(new Pair<int>(1, 2), options)));
            Assert.Equal(expected, JsonSerializer.Serialize(BlittableSerializer.Deserialize<Fragile>(bytes)));
        });
        Assert.InRange(calls, 20, 200);
    }

    [Theory]
    [MemberData(nameof(Settings))]
    public void Any_member_may_throw_while_objects_are_read(string setting)
    {
        var options = OptionsOf(setting);
        var bytes = BlittableSerializer.Serialize(s_graph, options);
        var expected = JsonOf(bytes);
        var calls = FailAtEachCall(() => BlittableSerializer.Deserialize<Fragile>(bytes, options), IsRight)
            + FailAtEachCall(() => BlittableSerializer.Populate(new Fragile(), BlittableValue.Open(bytes), options), IsRight);
        Assert.InRange(calls, 20, 200);

        void IsRight()
        {
            Assert.Equal(expected, JsonSerializer.Serialize(BlittableSerializer.Deserialize<Fragile>(bytes, options)));
            Assert.Equal(bytes.Length, setting == "learning" ? bytes.Length : BlittableSerializer.Serialize(s_graph, options).Length);
            var fault = Assert.Throws<BlittableException>(() => BlittableSerializer.Deserialize<Fragile>(BlittableDocument.Parse("""{"Children":[null,{"Id":"x"}]}""").Root));
            Assert.StartsWith("$.Children[1].Id: ", fault.Message, StringComparison.Ordinal);
        }
    }

    private static BlittableOptions OptionsOf(string setting) => setting switch
    {
        "memory" => BlittableOptions.Fastest,
        "disk" => BlittableOptions.Balanced,
        _ => BlittableOptions.Balanced with { LearnAcrossDocuments = true },
    };

    private static string JsonOf(byte[] bytes) => BlittableValue.Open(bytes).ToJson();

    /// <summary>Makes the first call of a member fail, then the second, and so on until no call fails.</summary>
    /// <returns>The number of calls that failed.</returns>
    private static int FailAtEachCall(Action action, Action check)
    {
        for (var call = 1; ; call++)
        {
            Fragile.FailAt(call);
            var fault = Record.Exception(action);
            Fragile.FailAt(0);
            if (fault is null)
            {
                return call - 1;
            }

            Assert.IsType<TimeoutException>(fault);
            check();
        }
    }
}

/// <summary>An object whose n-th call of any member or callback throws.</summary>
[BlittableSerializable]
public sealed class Fragile : IJsonOnSerializing, IJsonOnSerialized, IJsonOnDeserializing, IJsonOnDeserialized
{
    [ThreadStatic]
    private static int s_left;

    public int Id { get => Counted(field); set => field = Counted(value); }

    public string? Name { get => Counted(field); set => field = Counted(value); }

    public double[]? Numbers { get => Counted(field); set => field = Counted(value); }

    public object? Any { get => Counted(field); set => field = Counted(value); }

    public List<Fragile>? Children { get => Counted(field); set => field = Counted(value); }

    public Dictionary<string, Fragile>? Map { get => Counted(field); set => field = Counted(value); }

    public static void FailAt(int call) => s_left = call;

    public void OnSerializing() => Counted(0);

    public void OnSerialized() => Counted(0);

    public void OnDeserializing() => Counted(0);

    public void OnDeserialized() => Counted(0);

    private static T Counted<T>(T value) => --s_left == 0 ? throw new TimeoutException() : value;
}
