using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests that variances, standard deviations and medians are exact.</summary>
public sealed class VarianceTests
{
    [Theory]
    [InlineData("2,4,4,4,5,5,7,9", "4.5714285714285714285714285714285714286", "4", "2.1380899352993950774764278470380281724", "2", "4.5")]
    [InlineData("1000000000000000001,1000000000000000002,1000000000000000003", "1", "0.66666666666666666666666666666666666667", "1", "0.81649658092772603273242802490196379732", "1000000000000000002")]
    [InlineData("0.1,0.1,0.1", "0", "0", "0", "0", "0.1")]
    [InlineData("7.5", "", "0", "", "0", "7.5")]
    [InlineData("1e600,1e600", "0", "0", "0", "0", "1E+600")]
    [InlineData("1e200000,-1e200000,1", "1E+400000", "6.6666666666666666666666666666666666667E+399999", "1E+200000", "8.1649658092772603273242802490196379732E+199999", "1")]
    [InlineData("1e20000000,-1e20000000,1", "1E+40000000", "6.6666666666666666666666666666666666667E+39999999", "1E+20000000", "8.1649658092772603273242802490196379732E+19999999", "1")]
    [InlineData("1e3000000000,-1e3000000000", "2E+6000000000", "1E+6000000000", "1.4142135623730950488016887242096980786E+3000000000", "1E+3000000000", "0")]
    [InlineData("1e-3000000000,-1e-3000000000", "2E-6000000000", "1E-6000000000", "1.4142135623730950488016887242096980786E-3000000000", "1E-3000000000", "0")]
    [InlineData("\"text\",null", "", "", "", "", "")]
    public void Statistics_are_rounded_once(string values, string variance, string population, string deviation, string populationDeviation, string median)
    {
        foreach (var layout in new[] { CollectionLayout.Columns, CollectionLayout.Rows })
        {
            var documents = values.Split(',').Select(value => $$"""{"a":{{value}},"k":1}""");
            using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout }));
            Aggregate[] aggregates =
            [
                Aggregate.Variance("$.a"), Aggregate.VariancePopulation("$.a"), Aggregate.StandardDeviation("$.a"), Aggregate.StandardDeviationPopulation("$.a"),
                Aggregate.Median("$.a"),
            ];
            string[] expected = [variance, population, deviation, populationDeviation, median];
            Assert.Equal(expected, reader.Scan().Aggregate(aggregates).GetRow(0).ToArray().Select(value => value.ToString()));
            Assert.Equal(expected, reader.Scan().GroupBy("$.k").Aggregate(aggregates).GetRow(0).ToArray().Skip(1).Select(value => value.ToString()));
        }
    }

    [Theory]
    [InlineData(1, "1")]
    [InlineData(-1, "1")]
    public void Sums_of_very_many_exponents_need_no_digit_between_them(int sign, string expected)
    {
        // Each of 20,000 numbers is 90,000 digits behind the previous one, so the sum has 1.8 billion digits.
        var documents = Enumerable.Range(0, 20_000).Select(i => $$"""{"a":{{(i == 0 ? 1 : sign)}}e{{-90_000 * i}}}""");
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small));

        var row = reader.Scan().Aggregate(Aggregate.Sum("$.a"), Aggregate.VariancePopulation("$.a")).GetRow(0);

        // The mean of the squares is 1/20,000, from which the square of the mean is subtracted.
        Assert.Equal([expected, "0.0000499975"], row.ToArray().Select(value => value.ToString()));
    }

    [Fact]
    public void Sums_of_adjacent_exponents_are_rounded_once()
    {
        // Half of the last digit, and a digit far behind that decides its rounding.
        string[] numbers = ["1e600", "5e562", "-1e-2000", "3e-3000", "1e-2000"];
        Assert.Equal("1.0000000000000000000000000000000000001E+600", Sum(numbers[..2].Append("3e-3000")));
        Assert.Equal("1E+600", Sum(numbers[..3]));
        Assert.Equal("1.0000000000000000000000000000000000001E+600", Sum(numbers));

        static string Sum(IEnumerable<string> numbers)
        {
            using var reader = CollectionReader.Open(CollectionFile.Write(numbers.Select(number => $$"""{"a":{{number}}}"""), CollectionFile.Small));
            return reader.Scan().Aggregate(Aggregate.Sum("$.a")).GetRow(0)[0].ToString();
        }
    }

    [Fact]
    public void Aggregates_are_named_after_their_function() => Assert.Equal(
        ["variance($.a)", "population variance($.a)", "standard deviation($.a)", "population standard deviation($.a)", "median($.a)"],
        new[]
        {
            Aggregate.Variance("$.a"), Aggregate.VariancePopulation("$.a"), Aggregate.StandardDeviation("$.a"), Aggregate.StandardDeviationPopulation("$.a"),
            Aggregate.Median("$.a"),
        }.Select(aggregate => aggregate.Name));
}
