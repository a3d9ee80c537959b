using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Collections.Query.Groups;

/// <summary>Adds rows to the cells of their groups.</summary>
/// <remarks>
/// If consecutive rows are in the same group, each must wait for the store of the previous one to be loaded again, which takes as long as four independent
/// rows. If there are few groups, each of four consecutive rows therefore has its own cells, which are added at the end.
/// </remarks>
internal static class GroupKernel
{
    /// <summary>The number of rows that are added in parallel.</summary>
    public const int Lanes = 4;

    /// <summary>The greatest group number for which each lane has its own cells.</summary>
    public const int MostFew = 127;

    /// <summary>The number of rows that are added together if they are in the same group, like the rows of a day in a collection ordered by time.</summary>
    public const int StepRows = 512;

    /// <summary>Determines whether all rows are in the same group.</summary>
    public static bool AreOne(ReadOnlySpan<int> groups) => groups[1..].IndexOfAnyExcept(groups[0]) < 0;

    /// <summary>Determines whether separate cells for each lane are worthwhile.</summary>
    public static bool AreFew(int groupCount, int rows) => groupCount <= MostFew && groupCount <= rows / (2 * Lanes);

    /// <summary>Counts the rows of each group.</summary>
    /// <param name="groups">The group of each row.</param>
    /// <param name="groupCount">The greatest group number.</param>
    /// <param name="counts">The counts to add to, starting with group 0.</param>
    public static void Count(ReadOnlySpan<int> groups, int groupCount, Span<long> counts)
    {
        Debug.Assert(counts.Length > groupCount, "Each group requires a count.");
        for (; groups.Length >= StepRows && AreOne(groups[..StepRows]); groups = groups[StepRows..])
        {
            counts[groups[0]] += StepRows;
        }

        var row = 0;
        if (AreFew(groupCount, groups.Length))
        {
            Span<int> lanes = stackalloc int[Lanes * (MostFew + 1)];
            lanes = lanes[..(Lanes * (groupCount + 1))];
            lanes.Clear();
            for (; row <= groups.Length - Lanes; row += Lanes)
            {
                lanes[Lanes * groups[row]]++;
                lanes[(Lanes * groups[row + 1]) + 1]++;
                lanes[(Lanes * groups[row + 2]) + 2]++;
                lanes[(Lanes * groups[row + 3]) + 3]++;
            }

            for (var group = 0; group <= groupCount; group++)
            {
                var own = lanes.Slice(Lanes * group, Lanes);
                counts[group] += own[0] + own[1] + own[2] + own[3];
            }
        }

        CountScalar(groups[row..], counts);
    }

    /// <summary>Counts rows without vectors.</summary>
    public static void CountScalar(ReadOnlySpan<int> groups, Span<long> counts)
    {
        foreach (var group in groups)
        {
            counts[group]++;
        }
    }

    /// <summary>Adds the value of each row, and a count of 1, to the cell of its group. Each lane has its own cells.</summary>
    /// <param name="groups">The group of each row.</param>
    /// <param name="values">The 64-bit value of each row.</param>
    /// <param name="cells">The cells with sum and count: the cells of group 0 for each lane, of group 1, and so on.</param>
    public static void Sum<T>(ReadOnlySpan<int> groups, ReadOnlySpan<T> values, Span<Vector128<T>> cells)
        where T : unmanaged, INumber<T>
    {
        values = values[..groups.Length];
        var row = 0;
        for (; row <= groups.Length - Lanes; row += Lanes)
        {
            cells[Lanes * groups[row]] += Pair(values[row]);
            cells[(Lanes * groups[row + 1]) + 1] += Pair(values[row + 1]);
            cells[(Lanes * groups[row + 2]) + 2] += Pair(values[row + 2]);
            cells[(Lanes * groups[row + 3]) + 3] += Pair(values[row + 3]);
        }

        for (; row < groups.Length; row++)
        {
            cells[Lanes * groups[row]] += Pair(values[row]);
        }
    }

    /// <summary>Adds the pair of each row to the cell of its group. Each lane has its own cells.</summary>
    /// <param name="groups">The group of each row.</param>
    /// <param name="pairs">The pair of each row.</param>
    /// <param name="cells">The sums: the sums of group 0 for each lane, of group 1, and so on.</param>
    public static void Sum(ReadOnlySpan<int> groups, ReadOnlySpan<Vector128<long>> pairs, Span<Vector128<long>> cells)
    {
        pairs = pairs[..groups.Length];
        var row = 0;
        for (; row <= groups.Length - Lanes; row += Lanes)
        {
            cells[Lanes * groups[row]] += pairs[row];
            cells[(Lanes * groups[row + 1]) + 1] += pairs[row + 1];
            cells[(Lanes * groups[row + 2]) + 2] += pairs[row + 2];
            cells[(Lanes * groups[row + 3]) + 3] += pairs[row + 3];
        }

        for (; row < groups.Length; row++)
        {
            cells[Lanes * groups[row]] += pairs[row];
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<T> Pair<T>(T value)
        where T : unmanaged, INumber<T> => typeof(T) == typeof(double)
            ? Vector128.Create(double.CreateTruncating(value), 1).As<double, T>()
            : Vector128.Create(long.CreateTruncating(value), 1).As<long, T>();
}
