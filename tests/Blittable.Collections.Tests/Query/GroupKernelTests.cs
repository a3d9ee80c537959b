using System.Runtime.Intrinsics;
using Blittable.Collections;
using Blittable.Collections.Query.Groups;

namespace Blittable.Collections.Tests.Query;

[Trait(Category.Name, Category.Vector)]
public sealed class GroupKernelTests
{
    public static TheoryData<int, int> Sizes()
    {
        var data = new TheoryData<int, int>();
        foreach (var last in (int[])[1, 6, 120, GroupKernel.MostFew, GroupKernel.MostFew + 1, 5000])
        {
            foreach (var rows in (int[])[0, 1, 3, 4, 5, 1000, 10_003])
            {
                data.Add(last, rows);
            }
        }

        return data;
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void Rows_are_counted_per_group(int last, int rows)
    {
        var groups = Groups(last, rows);
        var (counts, scalar) = (new long[last + 2], new long[last + 2]);
        for (var time = 0; time < 2; time++)
        {
            GroupKernel.Count(groups, last, counts);
            GroupKernel.CountScalar(groups, scalar);
        }

        Assert.Equal(Enumerable.Range(0, last + 2).Select(group => 2L * groups.Count(own => own == group)), counts);
        Assert.Equal(scalar, counts);
    }

    [Theory]
    [MemberData(nameof(Sizes))]
    public void Values_are_summed_and_counted_per_group(int last, int rows)
    {
        var groups = Groups(last, rows);
        var values = Enumerable.Range(0, rows).Select(row => (row * 7919L % 1009) - 500).ToArray();
        var integers = new Vector128<long>[GroupKernel.Lanes * (last + 1)];
        var doubles = new Vector128<double>[GroupKernel.Lanes * (last + 1)];

        GroupKernel.Sum(groups, values, integers);
        GroupKernel.Sum(groups, Array.ConvertAll(values, value => value / 4.0), doubles);

        for (var group = 0; group <= Math.Min(last, 200); group++)
        {
            var own = values.Where((_, row) => groups[row] == group).ToArray();
            var lanes = Enumerable.Range(GroupKernel.Lanes * group, GroupKernel.Lanes).ToArray();
            Assert.Equal((own.Sum(), own.Length), (lanes.Sum(lane => integers[lane][0]), lanes.Sum(lane => integers[lane][1])));
            Assert.Equal((own.Sum() / 4.0, own.Length), (lanes.Sum(lane => doubles[lane][0]), lanes.Sum(lane => doubles[lane][1])));
        }
    }

    private static int[] Groups(int last, int rows)
    {
        var random = new Random(last + rows);
        return [.. Enumerable.Range(0, rows).Select(_ => random.Next(last + 1))];
    }
}
