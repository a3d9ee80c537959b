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

    [Fact]
    public void Aggregates_are_named_after_their_function() => Assert.Equal(
        ["variance($.a)", "population variance($.a)", "standard deviation($.a)", "population standard deviation($.a)", "median($.a)"],
        new[]
        {
            Aggregate.Variance("$.a"), Aggregate.VariancePopulation("$.a"), Aggregate.StandardDeviation("$.a"), Aggregate.StandardDeviationPopulation("$.a"),
            Aggregate.Median("$.a"),
        }.Select(aggregate => aggregate.Name));
}
