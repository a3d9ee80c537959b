namespace Blittable.Generators.Tests.Serialization;

/// <summary>Structs without setters are created with the constructor that takes their members, wherever they occur.</summary>
public sealed class StructTests
{
    [Fact]
    public void A_pair_round_trips_in_every_position()
    {
        var pair = new KeyValuePair<string, int>("a", 1);
        Assert.Equal(pair, Again(pair));
        Assert.Equal([pair, pair], Again(new[] { pair, pair }));
        Assert.Equal([pair, pair], Again(new List<KeyValuePair<string, int>> { pair, pair }));
        var holder = Again(new PairHolder
        {
            Member = pair, Optional = pair, Values = { ["v"] = pair }, Generic = new(pair, pair), Nested = new("n", pair), Array = [pair], List = [pair],
        });
        Assert.Equal(pair, holder.Member);
        Assert.Equal(pair, holder.Optional);
        Assert.Equal(pair, holder.Values["v"]);
        Assert.Equal(new Pair<KeyValuePair<string, int>>(pair, pair), holder.Generic);
        Assert.Equal(pair, holder.Nested.Value);
        Assert.Equal([pair], holder.Array);
        Assert.Equal([pair], holder.List);
    }

    [Fact]
    public void A_struct_without_setters_is_created_with_its_constructor()
    {
        var back = Again(new StructHolder { Point = new(3, 4), Ranges = [new(1, 2)], Half = new(5) { Y = 6 }, Computed = new(7) });
        Assert.Equal(new Point(3, 4), back.Point);
        Assert.Equal(2, back.Ranges[0].End);
        Assert.Equal((5, 6), (back.Half.X, back.Half.Y));
        Assert.Equal(7, back.Computed.X);
    }

    private static T Again<T>(T value)
    {
        var inMemory = BlittableSerializer.Deserialize<T>(BlittableSerializer.Serialize(value))!;
        var options = new BlittableOptions { Mode = BlittableMode.Disk };
        Assert.Equal(BlittableSerializer.Serialize(value), BlittableSerializer.Serialize(inMemory));
        return BlittableSerializer.Deserialize<T>(BlittableSerializer.Serialize(value, options))!;
    }

    [BlittableSerializable]
    [BlittableSerializable(typeof(KeyValuePair<string, int>[]))]
    [BlittableSerializable(typeof(List<KeyValuePair<string, int>>))]
    internal sealed class PairHolder
    {
        public KeyValuePair<string, int> Member { get; set; }

        public KeyValuePair<string, int>? Optional { get; set; }

        public Dictionary<string, KeyValuePair<string, int>> Values { get; set; } = [];

        public Pair<KeyValuePair<string, int>> Generic { get; set; } = new(default, default);

        public KeyValuePair<string, KeyValuePair<string, int>> Nested { get; set; }

        public KeyValuePair<string, int>[] Array { get; set; } = [];

        public List<KeyValuePair<string, int>> List { get; set; } = [];
    }

    [BlittableSerializable]
    internal sealed class StructHolder
    {
        public Point Point { get; set; }

        public List<Range> Ranges { get; set; } = [];

        public Half Half { get; set; }

        public Computed Computed { get; set; }
    }

    /// <summary>The equivalent of an F# struct record.</summary>
    internal readonly struct Point(int x, int y)
    {
        public int X { get; } = x;

        public int Y { get; } = y;
    }

    internal readonly struct Range
    {
        public Range(int start) => Start = start;

        public Range(int start, int end) => (Start, End) = (start, end);

        public int Start { get; }

        public int End { get; }
    }

    internal struct Half(int x)
    {
        public int X { get; } = x;

        public int Y { get; set; }
    }

    internal readonly record struct Computed(int X)
    {
        public int Twice => 2 * X;
    }
}
