using System.Text;

namespace Blittable.Tests.Json;

/// <summary>Containers whose text occurs several times in a document, identical or nearly identical.</summary>
[Trait(Category.Name, Category.Vector)]
public class RepeatedTextsTests
{
    private const string Container =
        """{"name":"a container that is long enough to be compared with others of its kind","list":[1,"two",{"three":null}],"date":"2024-02-29"}""";

    [Fact]
    public void Random_repeated_containers_are_restored()
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
    public void A_truncated_text_with_repetitions_is_refused_wherever_it_ends()
    {
        using var converter = new BlittableConverter(BlittableOptions.Balanced);
        var text = Encoding.UTF8.GetBytes("[" + string.Join(',', Enumerable.Repeat(Container, 20)) + "]");
        for (var length = 0; length < text.Length; length++)
        {
            Assert.Throws<BlittableException>(() => converter.Convert(text.AsSpan(0, length)));
        }
    }

    [Fact]
    public void Containers_that_differ_in_one_byte_are_distinguished()
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
    public void A_container_can_be_too_deep_even_if_an_equal_container_was_not()
    {
        // Three levels inside the array, and then inside two more levels.
        var options = BlittableOptions.Balanced with { MaxDepth = 5 };
        var fits = "[" + Container + ",{\"deeper\":" + Container + "}" + Padding();
        var tooDeep = "[" + Container + ",{\"deeper\":{\"still\":" + Container + "}}" + Padding();

        using var document = BlittableDocument.Parse(fits, options);
        Assert.Equal(fits, document.Root.ToJson());
        var error = Assert.Throws<BlittableException>(() => BlittableDocument.Parse(tooDeep, options));
        Assert.Equal(BlittableErrorCode.TooDeep, error.Code);
    }

    [Fact]
    public void A_repeated_container_counts_with_the_depth_of_each_position()
    {
        var json = "[" + Container + ",{\"deeper\":{\"still\":{\"and\":" + Container + "}}}" + Padding();
        using var document = BlittableDocument.Parse(json, BlittableOptions.Balanced);

        document.Validate();
        Assert.Equal(json, document.Root.ToJson());
    }

    [Fact]
    public void Repeated_rows_are_stored_in_number_arrays_with_the_other_rows()
    {
        var distinct = "[" + string.Join(',', Enumerable.Range(0, 400).Select(row => $"[{row % 200},{row * 7 % 200}]")) + "]";
        var repeated = "[" + string.Join(',', Enumerable.Range(0, 400).Select(row => $"[{row % 20},{row % 20 * 7}]")) + "]";

        Assert.InRange(Length(repeated), 1, Length(distinct));
    }

    [Fact]
    public void Repeated_objects_whose_names_are_data_are_written_once()
    {
        var container = "{" + string.Join(',', Enumerable.Range(0, 300).Select(number => $"\"name {number * 7919}\":{number}")) + "}";
        var once = Length("[" + container + ",0" + Padding());
        var twice = Length("[" + container + "," + container + ",0" + Padding());

        Assert.InRange(twice - once, 0, 16);
    }

    /// <summary>The end of an array that is longer than the part that a converter copies before reading.</summary>
    private static string Padding() => ",\"" + new string('.', 2_000) + "\"]";

    private static int Length(string json)
    {
        using var document = BlittableDocument.Parse(json, BlittableOptions.Balanced);
        return document.Bytes.Length;
    }

    /// <summary>Returns an array, rendered and in another layout, in which a few containers occur many times, alone and inside others.</summary>
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
            // Squared, to make some containers repeat often.
            var chosen = containers[(int)(Math.Pow(random.NextDouble(), 2) * containers.Count)];
            var (before, after) = random.Next(3) switch { 0 => (",", ""), 1 => (",{\"a\":", "}"), _ => (",{\"b\":[{\"c\":", ",\"d\":1}]}") };
            minified.Append(before).Append(chosen.Minified).Append(after);
            text.Append(before).Append(chosen.Text).Append(after);
        }

        return (minified.Append(']').ToString(), text.Append(']').ToString());
    }
}
