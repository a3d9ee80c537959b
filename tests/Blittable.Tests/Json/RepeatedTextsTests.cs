using System.Text;

namespace Blittable.Tests.Json;

/// <summary>Containers of a text that stand in it more than once, byte for byte or nearly so.</summary>
[Trait(Category.Name, Category.Vector)]
public class RepeatedTextsTests
{
    private const string Container =
        """{"name":"a container that is long enough to be compared with others of its kind","list":[1,"two",{"three":null}],"date":"2024-02-29"}""";

    [Fact]
    public void Random_containers_come_back_wherever_they_are_repeated()
    {
        using var converter = new BlittableConverter(BlittableOptions.Balanced);
        for (var seed = 0; seed < 60; seed++)
        {
            var (minified, text) = Repetitions(seed);
            var document = BlittableDocument.Open(converter.Convert(Encoding.UTF8.GetBytes(text)).ToArray());

            document.Validate();
            Assert.Equal(minified, document.Root.ToJson());
        }
    }

    [Fact]
    public void A_text_with_repetitions_that_ends_too_early_is_refused_wherever_it_ends()
    {
        using var converter = new BlittableConverter(BlittableOptions.Balanced);
        var text = Encoding.UTF8.GetBytes("[" + string.Join(',', Enumerable.Repeat(Container, 20)) + "]");
        for (var length = 0; length < text.Length; length++)
        {
            Assert.Throws<BlittableException>(() => converter.Convert(text.AsSpan(0, length)));
        }
    }

    [Fact]
    public void Containers_that_differ_in_one_byte_are_told_apart()
    {
        for (var at = 0; at < Container.Length; at++)
        {
            if (!char.IsAsciiLetter(Container[at]))
            {
                continue;
            }

            var json = "[" + Container + "," + Container[..at] + (Container[at] == 'x' ? 'y' : 'x') + Container[(at + 1)..] + "," + Container + Padding();
            if (at < Container.IndexOf("null", StringComparison.Ordinal) || at > Container.IndexOf("}],", StringComparison.Ordinal))
            {
                using var document = BlittableDocument.Parse(json, BlittableOptions.Balanced);
                Assert.Equal(json, document.Root.ToJson());
            }
            else
            {
                Assert.Throws<BlittableException>(() => BlittableDocument.Parse(json, BlittableOptions.Balanced));
            }
        }
    }

    [Fact]
    public void A_container_is_too_deep_where_an_equal_one_was_not()
    {
        // Three levels inside the array, and then inside two more.
        var options = BlittableOptions.Balanced with { MaxDepth = 5 };
        var fits = "[" + Container + ",{\"deeper\":" + Container + "}" + Padding();
        var tooDeep = "[" + Container + ",{\"deeper\":{\"still\":" + Container + "}}" + Padding();

        using var document = BlittableDocument.Parse(fits, options);
        Assert.Equal(fits, document.Root.ToJson());
        var error = Assert.Throws<BlittableException>(() => BlittableDocument.Parse(tooDeep, options));
        Assert.Equal(BlittableErrorCode.TooDeep, error.Code);
    }

    [Fact]
    public void A_container_that_stands_deeper_than_before_counts_where_it_stands()
    {
        var json = "[" + Container + ",{\"deeper\":{\"still\":{\"and\":" + Container + "}}}" + Padding();
        using var document = BlittableDocument.Parse(json, BlittableOptions.Balanced);

        document.Validate();
        Assert.Equal(json, document.Root.ToJson());
    }

    [Fact]
    public void Rows_that_are_repeated_are_packed_with_the_others()
    {
        var distinct = "[" + string.Join(',', Enumerable.Range(0, 400).Select(row => $"[{row % 200},{row * 7 % 200}]")) + "]";
        var repeated = "[" + string.Join(',', Enumerable.Range(0, 400).Select(row => $"[{row % 20},{row % 20 * 7}]")) + "]";

        Assert.InRange(Length(repeated), 1, Length(distinct));
    }

    [Fact]
    public void Objects_whose_names_are_data_are_written_once_where_they_are_repeated()
    {
        var container = "{" + string.Join(',', Enumerable.Range(0, 300).Select(number => $"\"name {number * 7919}\":{number}")) + "}";
        var once = Length("[" + container + ",0" + Padding());
        var twice = Length("[" + container + "," + container + ",0" + Padding());

        Assert.InRange(twice - once, 0, 16);
    }

    /// <summary>The end of an array that is longer than what a converter copies before it reads it.</summary>
    private static string Padding() => ",\"" + new string('.', 2_000) + "\"]";

    private static int Length(string json)
    {
        using var document = BlittableDocument.Parse(json, BlittableOptions.Balanced);
        return document.Bytes.Length;
    }

    /// <summary>An array, as it is to come out and as it is laid out, of a few containers many times, alone and inside of others.</summary>
    private static (string Minified, string Text) Repetitions(int seed)
    {
        var random = new Random(seed);
        var source = new RandomJson(seed);
        var containers = new List<(string Minified, string Text)>();
        while (containers.Count < 12)
        {
            var next = source.Next();
            if (next.Minified.Length is > 2 and < 3_000)
            {
                containers.Add(next);
            }
        }

        var minified = new StringBuilder("[0");
        var text = new StringBuilder("[0");
        for (var i = 0; i < 200; i++)
        {
            // Squared, so that some come again and again.
            var chosen = containers[(int)(Math.Pow(random.NextDouble(), 2) * containers.Count)];
            var (before, after) = random.Next(3) switch { 0 => (",", ""), 1 => (",{\"a\":", "}"), _ => (",{\"b\":[{\"c\":", ",\"d\":1}]}") };
            minified.Append(before).Append(chosen.Minified).Append(after);
            text.Append(before).Append(chosen.Text).Append(after);
        }

        return (minified.Append(']').ToString(), text.Append(']').ToString());
    }
}
