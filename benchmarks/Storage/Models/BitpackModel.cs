using Blittable.Dates;

namespace Blittable.Benchmarks.Storage;

/// <summary>Stores the fields of the date as bit fields, with the low bits of the tenant above them.</summary>
internal sealed class BitpackModel : DateModel
{
    /// <summary>The 11 bits of the tenant in a packed date. Two tenants can share them, so queries also filter by the whole tenant.</summary>
    public const int TenantPrefix = (int)(WorkloadTable.Tenant & BitpackDate.MaxTenant);

    public override string Name => "bitpack";

    /// <summary>Gets SQL that adds one second, with all carries, in integer arithmetic that all three dialects support. For 59 of 60 rows, the first branch
    /// applies.</summary>
    /// <remarks>
    /// A full field is reset by subtracting its value in units of its lowest bit, and the next field is incremented by one unit. A month has 30 days, plus one
    /// if its number (plus one from August on) is odd. February has 28 or 29 days.
    /// </remarks>
    public override string AddSecondSql { get; } =
        $"""
        CASE
        WHEN {Second} < 59 THEN cf3 + {1L << 10}
        WHEN {Minute} < 59 THEN cf3 - {59L << 10} + {1L << 17}
        WHEN {Hour} < 23 THEN cf3 - {(59L << 10) + (59L << 17)} + {1L << 24}
        WHEN {Day} < {LastDay} THEN cf3 - {LastSecondOfDay} + {1L << 30}
        WHEN {Month} < 12 THEN cf3 - {LastSecondOfDay} - (({Day} - 1) * {1L << 30}) + {1L << 35}
        ELSE cf3 - {LastSecondOfDay} - {(30L << 30) + (11L << 35)} + {1L << 40}
        END
        """;

    private const long LastSecondOfDay = (59L << 10) + (59L << 17) + (23L << 24);

    private static string LastDay =>
        $"""
        (CASE WHEN {Month} <> 2 THEN 30 + (({Month} + ({Month} >> 3)) & 1)
        WHEN {Year} % 4 = 0 AND ({Year} % 100 <> 0 OR {Year} % 400 = 0) THEN 29 ELSE 28 END)
        """;

    private static string Second => DateSql.FromBitpack(DateField.Second, "cf3");

    private static string Minute => DateSql.FromBitpack(DateField.Minute, "cf3");

    private static string Hour => DateSql.FromBitpack(DateField.Hour, "cf3");

    private static string Day => DateSql.FromBitpack(DateField.Day, "cf3");

    private static string Month => DateSql.FromBitpack(DateField.Month, "cf3");

    private static string Year => DateSql.FromBitpack(DateField.Year, "cf3");

    public override long Encode(long milliseconds) => BitpackDate.Pack(EpochDate.Unpack(milliseconds), TenantPrefix);

    public override long ToMilliseconds(long stored) => EpochDate.Pack(BitpackDate.Unpack(stored));

    public override long SumFields(ReadOnlySpan<long> stored)
    {
        var sum = 0L;
        foreach (var date in stored)
        {
            sum += BitpackDate.Year(date) + BitpackDate.Month(date) + BitpackDate.Day(date)
                + BitpackDate.Hour(date) + BitpackDate.Minute(date) + BitpackDate.Second(date) + BitpackDate.Millisecond(date);
        }

        return sum;
    }

    public override (long From, long Before) MonthBounds(int year, int month)
    {
        var (first, last) = BitpackDate.MonthBounds(year, month, TenantPrefix);
        return (first, last + 1);
    }

    public override string YearSql(SqlDialect dialect) => Year;
}
