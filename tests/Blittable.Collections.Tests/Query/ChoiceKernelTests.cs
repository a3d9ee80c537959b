using Blittable.Collections.Query.Values;
using Blittable.Columns;

namespace Blittable.Collections.Tests.Query;

[Trait(Category.Name, Category.Vector)]
public sealed class ChoiceKernelTests
{
    public static TheoryData<int> Lengths => [0, 1, 3, 4, 7, 8, 63, 64, 65, 130, 1000];

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Elements_of_rows_in_the_mask_are_copied(int rows)
    {
        var (random, mask) = Mask(rows);
        var source = Numbers(random, rows);
        var target = Numbers(random, rows);
        var expected = Enumerable.Range(0, rows).Select(row => MaskKernel.IsSet(mask, row) ? source[row] : target[row]).ToArray();
        var scalar = target.ToArray();

        ChoiceKernel.Copy(source, mask, target);
        ChoiceKernel.CopyScalar(source, mask, scalar, 0);

        Assert.Equal(expected, target);
        Assert.Equal(expected, scalar);
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Elements_of_rows_in_the_mask_are_filled(int rows)
    {
        var (_, mask) = Mask(rows);
        var target = Enumerable.Range(0, rows).ToArray();
        var expected = target.Select(row => MaskKernel.IsSet(mask, row) ? -5 : row).ToArray();
        var scalar = target.ToArray();

        ChoiceKernel.Fill(-5, mask, target);
        ChoiceKernel.FillScalar(-5, mask, scalar, 0);

        Assert.Equal(expected, target);
        Assert.Equal(expected, scalar);
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public void Rows_with_a_code_are_selected(int rows)
    {
        var (random, mask) = Mask(rows);
        var codes = Enumerable.Range(0, rows).Select(row => MaskKernel.IsSet(mask, row) ? random.Next() : -1).ToArray();
        var selected = new ulong[mask.Length];
        var scalar = new ulong[mask.Length];
        selected.AsSpan().Fill(ulong.MaxValue);

        ChoiceKernel.SelectCodes(codes, selected);
        ChoiceKernel.SelectCodesScalar(codes, scalar, 0);

        Assert.Equal(mask, selected);
        Assert.Equal(mask, scalar);
    }

    [Fact]
    public void Each_row_has_the_index_of_the_mask_that_contains_it()
    {
        var choices = new RowChoices(100, 3);
        for (var row = 0; row < 100; row++)
        {
            choices.Mask(row % 3)[row >> 6] |= 1UL << row;
        }

        Assert.Equal(Enumerable.Range(0, 100).Select(row => row % 3), choices.Indexes.ToArray());
        Assert.True(choices.IsChosen(2));
        Assert.False(new RowChoices(100, 1).IsChosen(0));
    }

    private static (Random Random, ulong[] Mask) Mask(int rows)
    {
        var random = new Random(rows);
        var mask = new ulong[MaskKernel.Words(rows)];
        for (var row = 0; row < rows; row++)
        {
            mask[row >> 6] |= (ulong)random.Next(2) << row;
        }

        return (random, mask);
    }

    private static long[] Numbers(Random random, int count) => [.. Enumerable.Range(0, count).Select(_ => random.NextInt64(long.MinValue, long.MaxValue))];
}
