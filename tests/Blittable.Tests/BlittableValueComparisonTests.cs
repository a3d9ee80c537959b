using System.Text.Json.Nodes;
using Blittable.Tests.Json;

namespace Blittable.Tests;

public class BlittableValueComparisonTests
{
    private static readonly BlittableOptions[] Options =
        [BlittableOptions.Fastest, new(), BlittableOptions.Balanced, BlittableOptions.Smallest, new() { Mode = BlittableMode.Disk, ShareValues = false }];

    [Theory]
    [InlineData("1", "1.0")]
    [InlineData("10e-1", "1")]
    [InlineData("0.00120", "12e-4")]
    [InlineData("-0", "0.0e7")]
    [InlineData("123456789012345678901234567890", "1.2345678901234567890123456789e29")]
    [InlineData("\"2011-01-01T00:00:00Z\"", "\"2011-01-01T00:00:00\\u005A\"")]
    [InlineData("""{"a":1,"b":{"c":[],"d":{}}}""", """{"b":{"d":{},"c":[]},"a":1.0}""")]
    [InlineData("""{"a":1,"a":2,"b":3}""", """{"a":1,"b":3,"a":2}""")]
    public void Values_with_the_same_meaning_are_equal_in_every_mode_and_share_their_hash(string left, string right)
    {
        foreach (var first in Options)
        {
            foreach (var second in Options)
            {
                using var a = BlittableDocument.Parse(left, first);
                using var b = BlittableDocument.Parse(right, second);
                Assert.True(BlittableValue.DeepEquals(a.Root, b.Root));
                Assert.Equal(0, BlittableValue.DeepCompare(a.Root, b.Root));
                Assert.Equal(a.Root.GetDeepHashCode(), b.Root.GetDeepHashCode());
            }
        }
    }

    [Theory]
    [InlineData("1", "1.00000000000000000000000000001")]
    [InlineData("1e400", "1e401")]
    [InlineData("\"1\"", "1")]
    [InlineData("null", "false")]
    [InlineData("[1,2]", "[2,1]")]
    [InlineData("[1]", "[1,null]")]
    [InlineData("""{"a":1}""", """{"b":1}""")]
    [InlineData("""{"a":1,"a":2}""", """{"a":2,"a":1}""")]
    [InlineData("\"2011-01-01T00:00:00Z\"", "\"2011-01-01T00:00:00+00:00\"")]
    public void Values_that_differ_are_not_equal(string left, string right)
    {
        using var a = BlittableDocument.Parse(left);
        using var b = BlittableDocument.Parse(right, BlittableOptions.Balanced);

        Assert.False(BlittableValue.DeepEquals(a.Root, b.Root));
        Assert.NotEqual(0, BlittableValue.DeepCompare(a.Root, b.Root));
        Assert.Equal(Math.Sign(BlittableValue.DeepCompare(a.Root, b.Root)), -Math.Sign(BlittableValue.DeepCompare(b.Root, a.Root)));
    }

    [Theory]
    [InlineData(18)]
    [InlineData(19)]
    [InlineData(20)]
    [InlineData(21)]
    [InlineData(40)]
    public void Exponents_beyond_64_bits_keep_their_sign(int length)
    {
        var digits = new string('9', length);
        using var numbers = BlittableDocument.Parse($"[-1e{digits},-1,-1e-{digits},0,1e-{digits},1,1e{digits}]");
        for (var i = 0; i < numbers.Root.Count; i++)
        {
            for (var j = 0; j < numbers.Root.Count; j++)
            {
                Assert.Equal(i.CompareTo(j), Math.Sign(BlittableValue.DeepCompare(numbers.Root[i], numbers.Root[j])));
            }
        }
    }

    [Fact]
    public void Many_equal_names_are_compared_in_their_order()
    {
        var equal = string.Join(',', Enumerable.Range(0, 40).Select(i => $"\"a\":{i}"));
        using var before = BlittableDocument.Parse($"{{\"other\":null,{equal}}}");
        using var after = BlittableDocument.Parse($"{{{equal},\"other\":null}}");
        Assert.True(BlittableValue.DeepEquals(before.Root, after.Root));
        Assert.Equal(0, BlittableValue.DeepCompare(before.Root, after.Root));
    }

    [Fact]
    public void The_order_is_total()
    {
        string[] sorted =
        [
            "null", "false", "true", "-1e9", "-2.5", "-0", "0.5", "1", "1.5", "2", "10", "1e10", "\"\"", "\"a\"", "\"aa\"", "\"b\"", "\"ü\"", "\"\ud83d\ude00\"",
            "[]", "[1]", "[1,0]", "[2]", "{}", """{"b":1}""", """{"b":2}""", """{"aa":1}""", """{"c":1,"a":0}""", """{"a":0,"c":2}""",
        ];
        var documents = sorted.Select((json, i) => BlittableDocument.Parse(json, Options[i % Options.Length])).ToArray();

        for (var i = 0; i < sorted.Length; i++)
        {
            for (var j = 0; j < sorted.Length; j++)
            {
                Assert.Equal(i.CompareTo(j), Math.Sign(BlittableDocumentComparer.Instance.Compare(documents[i], documents[j])));
            }
        }
    }

    [Fact]
    public void Floats_compare_as_the_numbers_of_their_text_and_NaN_and_infinities_have_a_fixed_place()
    {
        using var builder = new BlittableBuilder();
        var numbers = new[] { double.NaN, double.NegativeInfinity, -1, 0.1, double.PositiveInfinity }
            .Select(number =>
            {
                builder.WriteNumber(number);
                return builder.ToDocument();
            })
            .ToArray();
        using var tenth = BlittableDocument.Parse("0.10");

        Assert.True(BlittableValue.DeepEquals(numbers[3].Root, tenth.Root));
        Assert.Equal(numbers[3].Root.GetDeepHashCode(), tenth.Root.GetDeepHashCode());
        Assert.True(BlittableValue.DeepEquals(numbers[0].Root, numbers[0].Root.Clone().Root));
        for (var i = 1; i < numbers.Length; i++)
        {
            Assert.True(BlittableValue.DeepCompare(numbers[i - 1].Root, numbers[i].Root) < 0);
        }
    }

    [Fact]
    public void Random_documents_equal_their_other_modes_and_agree_with_JsonNode_on_equality()
    {
        var random = new RandomJson(29);
        for (var i = 0; i < 300; i++)
        {
            var json = random.Next().Text;
            using var memory = BlittableDocument.Parse(json);
            using var disk = BlittableDocument.Parse(json, Options[i % Options.Length]);
            Assert.True(BlittableValue.DeepEquals(memory.Root, disk.Root), json);
            Assert.Equal(0, BlittableValue.DeepCompare(disk.Root, memory.Root));
            Assert.Equal(memory.Root.GetDeepHashCode(), disk.Root.GetDeepHashCode());
        }
    }

    [Fact]
    public void Documents_that_expand_to_a_billion_values_are_compared_immediately()
    {
        static string Doubled(int levels) => levels == 0 ? "\"a string that is long enough to be shared\"" : $"[{Doubled(levels - 1)},{Doubled(levels - 1)}]";
        using var small = BlittableDocument.Parse(Doubled(17), BlittableOptions.Balanced);
        using var once = Doubling(small, 13);
        using var again = Doubling(small, 13);

        Assert.True(BlittableValue.DeepEquals(once.Root, again.Root));
        Assert.Equal(once.Root.GetDeepHashCode(), again.Root.GetDeepHashCode());

        static BlittableDocument Doubling(BlittableDocument document, int levels)
        {
            for (var i = 0; i < levels; i++)
            {
                using var builder = new BlittableBuilder(BlittableOptions.Balanced);
                builder.WriteStartArray();
                builder.WriteValue(document.Root);
                builder.WriteValue(document.Root);
                builder.WriteEndArray();
                document = builder.ToDocument();
            }

            return document;
        }
    }

    [Fact]
    public void Values_nested_too_deeply_are_an_error()
    {
        const int depth = 1_000_000;
        var json = new string('[', depth) + new string(']', depth);
        var options = new BlittableOptions { MaxDepth = int.MaxValue };
        using var left = BlittableDocument.Parse(json, options);
        using var right = BlittableDocument.Parse(json, options);

        Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => BlittableValue.DeepEquals(left.Root, right.Root)).Code);
        Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => left.Root.GetDeepHashCode()).Code);
    }

    [Fact]
    public void Documents_can_be_keys_of_hash_tables()
    {
        var set = new HashSet<BlittableDocument>(BlittableDocumentComparer.Instance)
        {
            BlittableDocument.Parse("""{"a":[1,2.0]}"""),
            BlittableDocument.Parse("""{"a":[1.0,2]}""", BlittableOptions.Balanced),
        };

        Assert.Single(set);
        Assert.Contains(BlittableDocument.From(JsonNode.Parse("""{"a":[1,2]}""")), set);
    }

    [Theory]
    [InlineData("null", "")]
    [InlineData("true", "True")]
    [InlineData("false", "False")]
    [InlineData("12.50", "12.50")]
    [InlineData("\"text\"", "text")]
    [InlineData("\"2011-01-01\"", "2011-01-01")]
    [InlineData("""{"a":[1,"b"]}""", """{"a":[1,"b"]}""")]
    public void ToString_returns_the_same_text_as_JsonElement(string json, string expected)
    {
        Assert.Equal(expected, System.Text.Json.JsonDocument.Parse(json).RootElement.ToString());
        Assert.Equal(expected, BlittableDocument.Parse(json).Root.ToString());
        Assert.Equal(expected, BlittableDocument.Parse(json, BlittableOptions.Balanced).Root.ToString());
    }

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void A_failed_lookup_names_the_path(BlittableMode mode)
    {
        using var document = BlittableDocument.Parse(
            """{"orders":[{"id":1},{"id":2,"ship to":{"city":"Rome"}}],"name":"x"}""", new BlittableOptions { Mode = mode });
        Assert.Equal(
            "The object at $.orders[1]['ship to'] has no property 'zip'",
            Message(root => root.GetProperty("orders"u8)[1].GetProperty("ship to"u8).GetProperty("zip")));
        Assert.Equal("The object at $ has no property 'a'", Message(root => root.GetProperty("a"u8)));
        Assert.Equal("The value at $.name is of kind String, not an object", Message(root => root.GetProperty("name"u8).GetProperty("a"u8)));
        Assert.Equal("The index 2 is out of range for the array of 2 elements at $.orders", Message(root => root.GetProperty("orders"u8)[2]));

        string Message(Func<BlittableValue, BlittableValue> read)
        {
            var fault = Assert.Throws<BlittableException>(() =>
            {
                _ = read(document.Root);
            });
            return fault.Message[..fault.Message.IndexOf(" at byte", StringComparison.Ordinal)];
        }
    }
}
