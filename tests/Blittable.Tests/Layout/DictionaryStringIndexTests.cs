using System.Text;
using Blittable.Layout;

namespace Blittable.Tests.Layout;

public sealed class DictionaryStringIndexTests
{
    private const ulong Seed = 42;

    [Fact]
    public void Strings_of_every_length_are_found_under_their_numbers()
    {
        var strings = Enumerable.Range(0, 100).Select(length => Text(length, length)).ToArray();
        var index = IndexOf(strings);
        for (var number = 0; number < strings.Length; number++)
        {
            Assert.True(index.MayHave(strings[number]));
            Assert.Equal(number, index.Find(strings[number]));
        }
    }

    [Fact]
    public void Other_texts_are_rarely_candidates_and_are_never_found()
    {
        var index = IndexOf([.. Enumerable.Range(0, 500).Select(number => Text(5 + (number % 40), number))]);
        var others = Enumerable.Range(1000, 4000).Select(number => Text(5 + (number % 40), number)).ToArray();

        Assert.InRange(others.Count(other => index.MayHave(other)), 1, others.Length / 6);
        Assert.DoesNotContain(others, other => index.Find(other) >= 0);
    }

    [Fact]
    public void An_index_without_strings_finds_nothing()
    {
        Assert.False(IndexOf([]).MayHave("abc"u8));
        Assert.False(IndexOf([]).MayHave([]));
    }

    private static byte[] Text(int length, int number)
    {
        var bytes = new byte[length];
        new Random(number).NextBytes(bytes);
        return Encoding.ASCII.GetBytes(Convert.ToHexString(bytes))[..length];
    }

    private static DictionaryStringIndex IndexOf(byte[][] strings)
    {
        var ends = new int[strings.Length];
        for (var i = 0; i < ends.Length; i++)
        {
            ends[i] = (i == 0 ? 0 : ends[i - 1]) + strings[i].Length;
        }

        return new DictionaryStringIndex([.. strings.SelectMany(text => text)], ends, strings.Length, Seed);
    }
}
