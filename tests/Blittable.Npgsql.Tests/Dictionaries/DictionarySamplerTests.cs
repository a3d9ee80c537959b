using Blittable.Npgsql.Dictionaries;

namespace Blittable.Npgsql.Tests.Dictionaries;

public class DictionarySamplerTests
{
    [Fact]
    public void The_first_sample_consists_of_the_first_64_texts()
    {
        var sample = new DictionarySampler();
        Assert.All(Enumerable.Range(0, 63), _ => Assert.Null(sample.Add("{}"u8)));
        Assert.Equal(64, sample.Add("[]"u8)!.Count);
    }

    [Fact]
    public void Samples_become_rarer_until_LookAgainSoon()
    {
        var sample = new DictionarySampler();
        Assert.Equal([64, 256 + 64, 512 + 64, 1_024 + 64], Enumerable.Range(0, 4).Select(_ => UntilFull(sample)));
        sample.LookAgainSoon();
        Assert.Equal([64, 256 + 64], Enumerable.Range(0, 2).Select(_ => UntilFull(sample)));
        Assert.Equal(65_536 + 64, Enumerable.Range(0, 12).Select(_ => UntilFull(sample)).ToArray()[^1]);
    }

    [Fact]
    public void Texts_that_are_too_long_are_skipped_and_a_sample_of_long_texts_is_smaller()
    {
        var sample = new DictionarySampler();
        Assert.Null(sample.Add(new byte[100_000]));
        Assert.All(Enumerable.Range(0, 3), _ => Assert.Null(sample.Add(new byte[65_536])));
        Assert.Equal(4, sample.Add(new byte[65_536])!.Count);
    }

    [Fact]
    public void A_text_may_change_after_it_was_added()
    {
        var sample = new DictionarySampler();
        byte[] text = [1];
        for (var i = 0; i < 63; i++)
        {
            sample.Add(text);
        }

        text[0] = 2;
        Assert.Equal(1, sample.Add(text)![0].Span[0]);
    }

    private static int UntilFull(DictionarySampler sample)
    {
        var count = 1;
        while (sample.Add("{}"u8) is null)
        {
            count++;
        }

        return count;
    }
}
