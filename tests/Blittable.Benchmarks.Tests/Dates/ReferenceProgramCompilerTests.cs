using Blittable.Benchmarks.Dates;
using Blittable.Dates;

namespace Blittable.Benchmarks.Tests.Dates;

/// <summary>Compiles dates.c and compares it with the library. Part of the project only if a C compiler is installed.</summary>
public sealed class ReferenceProgramCompilerTests
{
    public static TheoryData<string> Schemas => [.. DatesSuite.Schemas.Select(schema => schema.Name)];

    [Theory]
    [MemberData(nameof(Schemas))]
    public void C_encodes_equal_bytes_and_decodes_equal_records_of_every_workload(string name)
    {
        Assert.NotEmpty(ReferenceProgram.Libraries);
        foreach (var (_, path) in ReferenceProgram.Libraries)
        {
            var schema = Of(path, name);
            foreach (var workload in DateWorkload.Names)
            {
                schema.Verify(DateWorkload.Get(workload));
            }
        }
    }

    /// <summary>Fields at both ends of each integer form, before and after both epochs.</summary>
    [Theory]
    [MemberData(nameof(Schemas))]
    public void C_encodes_equal_bytes_and_decodes_equal_records_at_the_limits(string name)
    {
        long[] seconds =
        [
            long.MinValue, int.MinValue - 1L, int.MinValue, short.MinValue - 1, short.MinValue, -129, -128, -33, -32, -1,
            0, 127, 128, 255, 256, ushort.MaxValue, ushort.MaxValue + 1, 86_399, 86_400, uint.MaxValue, uint.MaxValue + 1L, long.MaxValue,
        ];
        Timestamp[] records =
        [
            .. from second in seconds
               from origin in (long[])[0, 1_293_840_000]
               from nanoseconds in (uint[])[0, 127, 128, 256, ushort.MaxValue + 1, uint.MaxValue]
               from offset in (short[])[0, 1, -1, 128, 256, short.MinValue, short.MaxValue]
               from zone in (ushort[])[0, 1, 128, 256, ushort.MaxValue]
               select new Timestamp(unchecked(second + origin), nanoseconds, offset, zone),
        ];
        foreach (var (_, path) in ReferenceProgram.Libraries)
        {
            Of(path, name).Verify(records);
        }
    }

    [Theory]
    [MemberData(nameof(Schemas))]
    public void C_searches_with_equal_comparisons(string name)
    {
        var schema = DatesSuite.Schemas.First(schema => schema.Name == name);
        var records = DateWorkload.Get("MIXED_LOAD");
        Assert.Equal(DateProgram.Search(schema.Schema, DatesSuite.OwnLayout, records).Items, ReferenceProgram.Search(schema, records).Items);
    }

    [Fact]
    public void Records_that_C_encodes_differently_are_found()
    {
        var (_, path) = ReferenceProgram.Libraries[0];
        var wrong = new ReferenceSchema(path, (DateSchema.TntEpoch, "MP_NONZERO"));
        Assert.Throws<InvalidDataException>(() => wrong.Verify(DateWorkload.Get("FULL_DATE")));
    }

    private static ReferenceSchema Of(string path, string name) => new(path, DatesSuite.Schemas.First(schema => schema.Name == name));
}
