using Blittable.Benchmarks.Storage;

namespace Blittable.Benchmarks.Tests.Storage;

public class RowGeneratorTests
{
    [Fact]
    public void The_same_seed_and_ordinal_produce_the_same_row()
    {
        var (once, again) = (new RowGenerator(5).Generate(77), new RowGenerator(5).Generate(77));
        Assert.Equal(once with { Bytes = default }, again with { Bytes = default });
        Assert.Equal(once.Bytes.ToArray(), again.Bytes.ToArray());
        Assert.NotEqual(once.Milliseconds, new RowGenerator(6).Generate(77).Milliseconds);
        Assert.NotEqual(once.Milliseconds, new RowGenerator(5).Generate(78).Milliseconds);
    }

    [Fact]
    public void Dates_are_distributed_evenly_over_the_years()
    {
        var generator = new RowGenerator(StorageOptions.Seed);
        var years = Enumerable.Range(0, 11_000)
            .Select(ordinal => DateTimeOffset.FromUnixTimeMilliseconds(generator.Generate(ordinal).Milliseconds).Year)
            .CountBy(year => year)
            .ToDictionary();
        Assert.Equal(Enumerable.Range(2015, 11), years.Keys.Order());
        Assert.All(years.Values, count => Assert.InRange(count, 850, 1_150));
    }

    [Fact]
    public void Values_fit_their_columns()
    {
        var generator = new RowGenerator(9);
        foreach (var row in Enumerable.Range(0, 1_000).Select(ordinal => generator.Generate(ordinal)))
        {
            Assert.InRange(row.Amount, 0m, 99_999_999_999_999.9999m);
            Assert.Equal(4, row.Amount.Scale);
            Assert.InRange(row.Text.Length, 32, 64);
            Assert.Equal(64, row.Bytes.Length);
        }
    }

    [Theory]
    [InlineData(200_000, 8)]
    [InlineData(7, 3)]
    [InlineData(2, 8)]
    public void Parts_of_a_range_cover_it_without_overlap(int count, int parts)
    {
        var range = new IdRange(101, 100 + count);
        var ids = Enumerable.Range(0, parts).Select(index => range.Part(index, parts))
            .SelectMany(part => Enumerable.Range((int)part.First, (int)part.Count));
        Assert.Equal(Enumerable.Range(101, count), ids);
    }
}
