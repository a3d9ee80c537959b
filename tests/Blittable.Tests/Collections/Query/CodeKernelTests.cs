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
    }).Check(Config.QuickThrowOnFailure);

    [Fact]
    public void Every_code_grows_by_one() => Prop.ForAll(Batches(), batch =>
    {
        var codes = batch.Codes.ToArray();

        CodeKernel.Increment(codes);

        Assert.Equal(batch.Codes.Select(code => code + 1), codes);
    }).Check(Config.QuickThrowOnFailure);

    private static Arbitrary<(int[] Codes, int[] Table)> Batches() => (
        from places in Gen.Choose(1, 24)
        from table in Gen.Choose(0, 1000).ArrayOf(places)
        from rows in Gen.Choose(0, 70)
        from codes in Gen.Choose(-1, places - 2).ArrayOf(rows)
        select (codes, table)).ToArbitrary();
}
