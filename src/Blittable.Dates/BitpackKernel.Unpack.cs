using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;

namespace Blittable.Dates;

/// <content>Unpacks bit fields to dates, four at a time. One addition validates the fields: a field above its maximum carries into the bit above it. A table
/// contains the days of each month. February 29, one day in 1,461, is left to the scalar code, which handles leap years.</content>
internal static partial class BitpackKernel
{
    /// <summary>The difference between the largest number that the bits of each field can hold and the maximum of the field.</summary>
    private const ulong ToOverflow =
        (BitpackDate.MillisecondMask - 999)
        | ((BitpackDate.SecondMask - 59ul) << BitpackDate.SecondShift)
        | ((BitpackDate.MinuteMask - 59ul) << BitpackDate.MinuteShift)
        | ((BitpackDate.HourMask - 23ul) << BitpackDate.HourShift)
        | ((BitpackDate.MonthMask - 12ul) << BitpackDate.MonthShift);

    /// <summary>The bits that receive the carries: the lowest bits of seconds, minutes, hours, day and year.</summary>
    private const ulong Overflows = (1UL << BitpackDate.SecondShift) | (1UL << BitpackDate.MinuteShift) | (1UL << BitpackDate.HourShift)
        | (1UL << BitpackDate.DayShift) | (1UL << BitpackDate.YearShift);

    private const ulong SignBit = 1UL << 63;
    private const ulong ClockMask = (1UL << BitpackDate.DayShift) - 1;

    /// <summary>The reciprocal is exact for all years.</summary>
    private const int HundredShift = 19;
    private const uint HundredReciprocal = (1u << HundredShift) / 100 + 1;
    private const uint DaysInFourYears = 1_461;

    /// <summary>Days before a month: (979 × month - 2,919) / 32, with March as month 3 and February as month 14.</summary>
    private const uint DaysInMonths = 979;
    private const ulong DaysBeforeMarch = 2_919;
    private const int MonthsShift = 5;

    /// <summary>2000-01-01 in days since 0000-03-01, plus one because days of the month start at 1.</summary>
    private const ulong FirstDay = CivilDate.UnixEpochDay - 60 + (BitpackDate.MinSecond / Timestamp.SecondsPerDay) + 1;

    private static Vector128<byte> DaysInMonth => Vector128.Create((byte)0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0, 0, 0);

    /// <summary>Unpacks dates in whole vectors, up to the first vector with a February 29 or an invalid date. Returns the number of dates unpacked.</summary>
    public static int Unpack(ReadOnlySpan<long> packed, Span<Timestamp> destination) =>
        Vector256Kernel.IsSupported ? UnpackVectors(packed, destination) : 0;

    /// <summary>Unpacks whole vectors until a vector contains a February 29 or an invalid date. Returns the number of dates unpacked.</summary>
    private static int UnpackVectors(ReadOnlySpan<long> packed, Span<Timestamp> destination)
    {
        ref var from = ref Unsafe.As<long, ulong>(ref MemoryMarshal.GetReference(packed));
        ref var to = ref Unsafe.As<Timestamp, long>(ref MemoryMarshal.GetReference(destination));
        var daysInMonth = Vector256.Create(DaysInMonth);
        var count = 0;
        for (; count <= packed.Length - Vector256<long>.Count; count += Vector256<long>.Count)
        {
            var values = Vector256.LoadUnsafe(ref from, (nuint)count);
            var month = (values >>> BitpackDate.MonthShift) & Vector256.Create((ulong)BitpackDate.MonthMask);
            var day = (values >>> BitpackDate.DayShift) & Vector256.Create((ulong)BitpackDate.DayMask);
            var lastDay = Vector256Kernel.ShuffleHalves(daysInMonth, month.AsByte()).AsUInt64();
            var carries = (values + Vector256.Create(ToOverflow)) ^ values ^ Vector256.Create(ToOverflow);
            var outside = (carries & Vector256.Create(Overflows)) | ((values | (day - Vector256<ulong>.One) | (lastDay - day)) & Vector256.Create(SignBit));
            if (outside != Vector256<ulong>.Zero)
            {
                break;
            }

            var seconds = TimestampKernel.Multiply(UnpackDay(values, month, day), Timestamp.SecondsPerDay)
                + UnpackClock(values) + Vector256.Create((ulong)BitpackDate.MinSecond);
            var nanoseconds = TimestampKernel.Multiply(values & Vector256.Create((ulong)BitpackDate.MillisecondMask), EpochDate.NanosecondsPerMillisecond);
            TimestampKernel.Store(seconds.AsInt64(), nanoseconds.AsInt64(), ref Unsafe.Add(ref to, (nint)count * 2));
        }

        return count;
    }

    /// <summary>Computes days since 2000-01-01 from years that start in March.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> UnpackDay(Vector256<ulong> values, Vector256<ulong> month, Vector256<ulong> day)
    {
        var isBeforeMarch = Vector256.LessThan(month.AsInt64(), Vector256.Create(3L)).AsUInt64();
        var year = ((values >>> BitpackDate.YearShift) & Vector256.Create((ulong)BitpackDate.YearMask))
            + Vector256.Create((ulong)BitpackDate.MinYear) + isBeforeMarch;
        var century = TimestampKernel.Divide(year, HundredReciprocal, HundredShift);
        var monthOfYear = month + (isBeforeMarch & Vector256.Create(12ul));
        var dayOfYear = (TimestampKernel.Multiply(monthOfYear, DaysInMonths) - Vector256.Create(DaysBeforeMarch)) >>> MonthsShift;
        return (TimestampKernel.Multiply(year, DaysInFourYears) >>> 2) - century + (century >>> 2) + dayOfYear + day - Vector256.Create(FirstDay);
    }

    /// <summary>Computes the second of the day. In the packed bits, a minute counts as 128 seconds and an hour as 128 × 128.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<ulong> UnpackClock(Vector256<ulong> values)
    {
        var clock = (values & Vector256.Create(ClockMask)) >>> BitpackDate.SecondShift;
        var minutes = clock >>> (BitpackDate.MinuteShift - BitpackDate.SecondShift);
        var hours = clock >>> (BitpackDate.HourShift - BitpackDate.SecondShift);
        return clock - TimestampKernel.Multiply(minutes, 128 - 60) - TimestampKernel.Multiply(hours, (128 - 60) * 60);
    }
}
