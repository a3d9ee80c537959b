using System.Numerics;
using System.Runtime.InteropServices;

namespace Blittable.Benchmarks.Columns;

/// <summary>Represents what every form computes from a time series: it reads each number once.</summary>
/// <param name="Rows">The number of rows.</param>
/// <param name="Tags">The number of tags that are not null.</param>
/// <param name="Numbers">The sum of all times and values, modulo 2^64.</param>
internal readonly record struct SeriesSum(long Rows, long Tags, long Numbers)
{
    public static SeriesSum operator +(SeriesSum left, SeriesSum right) =>
        new(left.Rows + right.Rows, left.Tags + right.Tags, unchecked(left.Numbers + right.Numbers));

    /// <summary>Computes the sum directly from the rows.</summary>
    public static SeriesSum Of(TimeSeries series) =>
        new(series.Rows, series.TagValues.Count(tag => tag is not null), series.Values.Append(series.Times).Aggregate(0L, (sum, column) => unchecked(sum + Of(column))));

    /// <summary>Returns the sum of numbers, modulo 2^64.</summary>
    public static long Of(ReadOnlySpan<long> numbers)
    {
        var vectors = MemoryMarshal.Cast<long, Vector<long>>(numbers);
        var sums = Vector<long>.Zero;
        foreach (var vector in vectors)
        {
            sums += vector;
        }

        var sum = Vector.Sum(sums);
        foreach (var number in numbers[(vectors.Length * Vector<long>.Count)..])
        {
            sum = unchecked(sum + number);
        }

        return sum;
    }
}
