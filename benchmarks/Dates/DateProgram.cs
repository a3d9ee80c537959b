using Blittable.Benchmarks.Harness;
using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>Provides the work of a cell, with the schema and the layout selected outside of all loops.</summary>
internal static class DateProgram
{
    public static Work Encode(DateSchema schema, string layout, Timestamp[] records) => ForSchema(schema, layout, new EncodeWork(records, inBatches: true));

    public static Work EncodeOneByOne(DateSchema schema, string layout, Timestamp[] records) =>
        ForSchema(schema, layout, new EncodeWork(records, inBatches: false));

    public static Work Search(DateSchema schema, string layout, Timestamp[] records) => ForSchema(schema, layout, new SearchWork(records));

    private static Work ForSchema(DateSchema schema, string layout, IDateWork work) => schema switch
    {
        DateSchema.MpFull => ForLayout<MpFullSchema>(layout, work),
        DateSchema.MpNonZero => ForLayout<MpNonZeroSchema>(layout, work),
        DateSchema.RawFull => ForLayout<RawFullSchema>(layout, work),
        DateSchema.RawNonZero => ForLayout<RawNonZeroSchema>(layout, work),
        DateSchema.TntEpoch => ForLayout<TntEpochSchema>(layout, work),
        DateSchema.MpDate => ForLayout<MpDateSchema>(layout, work),
        _ => ForLayout<TntEpochDateSchema>(layout, work),
    };

    private static Work ForLayout<TSchema>(string layout, IDateWork work)
        where TSchema : struct, IDateSchema<TSchema> => layout switch
    {
        "double" => work.Prepare<TSchema, DoubleLayout>(),
        "reordered" => work.Prepare<TSchema, ReorderedLayout>(),
        _ => work.Prepare<TSchema, Int64Layout>(),
    };

    private interface IDateWork
    {
        Work Prepare<TSchema, TLayout>()
            where TSchema : struct, IDateSchema<TSchema>
            where TLayout : struct, IDateLayout<TLayout>;
    }

    private sealed class EncodeWork(Timestamp[] values, bool inBatches) : IDateWork
    {
        public Work Prepare<TSchema, TLayout>()
            where TSchema : struct, IDateSchema<TSchema>
            where TLayout : struct, IDateLayout<TLayout>
        {
            TLayout[] records = [.. values.Select(value => TLayout.From(value.UnixSeconds, value.Nanoseconds, value.OffsetMinutes, value.ZoneIndex))];
            var buffer = GC.AllocateArray<byte>(DateLoops.BufferLength, pinned: true);
            var offsets = new int[DateWorkload.Count];
            var bytes = EncodeAll();
            return new Work(() => EncodeAll(), 0, records.Length)
            {
                Facts = DatesSuite.SizeFact((double)bytes / records.Length),
            };

            // Records that exceed the buffer overwrite earlier ones, like a sender that reuses its buffer.
            long EncodeAll()
            {
                long total = 0;
                for (var start = 0; start < records.Length; start += DateWorkload.Count)
                {
                    var part = records.AsSpan(start, DateWorkload.Count);
                    total += inBatches
                        ? DateLoops.Encode<TSchema, TLayout>(part, buffer, offsets)
                        : DateLoops.EncodeOneByOne<TSchema, TLayout>(part, buffer, offsets);
                }

                return total;
            }
        }
    }

    private sealed class SearchWork(Timestamp[] values) : IDateWork
    {
        public Work Prepare<TSchema, TLayout>()
            where TSchema : struct, IDateSchema<TSchema>
            where TLayout : struct, IDateLayout<TLayout>
        {
            var encoded = new byte[values.Length * DateCodec.MaxLength];
            var offsets = new int[values.Length];
            var bytes = DateCodec.EncodeAll<TSchema>(values.Order().ToArray(), encoded, offsets);
            var comparisons = DateLoops.Search<TSchema, TLayout>(encoded, offsets);
            return new Work(() => DateLoops.Search<TSchema, TLayout>(encoded, offsets), 0, comparisons)
            {
                Facts = DatesSuite.SizeFact((double)bytes / values.Length),
            };
        }
    }
}
