using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Collections.Query.Groups;

/// <summary>Adds rows to the cells of their groups.</summary>
/// <remarks>
/// A row of the group of the row before waits until that one is stored and can be loaded again, which takes as long as four other rows. So where groups are
/// few, each of four rows that follow each other has cells of its own, which are added up in the end.
/// </remarks>
internal static class GroupKernel
{
    /// <summary>Rows that are added side by side.</summary>
    public const int Lanes = 4;

    /// <summary>The greatest group number for which each lane has its own cells.</summary>
    public const int MostFew = 127;

    /// <summary>Rows that are added together if they are of one group, as the rows of a day are in a collection that is ordered by time.</summary>
    public const int StepRows = 512;

    /// <summary>Determines whether all rows are of one group.</summary>
    public static bool AreOne(ReadOnlySpan<int> groups) => groups[1..].IndexOfAnyExcept(groups[0]) < 0;

    /// <summary>Determines whether it pays to add up the cells of each lane.</summary>
    public static bool AreFew(int groupCount, int rows) => groupCount <= MostFew && groupCount <= rows / (2 * Lanes);

    /// <summary>Counts the rows of each group.</summary>
    /// <param name="groups">Each row's group.</param>
    /// <param name="groupCount">The greatest group there is.</param>
    /// <param name="counts">The counts from group 0 on, to be added to.</param>
    public static void Count(ReadOnlySpan<int> groups, int groupCount, Span<long> counts)
    {
        Debug.Assert(counts.Length > groupCount, "Each group has a count.");
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

    /// <summary>The scalar twin.</summary>
    public static void CountScalar(ReadOnlySpan<int> groups, Span<long> counts)
    {
        foreach (var group in groups)
        {
            counts[group]++;
        }
    }

    /// <summary>Adds each row's value and a count of 1 to the cell of its group; each lane has its own cells.</summary>
    /// <param name="groups">Each row's group.</param>
    /// <param name="values">Each row's value, of 64 bits.</param>
    /// <param name="cells">Sum and count: of group 0 for each lane, of group 1, and so on.</param>
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

    /// <summary>Adds each row's pair to the cell of its group; each lane has its own cells.</summary>
    /// <param name="groups">Each row's group.</param>
    /// <param name="pairs">Each row's pair.</param>
    /// <param name="cells">The sums: of group 0 for each lane, of group 1, and so on.</param>
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
