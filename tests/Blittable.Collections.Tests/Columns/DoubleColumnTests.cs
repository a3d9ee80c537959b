using Blittable.Columns;

namespace Blittable.Collections.Tests.Columns;

/// <summary>Tests doubles that are decimals with a few exceptions, and doubles with full precision.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class DoubleColumnTests
{
    private const int Count = 20_000;

    [Fact]
    public void One_percent_outliers_cost_at_most_a_fifth_more_bytes()
    {
        var random = new Random(7);
        var prices = Enumerable.Range(0, Count).Select(_ => Math.Round(random.NextDouble() * 100, 2)).ToArray();
        var outliers = prices.Select((price, i) => i % 100 == 50 ? random.NextDouble() * Math.Pow(10, random.Next(-20, 20)) : price).ToArray();
        var far = prices.Select((price, i) => i % 100 == 50 ? price + 1e12 : price).ToArray();

        Assert.Equal(ColumnEncoding.Scaled, Check(prices, out var plain));
        Assert.Equal(ColumnEncoding.Decimal, Check(outliers, out var withOutliers));
        Assert.Equal(ColumnEncoding.Decimal, Check(far, out var withFar));
        Assert.True(withOutliers <= 1.2 * plain, $"{plain} bytes became {withOutliers} bytes");
        Assert.True(withFar <= 1.2 * plain, $"{plain} bytes became {withFar} bytes");
    }

    [Fact]
    public void Doubles_of_full_precision_are_split()
    {
        var random = new Random(8);
        Assert.Equal(
            ColumnEncoding.Split, Check([.. Enumerable.Range(0, Count).Select(_ => (random.Next(2) == 0 ? -1 : 1) * (1 + random.NextDouble()))], out var bytes));
        Assert.True(bytes < 0.86 * Count * sizeof(double), $"{bytes} bytes");

        var walk = 1000.0;
        Check([.. Enumerable.Range(0, Count).Select(i => i % 100 == 7 ? -1e-300 * i : walk += random.NextDouble() - 0.5)], out var walked);
        Assert.True(walked < 0.95 * Count * sizeof(double), $"{walked} bytes");
    }

    /// <summary>Interleaves coordinates, whose period divides the distance between the values of an evenly spaced sample.</summary>
    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    public void The_sample_covers_all_alternating_values(int dimensions)
    {
        var random = new Random(9);
        double[] origins = [-65.6, 43.4, 1200, 0.003];
        Assert.Equal(ColumnEncoding.Split, Check([.. Enumerable.Range(0, 1 << 16).Select(i => origins[i % dimensions] * (1 + (random.NextDouble() / 10)))], out var bytes));
        Assert.True(bytes < 0.92 * (1 << 16) * sizeof(double), $"{bytes} bytes");
    }

    [Fact]
    public void Any_double_at_any_row_can_be_an_exception()
    {
        double[] odd = [double.NaN, -0.0, double.PositiveInfinity, double.Epsilon, double.MaxValue, 1e300, BitConverter.Int64BitsToDouble(0x7FF8_0000_0000_0123)];
        foreach (var places in new int[][] { [0], [127, 128], [1999], [0, 1, 2, 3, 4, 5, 6], [500, 501, 1000] })
        {
            var values = Enumerable.Range(0, 2000).Select(i => i / 8.0).ToArray();
            foreach (var place in places)
            {
                values[place] = odd[place % odd.Length];
            }

            Check(values, out _);
        }
    }

    private static ColumnEncoding Check(double[] values, out int bytes)
    {
        var writer = new ColumnWriter<double>(new ColumnOptions { Statistics = false });
        var chunk = writer.Encode(values).ToArray();
        bytes = chunk.Length;
        var reader = new ColumnReader<double>(chunk);
        var read = new double[values.Length];
        reader.ReadBatch(read);
        Assert.Equal(values.Select(BitConverter.DoubleToInt64Bits), read.Select(BitConverter.DoubleToInt64Bits));
        var random = new Random(9);
        for (var i = 0; i < 300; i++)
        {
            var row = random.Next(values.Length);
            Assert.True(reader.TryGet(row, out var value));
            Assert.Equal(BitConverter.DoubleToInt64Bits(values[row]), BitConverter.DoubleToInt64Bits(value));
        }

        int[] rows = [.. Enumerable.Range(0, values.Length).Where(_ => random.Next(7) == 0)];
        var gathered = new double[rows.Length];
        reader.Gather(rows, gathered);
        Assert.Equal(rows.Select(row => BitConverter.DoubleToInt64Bits(values[row])), gathered.Select(BitConverter.DoubleToInt64Bits));
        var (low, high) = (values[values.Length / 3], values[values.Length / 2]);
        var mask = new ulong[(values.Length + 63) / 64];
        Assert.Equal(values.Count(value => value >= low && value <= high), reader.Select(low, high, mask));
        return reader.Encoding;
    }
}
