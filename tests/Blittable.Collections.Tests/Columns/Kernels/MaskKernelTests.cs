using System.Runtime.Intrinsics.X86;
using Blittable.Columns;

namespace Blittable.Collections.Tests.Columns;

[Trait(Category.Name, Category.Vector)]
public sealed class MaskKernelTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(63)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(500)]
    public void Rows_within_bounds_are_found_for_every_type(int count)
    {
        var random = new Random(count);
        var longs = Enumerable.Range(0, count).Select(_ => (long)random.Next(-100, 100)).ToArray();
        Check(longs, -20, 30);
        Check(Array.ConvertAll(longs, x => (int)x), -20, 30);
        Check(Array.ConvertAll(longs, x => unchecked((ulong)x)), 5UL, 1UL << 63);
        Check(Array.ConvertAll(longs, x => x % 7 == 0 ? double.NaN : x / 4.0), -5.5, 7.25);
        Check(Array.ConvertAll(longs, x => x % 7 == 0 ? float.NaN : x / 4f), -5.5f, 7.25f);

        static void Check<T>(T[] values, T low, T high)
            where T : unmanaged, System.Numerics.IComparisonOperators<T, T, bool>
        {
            var mask = new ulong[MaskKernel.Words(values.Length)];
            MaskKernel.Between(values, low, high, mask);
            var rows = Enumerable.Range(0, values.Length).Where(i => values[i] >= low && values[i] <= high).ToArray();

            Assert.Equal(rows, Enumerable.Range(0, values.Length).Where(i => MaskKernel.IsSet(mask, i)));
            Assert.Equal(rows.Length, MaskKernel.Count(mask));
            if (values.Length >= 64)
            {
                var word = MaskKernel.ScalarWord(ref values[0], 64, low, high);
                Assert.Equal(word, MaskKernel.Vector128Word(ref values[0], low, high));
                Assert.Equal(word, MaskKernel.Vector256Word(ref values[0], low, high));
                Assert.Equal(word, MaskKernel.Vector512Word(ref values[0], low, high));
            }
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(500)]
    public void Rows_of_two_columns_are_compared(int count)
    {
        var random = new Random(count);
        long[] extremes = [long.MinValue, -1, 0, 1, long.MaxValue];
        var left = Enumerable.Range(0, count).Select(_ => random.Next(2) == 0 ? random.Next(-3, 3) : extremes[random.Next(extremes.Length)]).ToArray();
        var right = Enumerable.Range(0, count).Select(_ => random.Next(2) == 0 ? random.Next(-3, 3) : extremes[random.Next(extremes.Length)]).ToArray();
        var mask = new ulong[MaskKernel.Words(count)];

        MaskKernel.Less(left, right, mask);
        Assert.Equal(Enumerable.Range(0, count).Where(row => left[row] < right[row]), Enumerable.Range(0, count).Where(row => MaskKernel.IsSet(mask, row)));
        MaskKernel.Equal(left, right, mask);
        Assert.Equal(Enumerable.Range(0, count).Where(row => left[row] == right[row]), Enumerable.Range(0, count).Where(row => MaskKernel.IsSet(mask, row)));
        foreach (var isLess in count >= 64 ? (bool[])[true, false] : [])
        {
            var word = MaskKernel.CompareScalarWord(ref left[0], ref right[0], 64, isLess);
            Assert.Equal(word, MaskKernel.CompareVector256Word(ref left[0], ref right[0], isLess));
            Assert.Equal(word, MaskKernel.CompareVector512Word(ref left[0], ref right[0], isLess));
        }
    }

    [Theory]
    [InlineData(1)]
    [InlineData(64)]
    [InlineData(65)]
    [InlineData(500)]
    public void Booleans_are_compared_with_bounds(int count)
    {
        var random = new Random(count);
        var booleans = Enumerable.Range(0, count).Select(_ => (byte)random.Next(2)).ToArray();
        var mask = new ulong[MaskKernel.Words(count)];
        foreach (var (low, high) in (ReadOnlySpan<(bool, bool)>)[(false, false), (false, true), (true, true), (true, false)])
        {
            mask.AsSpan().Fill(ulong.MaxValue);
            MaskKernel.Between(booleans, low, high, mask);
            var expected = Enumerable.Range(0, count).Where(row => booleans[row] >= (low ? 1 : 0) && booleans[row] <= (high ? 1 : 0)).ToArray();
            Assert.Equal(expected, Enumerable.Range(0, count).Where(row => MaskKernel.IsSet(mask, row)));
            Assert.Equal(expected.Length, MaskKernel.Count(mask));
        }

        if (count >= 64)
        {
            Assert.Equal(MaskKernel.TrueScalarWord(ref booleans[0], 64), MaskKernel.TrueVector256Word(ref booleans[0]));
        }
    }

    [Fact]
    public void Compressed_rows_expand_to_their_original_positions()
    {
        var random = new Random(5);
        foreach (var density in new[] { 0.0, 0.1, 0.9, 1.0 })
        {
            foreach (var count in new[] { 1, 64, 130, 1000 })
            {
                var values = Enumerable.Range(1, count).Select(i => (long)i).ToArray();
                var mask = new ulong[MaskKernel.Words(count)];
                var expected = new List<long>();
                for (var i = 0; i < count; i++)
                {
                    if (random.NextDouble() < density)
                    {
                        mask[i >> 6] |= 1UL << i;
                        expected.Add(values[i]);
                    }
                }

                var close = new long[count];
                Assert.Equal(expected.Count, MaskKernel.Compress<long>(values, mask, close));
                Assert.Equal(expected, close[..expected.Count]);

                var narrow = new int[expected.Count];
                MaskKernel.Compress<int>(Array.ConvertAll(values, x => (int)x), mask, narrow);
                Assert.Equal(expected.Select(x => (int)x), narrow);

                var wide = Enumerable.Repeat(-1L, count).ToArray();
                Assert.Equal(expected.Count, MaskKernel.Expand<long>(expected.ToArray(), mask, wide));
                Assert.Equal(values.Select((v, i) => MaskKernel.IsSet(mask, i) ? v : 0), wide);
            }
        }
    }

    [Fact]
    public void The_vector_kernels_equal_the_scalar_ones()
    {
        var random = new Random(6);
        var rows = Enumerable.Range(100, 64).Select(i => (ulong)i).ToArray();
        for (var round = 0; round < 50; round++)
        {
            var word = (ulong)random.NextInt64(long.MinValue, long.MaxValue);
            ulong[] expected = new ulong[72], actual = new ulong[72];
            var count = MaskKernel.CompressScalar<ulong>(rows, word, expected);
            Assert.Equal(Chosen(word), expected[..count]);
            var used = MaskKernel.ExpandScalar<ulong>(rows, word, expected.AsSpan(0, 64));
            Assert.Equal(count, MaskKernel.CompressEach(ref rows[0], word, ref actual[0]));
            Assert.Equal(Chosen(word), actual[..count]);
            Assert.Equal(used, MaskKernel.ExpandEach(ref rows[0], word, ref actual[0]));
            Assert.Equal(expected[..64], actual[..64]);
            if (Avx2.IsSupported)
            {
                Assert.Equal(count, MaskKernel.CompressVector256(ref rows[0], word, ref actual[0]));
                Assert.Equal(Chosen(word), actual[..count]);
                Assert.Equal(used, MaskKernel.ExpandVector256(ref rows[0], word, ref actual[0]));
                Assert.Equal(expected[..64], actual[..64]);
            }

            if (Avx512F.IsSupported)
            {
                Assert.Equal(count, MaskKernel.CompressVector512(ref rows[0], word, ref actual[0]));
                Assert.Equal(Chosen(word), actual[..count]);
                Assert.Equal(used, MaskKernel.ExpandVector512(ref rows[0], word, ref actual[0]));
                Assert.Equal(expected[..64], actual[..64]);
            }
        }

        ulong[] Chosen(ulong word) => [.. rows.Where((_, i) => ((word >> i) & 1) != 0)];
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(64)]
    [InlineData(70)]
    [InlineData(128)]
    public void SetAll_sets_all_rows_and_no_bit_after_them(int rows)
    {
        var mask = new ulong[3];
        mask.AsSpan().Fill(0xABAB);
        MaskKernel.SetAll(mask, rows);

        Assert.Equal(rows, MaskKernel.Count(mask));
        Assert.Equal(rows, MaskKernel.Count(mask, rows));
        Assert.Equal(rows / 2, MaskKernel.Count(mask, rows / 2));
    }
}
