using System.Text;
using Blittable.Json;

namespace Blittable.Tests.Json;

[Trait(Category.Name, Category.Vector)]
public sealed class StringSamplerTests
{
    [Fact]
    public void Names_dates_numbers_and_short_strings_are_skipped() =>
        Assert.Equal(
            ["a value", "in an array", "the last"],
            Sample(
                """{ "the name" : "a value","when":"2024-05-06T07:08:09Z","phone":"0800-123-456","id":"00ff00ff","x":["in an array" , "abc",true],"""
                + """ "end":"the last" }"""));

    [Fact]
    public void A_repeated_string_is_sampled_once() =>
        Assert.Equal(["again and again"], Sample("""["again and again","again and again","again and again"]"""));

    [Fact]
    public void Short_escapes_are_decoded() =>
        Assert.Equal(["say \"hi\"\n\tto C:\\ and /"], Sample("""["say \"hi\"\n\tto C:\\ and \/"]"""));

    [Fact]
    public void A_quote_inside_a_string_does_not_open_one() =>
        Assert.Equal(["first string", "second string"], Sample("""ends here\" and \"here","x":"first string","y":"second string"}"""));

    [Fact]
    public void A_sample_of_a_long_text_covers_all_of_it()
    {
        var strings = Sample("[" + string.Join(',', Enumerable.Range(0, 100_000).Select(i => $"\"string number {i}\"")) + "]");
        var numbers = strings.Select(text => int.Parse(text[14..], System.Globalization.CultureInfo.InvariantCulture)).ToArray();

        Assert.InRange(strings.Sum(text => text.Length), 20_000, StringSampler.Capacity);
        for (var tenth = 0; tenth < 10; tenth++)
        {
            Assert.InRange(numbers.Count(number => number / 10_000 == tenth), strings.Count / 15, strings.Count / 5);
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("\"")]
    [InlineData("\\\"")]
    [InlineData("\"without an end", "without an end")]
    [InlineData("\"an escape at the end\\", "an escape at the end")]
    [InlineData("\"\\")]
    [InlineData("[\"\"")]
    public void A_string_without_an_end_is_sampled_up_to_the_end_of_the_text(string json, params string[] expected) => Assert.Equal(expected, Sample(json));

    [Fact]
    public void Arbitrary_bytes_give_a_sample_that_fits()
    {
        var random = new Random(1);
        var bytes = new byte[100_000];
        for (var i = 0; i < bytes.Length; i++)
        {
            bytes[i] = "\"\\:,ab "u8[random.Next(7)];
        }

        var sampler = new StringSampler();
        for (var length = 0; length < 200; length++)
        {
            sampler.Take(bytes.AsSpan(0, length), StringSampler.Size);
        }

        sampler.Take(bytes, StringSampler.Size);
        Assert.InRange(sampler.Text.Length, 1, StringSampler.Capacity);
        Assert.Equal(sampler.Text.Length, sampler.Ends[^1]);
    }

    private static List<string> Sample(string json)
    {
        var sampler = new StringSampler();
        sampler.Take(Encoding.UTF8.GetBytes(json), StringSampler.Size);
        var strings = new List<string>();
        var start = 0;
        foreach (var end in sampler.Ends)
        {
            strings.Add(Encoding.UTF8.GetString(sampler.Text[start..end]));
            start = end;
        }

        return strings;
    }
}
