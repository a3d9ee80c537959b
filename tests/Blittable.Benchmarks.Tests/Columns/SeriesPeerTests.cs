using Blittable.Benchmarks.Columns;

namespace Blittable.Benchmarks.Tests.Columns;

/// <summary>A comparison is fair only if every format returns the rows that were written.</summary>
public sealed class SeriesPeerTests
{
    /// <summary>More than one batch and more than one data chunk, the last of them partly filled.</summary>
    private const int Rows = TimeSeries.BatchRows + 4_321;

    private const int Columns = 3;

    public static TheoryData<string> Peers => [.. SeriesPeers.All.Select(peer => peer.Name)];

    [Theory]
    [MemberData(nameof(Peers))]
    public void The_rows_that_were_written_are_read(string name)
    {
        var series = new TimeSeries(Rows, Columns, 64);
        var path = FileTimer.NewPath();
        using (var peer = SeriesPeers.All.Single(peer => peer.Name == name))
        {
            peer.Write(series, path);
            Assert.Equal(SeriesSum.Of(series), peer.Sum(path, Columns));
            Assert.Equal(SeriesSum.Of(series), peer.Sum(path, Columns));
        }

        File.Delete(path);
    }

    [Fact]
    public void A_sum_is_exact_modulo_2_to_64()
    {
        long[] numbers = [long.MaxValue, 1, 2, long.MinValue, -5, 7, 9, 11, 13];
        Assert.Equal(37, SeriesSum.Of(numbers));
        Assert.Equal(numbers[0], SeriesSum.Of(numbers.AsSpan(0, 1)));
        Assert.Equal(0, SeriesSum.Of([]));
    }
}
