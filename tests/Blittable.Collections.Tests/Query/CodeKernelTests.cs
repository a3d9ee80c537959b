using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;
using Blittable.Collections;
using Blittable.Collections.Query.Values;
using FsCheck;
using FsCheck.Fluent;

namespace Blittable.Collections.Tests.Query;

[Trait(Category.Name, Category.Vector)]
public sealed class CodeKernelTests
{
    [Fact]
    public void Codes_are_mapped_to_their_table_entries() => Prop.ForAll(Batches(), batch =>
    {
        var values = new int[batch.Codes.Length];
        var scalar = new int[batch.Codes.Length];

        CodeKernel.Map(batch.Codes, batch.Table, values);
        CodeKernel.MapScalar(batch.Codes, batch.Table, scalar);

        Assert.Equal(batch.Codes.Select(code => batch.Table[code + 1]), values);
        Assert.Equal(values, scalar);
        if (Avx2.IsSupported && batch.Table.Length <= CodeKernel.MostInRegister)
        {
            var row = CodeKernel.MapVector256(batch.Codes, batch.Table, values);
            Assert.InRange(row, batch.Codes.Length - 7, batch.Codes.Length);
            Assert.Equal(scalar[..row], values[..row]);
        }

        if (AdvSimd.Arm64.IsSupported && batch.Table.Length <= CodeKernel.MostInRegister)
        {
            var row = CodeKernel.MapArm64(batch.Codes, batch.Table, values);
            Assert.InRange(row, batch.Codes.Length - 3, batch.Codes.Length);
            Assert.Equal(scalar[..row], values[..row]);
        }

        if (Avx512F.IsSupported && batch.Table.Length <= CodeKernel.MostInRegister)
        {
            var row = CodeKernel.MapVector512(batch.Codes, batch.Table, values);
            Assert.InRange(row, batch.Codes.Length - 15, batch.Codes.Length);
            Assert.Equal(scalar[..row], values[..row]);
        }
    }).Check(Config.QuickThrowOnFailure);

    [Fact]
    public void Every_code_is_incremented() => Prop.ForAll(Batches(), batch =>
    {
        var codes = batch.Codes.ToArray();

        CodeKernel.Increment(codes);

        Assert.Equal(batch.Codes.Select(code => code + 1), codes);
    }).Check(Config.QuickThrowOnFailure);

    [Fact]
    public void Codes_of_rows_outside_the_mask_become_zero() => Prop.ForAll(Batches(), batch =>
    {
        var mask = new ulong[] { 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F };
        var codes = batch.Codes.ToArray();
        var scalar = batch.Codes.ToArray();

        CodeKernel.Keep(codes, mask);
        CodeKernel.KeepScalar(scalar, mask, 0);

        Assert.Equal(batch.Codes.Select((code, row) => (mask[row / 64] >> row & 1) != 0 ? code : 0), codes);
        Assert.Equal(codes, scalar);
        var narrow = batch.Codes.ToArray();
        var row = CodeKernel.KeepVector256(narrow, mask);
        Assert.InRange(row, codes.Length - 7, codes.Length);
        Assert.Equal(codes[..row], narrow[..row]);
        if (Avx512F.IsSupported)
        {
            var wide = batch.Codes.ToArray();
            row = CodeKernel.KeepVector512(wide, mask);
            Assert.InRange(row, codes.Length - 15, codes.Length);
            Assert.Equal(codes[..row], wide[..row]);
        }
    }).Check(Config.QuickThrowOnFailure);

    [Fact]
    public void Rows_with_a_matching_code_are_set_in_the_mask() => Prop.ForAll(
        (from places in Gen.Elements(1, 2, 31, 32, 33, 64, 255, 256, 257)
         from matches in Gen.Elements((byte)0, (byte)1).ArrayOf(places)
         from rows in Gen.Choose(0, 300)
         from codes in Gen.Choose(-1, places - 2).ArrayOf(rows)
         select (Codes: codes, Matches: matches)).ToArbitrary(),
        batch =>
        {
            var words = (batch.Codes.Length + 63) / 64;
            var (mask, scalar) = (new ulong[words], new ulong[words]);

            CodeKernel.Select(batch.Codes, batch.Matches, mask);
            CodeKernel.SelectScalar(batch.Codes, batch.Matches, scalar);

            Assert.Equal(scalar, mask);
            if (AdvSimd.Arm64.IsSupported && batch.Matches.Length <= 256)
            {
                mask.AsSpan().Clear();
                var row = CodeKernel.SelectArm64(batch.Codes, batch.Matches, mask);
                Assert.Equal(batch.Codes.Length / 64 * 64, row);
                Assert.Equal(scalar[..(row / 64)], mask[..(row / 64)]);
                CodeKernel.Select(batch.Codes, batch.Matches, mask);
            }

            Assert.Equal(
                batch.Codes.Select(code => batch.Matches[code + 1] == 1),
                Enumerable.Range(0, batch.Codes.Length).Select(row => (mask[row >> 6] >> row & 1) != 0));
        }).Check(Config.QuickThrowOnFailure);

    [Fact]
    public void Distances_start_at_one_and_values_beyond_the_span_are_rejected() => Prop.ForAll(
        (from least in Gen.Elements(0L, -17L, long.MinValue, long.MaxValue - 100, 1L << 40)
         from span in Gen.Elements(1, 2, 100, 65_536)
         from rows in Gen.Choose(0, 40)
         from values in Gen.Choose(0, span - 1).ArrayOf(rows)
         from at in Gen.Choose(-20, 40)
         from wrong in Gen.Elements(-1L, span, span + 1L, 1L << 32, long.MinValue, long.MaxValue)
         select (Values: Array.ConvertAll(values, value => least + value), least, span, at, wrong: unchecked(least + wrong))).ToArbitrary(),
        sample =>
        {
            var (distances, scalar) = (new int[sample.Values.Length], new int[sample.Values.Length]);
            var isWrong = sample.at >= 0 && sample.at < sample.Values.Length;
            if (isWrong)
            {
                sample.Values[sample.at] = sample.wrong;
            }

            Assert.Equal(!isWrong, CodeKernel.TryDistances(sample.Values, sample.least, sample.span, distances));
            Assert.Equal(!isWrong, CodeKernel.TryDistancesScalar(sample.Values, sample.least, sample.span, scalar));
            if (!isWrong)
            {
                Assert.Equal(sample.Values.Select(value => (int)(value - sample.least) + 1), distances);
                Assert.Equal(scalar, distances);
            }
        }).Check(Config.QuickThrowOnFailure);

    [Fact]
    public void Booleans_are_mapped_to_one_of_two_values()
    {
        var random = new Random(1);
        for (var rows = 0; rows < 70; rows++)
        {
            var booleans = new byte[rows];
            random.NextBytes(booleans);
            var (values, scalar) = (new int[rows], new int[rows]);

            CodeKernel.Choose(booleans, 7, -9, values);
            CodeKernel.ChooseScalar(booleans, 7, -9, scalar);

            Assert.Equal(booleans.Select(boolean => (boolean & 1) == 0 ? 7 : -9), values);
            Assert.Equal(scalar, values);
        }
    }

    private static Arbitrary<(int[] Codes, int[] Table)> Batches() => (
        from places in Gen.Choose(1, 24)
        from table in Gen.Choose(0, 1000).ArrayOf(places)
        from rows in Gen.Choose(0, 70)
        from codes in Gen.Choose(-1, places - 2).ArrayOf(rows)
        select (codes, table)).ToArbitrary();
}
