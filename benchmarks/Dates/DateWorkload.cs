using Blittable.Datasets;
using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>Provides the dates that are encoded, decoded and searched. They are seeded, so all processes and programs use equal dates.</summary>
internal static class DateWorkload
{
    public const int Count = 8_192;

    /// <summary>A number of dates that no branch predictor can memorize. A multiple of <see cref="Count"/>.</summary>
    public const int Million = 122 * Count;

    public const string ReceiptDate = "TPCH_1COLUMN";

    /// <summary>Gets the workloads of the reference program.</summary>
    public static IReadOnlyList<string> Names { get; } = ["FULL_DATE", "EPOCH_ONLY", "MIXED_LOAD", ReceiptDate];

    /// <summary>Gets the workloads with <see cref="Million"/> dates.</summary>
    public static IReadOnlyList<string> LongNames { get; } = ["FULL_DATE_1M", "TPCH_1COLUMN_1M"];

    public static Timestamp[] Get(string name)
    {
        var random = new Random(20_211_015);
        return name switch
        {
            "FULL_DATE" => Generate(Count, () => Full(random)),
            "EPOCH_ONLY" => Generate(Count, () => EpochOnly(random)),
            "MIXED_LOAD" => Generate(Count, () => random.Next(2) == 0 ? Full(random) : EpochOnly(random)),
            ReceiptDate => ReceiptDates(Count),
            "FULL_DATE_1M" => Generate(Million, () => Full(random)),
            "TPCH_1COLUMN_1M" => ReceiptDates(Million),
            _ => throw new ArgumentException($"Unknown workload '{name}'."),
        };
    }

    /// <summary>Returns dates in the ranges of the reference program, whose nanoseconds can exceed a second.</summary>
    private static Timestamp Full(Random random) => new(
        EpochOnly(random).UnixSeconds, (uint)random.NextInt64(1L << 31), (short)random.Next(-1_024, 1_024), (ushort)random.Next(480));

    private static Timestamp EpochOnly(Random random) => new(1_634_286_411 + random.Next(512));

    private static Timestamp[] ReceiptDates(int count) => [.. Lineitem.Rows().Take(count).Select(row => Timestamp.FromDateOnly(row.ReceiptDate))];

    private static Timestamp[] Generate(int count, Func<Timestamp> next) => [.. Enumerable.Range(0, count).Select(_ => next())];
}
