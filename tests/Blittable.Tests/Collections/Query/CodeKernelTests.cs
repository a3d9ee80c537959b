using System.Runtime.Intrinsics.X86;
using Blittable.Collections;
using FsCheck;
using FsCheck.Fluent;

namespace Blittable.Tests.Collections.Query;

public sealed class CodeKernelTests
{
    [Fact]
    public void Codes_become_what_the_table_has_for_them() => Prop.ForAll(Batches(), batch =>
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
    }).Check(Config.QuickThrowOnFailure);

    [Fact]
    public void Every_code_grows_by_one() => Prop.ForAll(Batches(), batch =>
    {
        var codes = batch.Codes.ToArray();

        CodeKernel.Increment(codes);

        Assert.Equal(batch.Codes.Select(code => code + 1), codes);
    }).Check(Config.QuickThrowOnFailure);

    [Fact]
    public void Codes_of_rows_without_a_bit_become_zero() => Prop.ForAll(Batches(), batch =>
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
    }).Check(Config.QuickThrowOnFailure);

    private static Arbitrary<(int[] Codes, int[] Table)> Batches() => (
        from places in Gen.Choose(1, 24)
        from table in Gen.Choose(0, 1000).ArrayOf(places)
        from rows in Gen.Choose(0, 70)
        from codes in Gen.Choose(-1, places - 2).ArrayOf(rows)
        select (codes, table)).ToArbitrary();
}
