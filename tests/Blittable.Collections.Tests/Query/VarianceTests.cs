using System.Globalization;
using System.Numerics;
using Blittable.Collections;
using Blittable.Collections.Numbers;

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

    /// <summary>Numbers of chunk groups with different scales, without a common scale, of up to 18 digits, and nulls.</summary>
    [Theory]
    [InlineData(CollectionLayout.Columns, 1)]
    [InlineData(CollectionLayout.Columns, 2)]
    [InlineData(CollectionLayout.Rows, 1)]
    public void The_variance_of_each_group_is_that_of_its_exact_numbers(CollectionLayout layout, int workers)
    {
        var random = new Random(4);
        var rows = Enumerable.Range(0, 600).Select(id =>
        {
            var digits = id < 200 ? 5 : id < 300 ? 15 : id < 400 ? 18 : 3;
            var mantissa = random.NextInt64((long)Math.Pow(10, digits)) * (random.Next(2) == 0 ? -1 : 1);
            return (Group: random.Next(id < 300 ? 3 : 90), Number: random.Next(9) == 0 ? (decimal?)null : new decimal(mantissa) / (decimal)Math.Pow(10, id % 200 < 100 ? 2 : id < 500 ? 0 : 4));
        }).ToArray();
        var documents = rows.Select(row => $$"""{"g":{{row.Group}},"a":{{row.Number?.ToString(CultureInfo.InvariantCulture) ?? "null"}}}""");
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, CollectionFile.Small with { Layout = layout }));
        var scan = reader.Scan().WithWorkers(workers, TimeSpan.Zero);
        var table = scan.GroupBy("$.g").OrderBy("$.g").Aggregate(Aggregate.VariancePopulation("$.a"), Aggregate.Variance("$.a"), Aggregate.VariancePopulation(ScanExpression.Parse("$.a * 0.5")));
        foreach (var (group, at) in rows.GroupBy(row => row.Group).OrderBy(group => group.Key).Select((group, at) => (group, at)))
        {
            var expected = Variance(group.Select(row => row.Number));
            Assert.Equal([$"{group.Key}", expected.Population, expected.Sample, Variance(group.Select(row => row.Number / 2)).Population], table.GetRow(at).ToArray().Select(value => value.ToString()));
        }

        var all = Variance(rows.Select(row => row.Number));
        Assert.Equal([all.Population, all.Sample], scan.Aggregate(Aggregate.VariancePopulation("$.a"), Aggregate.Variance("$.a")).GetRow(0).ToArray().Select(value => value.ToString()));

        static (string Population, string Sample) Variance(IEnumerable<decimal?> numbers)
        {
            // Integers at five fraction digits.
            var integers = numbers.Where(number => number is not null).Select(number => new BigInteger(number!.Value * 100_000)).ToArray();
            var (count, sum) = (integers.Length, integers.Aggregate(BigInteger.Zero, (sum, next) => sum + next));
            var distances = (count * integers.Aggregate(BigInteger.Zero, (sum, next) => sum + (next * next))) - (sum * sum);
            return (Quotient(count), Quotient(count - 1));

            string Quotient(int divisor) => count == 0 || divisor == 0 ? ""
                : QueryValue.FromNumber(ExactNumber.Divide((distances, -10), ((BigInteger)count * divisor, 0))).ToString();
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
