using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;

namespace Blittable.Dates;

/// <content>Packs dates into bit fields, four at a time. Fields are added at their bit positions. The product that adds a field also subtracts its units from
/// the field below: adding the minutes, for example, subtracts 60 seconds for each.</content>
internal static partial class BitpackKernel
{
    /// <summary>The last second that fits, counted from 2000-01-01: the end of 4,096 years with 994 leap years.</summary>
    private const long MaxSecond = (((4_096L * 365) + 994) * Timestamp.SecondsPerDay) - 1;

    /// <summary>2000-01-01 in days since 1600-03-01, the origin of the centuries.</summary>
    private const ulong MarchShift = DaysPerEra - 60;
    private const uint DaysPerEra = 146_097;
    private const long DaysBeforeJanuary = 306;

    /// <summary>A day is 2^7 × 675 seconds. The reciprocal of 675 is exact for 30-bit dividends.</summary>
    private const int DayTwos = 7;
    private const int DayShift = 41;
    private const uint DayReciprocal = (uint)((1UL << DayShift) / 675) + 1;

    /// <summary>The reciprocal is exact for 23-bit dividends.</summary>
    private const int CenturyShift = 40;
    private const uint CenturyReciprocal = (uint)((1UL << CenturyShift) / DaysPerEra) + 1;

    /// <summary>Converts quarter days to years with a 32-bit fraction: 2^32 / 1,461, rounded up. The reciprocal is exact for 30-bit dividends.</summary>
    private const uint YearFactor = 2_939_745;
    private const int YearShift = 53;
    private const uint YearReciprocal = (uint)((1UL << YearShift) / YearFactor) + 1;

    /// <summary>Converts days to months with a 16-bit fraction, starting at March. The reciprocal is exact for 16-bit dividends.</summary>
    private const uint MonthFactor = 2_141;
    private const ulong FirstMonth = 197_913;
    private const int MonthShift = 32;
    private const uint MonthReciprocal = (uint)((1UL << MonthShift) / MonthFactor) + 1;

    /// <summary>The reciprocal is exact for the seconds and minutes of a day.</summary>
    private const int SixtyShift = 32;
    private const uint SixtyReciprocal = (uint)((1UL << SixtyShift) / 60) + 1;

    private const ulong NextYear = (1UL << BitpackDate.YearShift) - (12UL << BitpackDate.MonthShift);
    private const uint MinuteForSeconds = (1u << BitpackDate.MinuteShift) - (60u << BitpackDate.SecondShift);
    private const uint HourForMinutes = (1u << BitpackDate.HourShift) - (60u << BitpackDate.MinuteShift);

    /// <summary>Packs dates in whole vectors, up to the first vector with a date that does not fit. Returns the number of dates packed.</summary>
    public static int Pack(ReadOnlySpan<Timestamp> values, Span<long> destination, int tenant) =>
        (uint)tenant > BitpackDate.MaxTenant ? 0
        : Vector256Kernel.IsSupported ? PackVectors(values, destination, tenant)
        : 0;

    /// <summary>Returns the tenant, plus day 1 and minus the years from 1600 to 2000, because <see cref="PackDay"/> counts days from 0 and years from
    /// 1600.</summary>
    private static ulong Prefix(int tenant) =>
        ((ulong)tenant << BitpackDate.TenantShift) + (1UL << BitpackDate.DayShift) - ((BitpackDate.MinYear - 1600UL) << BitpackDate.YearShift);

    /// <summary>Packs whole vectors until a vector contains a date that does not fit. Returns the number of dates packed.</summary>
    private static int PackVectors(ReadOnlySpan<Timestamp> values, Span<long> destination, int tenant)
    {
        ref var from = ref Unsafe.As<Timestamp, long>(ref MemoryMarshal.GetReference(values));
        ref var to = ref MemoryMarshal.GetReference(destination);
        var prefix = Vector256.Create(Prefix(tenant));
        var count = 0;
        for (; count <= values.Length - Vector256<long>.Count; count += Vector256<long>.Count)
        {
            var (seconds, rest) = TimestampKernel.Load256(ref Unsafe.Add(ref from, (nint)count * 2));
            seconds -= Vector256.Create(BitpackDate.MinSecond);
            var nanoseconds = (rest & Vector256.Create((ulong)uint.MaxValue)).AsInt64();
            var outside = TimestampKernel.OutOfRange(seconds, MaxSecond) | TimestampKernel.OutOfRange(nanoseconds, Timestamp.NanosecondsPerSecond - 1);
            if (outside.ExtractMostSignificantBits() != 0)
            {
                break;
            }

            var days = TimestampKernel.Divide(seconds.AsUInt64() >>> DayTwos, DayReciprocal, DayShift);
            var clock = seconds.AsUInt64() - TimestampKernel.Multiply(days, Timestamp.SecondsPerDay);
            (prefix + PackDay(days) + PackClock(clock) + TimestampKernel.Milliseconds(rest)).StoreUnsafe(ref Unsafe.As<long, ulong>(ref to), (nuint)count);
        }

        return count;
    }

    /// <summary>Computes the bits of the year minus 1600, the month, and the day minus one, from days since 2000-01-01. Uses the algorithm of
    /// <see cref="CivilDate.FromDays"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> PackDay(Vector256<ulong> days)
    {
        var fourTimes = (days << 2) + Vector256.Create((4 * MarchShift) + 3);
        var century = TimestampKernel.Divide(fourTimes, CenturyReciprocal, CenturyShift);
        var dayOfCentury = (fourTimes - TimestampKernel.Multiply(century, DaysPerEra)) | Vector256.Create(3ul);
        var product = TimestampKernel.Multiply(dayOfCentury, YearFactor);
        var dayOfYear = TimestampKernel.Divide((product & Vector256.Create((ulong)uint.MaxValue)) >>> 2, YearReciprocal, YearShift);
        var year = TimestampKernel.Multiply(century, 100) + (product >>> 32);
        var monthAndDay = TimestampKernel.Multiply(dayOfYear, MonthFactor) + Vector256.Create(FirstMonth);
        var month = monthAndDay >>> 16;
        var day = TimestampKernel.Divide(monthAndDay & Vector256.Create((ulong)ushort.MaxValue), MonthReciprocal, MonthShift);
        var nextYear = Vector256.GreaterThanOrEqual(dayOfYear.AsInt64(), Vector256.Create(DaysBeforeJanuary)).AsUInt64() & Vector256.Create(NextYear);
        return (year << BitpackDate.YearShift) + (month << BitpackDate.MonthShift) + (day << BitpackDate.DayShift) + nextYear;
    }

    /// <summary>Computes the bits of hour, minute and second from the second of the day.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> PackClock(Vector256<ulong> secondOfDay)
    {
        var minutes = TimestampKernel.Divide(secondOfDay, SixtyReciprocal, SixtyShift);
        var hours = TimestampKernel.Divide(minutes, SixtyReciprocal, SixtyShift);
        return (secondOfDay << BitpackDate.SecondShift) + TimestampKernel.Multiply(minutes, MinuteForSeconds) + TimestampKernel.Multiply(hours, HourForMinutes);
    }
}
