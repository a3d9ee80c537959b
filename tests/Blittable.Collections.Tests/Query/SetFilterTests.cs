using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Compares lists of numbers, most of which are ruled out by their lowest bits, with single comparisons.</summary>
public sealed class SetFilterTests
{
    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Rows)]
    public void A_list_has_the_numbers_that_are_equal_to_one_of_its_values(CollectionLayout layout)
    {
        var random = new Random(11);

        // Half of the numbers differ from a value of a list only in bits that are not among the lowest ones.
        long[] values = [5, -17, 40_960, 1_234_567_890_123, -9_000_000_000_000_000_000];
        var numbers = Enumerable.Range(0, 500).Select(_ => random.Next(2) == 0 ? random.NextInt64(-1_000_000, 1_000_000) : values[random.Next(4)] + (4096 * random.NextInt64(-2, 3))).ToArray();
        var documents = numbers.Select((number, id) => random.Next(9) == 0 ? $$"""{"id":{{id}}}""" : $$"""{"id":{{id}},"n":{{number}},"d":{{number}}.25}""");
        using var reader = SampleCollection.Open(documents, layout);
        foreach (var (path, suffix) in (ReadOnlySpan<(string, string)>)[("$.n", ""), ("$.d", ".25"), ("$.n * 1", ""), ("$.d - 0.25", "")])
        {
            var list = string.Join(", ", values.Append(numbers[7]).Append(numbers[300]).Select(value => $"{value}{suffix}"));
            var expected = reader.Scan().Where(Filter.Parse(string.Join(" or ", list.Split(", ").Select(value => $"{path} = {value}")))).Count();
            Assert.True(expected > 0, path);
            Assert.Equal(expected, reader.Scan().Where(Filter.Parse($"{path} in ({list})")).Count());
            Assert.Equal(reader.Scan().Count() - expected, reader.Scan().Where(Filter.Parse($"not ({path} in ({list}))")).Count());
        }
    }
}
