using System.Text;

namespace Blittable.Tests;

public class BlittablePathTests
{
    private const string Json = """
        {"a":{"b'c":[10,{"d":"x"},30],"":1,"é":2,"q\"":3},"list":[{"n":1},{"m":0},{"n":3},[],{"n":[4,5]}],"n":{"x":6,"y":7}}
        """;

    [Theory]
    [InlineData("$.a['b\\'c'][0]", "10")]
    [InlineData("$.a[\"b'c\"][1].d", "x")]
    [InlineData("$['a'][\"b'c\"][-1]", "30")]
    [InlineData("$['a'][\"b'c\"][-3]", "10")]
    [InlineData("$ ['a']\t[ 'b\\u0027c' ] [ 2 ]", "30")]
    [InlineData("$.a['']", "1")]
    [InlineData("$.a.é", "2")]
    [InlineData("$.a['\\u00e9']", "2")]
    [InlineData("$.a['q\"']", "3")]
    [InlineData("$.a[\"q\\\"\"]", "3")]
    [InlineData("$.list[*].n", "1,3,[2]")]
    [InlineData("$.list[*].n[*]", "4,5")]
    [InlineData("$.list[*].*", "1,0,3,[2]")]
    [InlineData("$.n.*", "6,7")]
    [InlineData("$.n[*]", "6,7")]
    [InlineData("$.*.n", "")]
    [InlineData("$[*][*][*]", "10,{1},30,1,0,3,[2]")]
    [InlineData("$.missing", "")]
    [InlineData("$.a[0]", "")]
    [InlineData("$.list.n", "")]
    [InlineData("$.list[5]", "")]
    [InlineData("$.list[-6]", "")]
    [InlineData("$.list[9007199254740991]", "")]
    [InlineData("$.list[-9007199254740991]", "")]
    public void A_path_selects_its_values_in_order(string text, string expected)
    {
        using var converter = new BlittableConverter();
        var root = BlittableValue.Open(converter.Convert(Encoding.UTF8.GetBytes(Json)));
        var path = BlittablePath.Parse(text);

        // Evaluated twice: the second time, the prepared names remember their slots.
        for (var i = 0; i < 2; i++)
        {
            var found = new List<string>();
            foreach (var value in path.Evaluate(root))
            {
                found.Add(Render(value));
            }

            Assert.Equal(expected, string.Join(',', found));
            Assert.Equal(found.Count > 0, path.TryEvaluate(root, out var first));
            Assert.Equal(found.FirstOrDefault(), found.Count > 0 ? Render(first) : null);
        }

        Assert.Equal(text, path.ToString());
        Assert.Equal(text.Contains('*', StringComparison.Ordinal), path.HasWildcard);
    }

    [Fact]
    public void The_root_alone_is_a_valid_path()
    {
        using var converter = new BlittableConverter();
        var root = BlittableValue.Open(converter.Convert("12"u8));

        Assert.True(BlittablePath.Parse("$").TryEvaluate(root, out var value));
        Assert.Equal(12, value.GetInt32());
    }

    [Theory]
    [InlineData("", 0)]
    [InlineData("a", 0)]
    [InlineData(" $", 0)]
    [InlineData("$ ", 2)]
    [InlineData("$.", 2)]
    [InlineData("$..a", 2)]
    [InlineData("$.a b", 4)]
    [InlineData("$.1", 2)]
    [InlineData("$.a-b", 3)]
    [InlineData("$[", 2)]
    [InlineData("$[]", 2)]
    [InlineData("$[01]", 2)]
    [InlineData("$[-0]", 2)]
    [InlineData("$[-]", 2)]
    [InlineData("$[1:2]", 3)]
    [InlineData("$[1,2]", 3)]
    [InlineData("$[?@.a]", 2)]
    [InlineData("$[99999999999999999]", 2)]
    [InlineData("$['a", 4)]
    [InlineData("$['a\\x']", 5)]
    [InlineData("$['a\\\"']", 5)]
    [InlineData("$['a\\u12']", 5)]
    [InlineData("$['\\u41\0\0']", 4)]
    [InlineData("$['\\ud800']", 10)]
    [InlineData("$['a\n']", 4)]
    [InlineData("$.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*.*", 35)]
    public void An_invalid_path_is_refused_at_the_offending_character(string text, int position)
    {
        var exception = Assert.Throws<BlittableException>(() => BlittablePath.Parse(text));

        Assert.Equal(BlittableErrorCode.InvalidPath, exception.Code);
        Assert.Equal(position, exception.Offset);
        Assert.False(BlittablePath.TryParse(text, out var path));
        Assert.Null(path);
    }

    [Fact]
    public void Evaluating_allocates_nothing()
    {
        using var converter = new BlittableConverter();
        var bytes = converter.Convert(Encoding.UTF8.GetBytes(Json)).ToArray();
        var single = BlittablePath.Parse("$.a['b\\'c'][1].d");
        var many = BlittablePath.Parse("$.list[*].n");
        var found = Evaluate(bytes, single, many);
        var before = GC.GetAllocatedBytesForCurrentThread();

        found += Evaluate(bytes, single, many);

        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
        Assert.Equal(8, found);
    }

    private static int Evaluate(byte[] bytes, BlittablePath single, BlittablePath many)
    {
        var root = BlittableValue.Open(bytes);
        var found = single.TryEvaluate(root, out var value) && value.Utf8Equals("x"u8) ? 1 : 0;
        foreach (var _ in many.Evaluate(root))
        {
            found++;
        }

        return found;
    }

    private static string Render(BlittableValue value) => value.Kind switch
    {
        BlittableValueKind.Array => $"[{value.Count}]",
        BlittableValueKind.Object => $"{{{value.Count}}}",
        BlittableValueKind.Number => value.GetNumberText(),
        _ => value.GetString() ?? "null",
    };
}
