using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;

namespace Blittable.Dates;

/// <summary>One field of many dates in milliseconds, 16, 8 or 4 of them at a time, in double precision.</summary>
/// <remarks>
/// <para>All numbers are integers below 2^53, which doubles hold exactly. A division is a multiplication by the reciprocal; half a unit is added to the
/// dividend first, so that the quotient stays farther from the next integer than the product's rounding can reach, and rounding down is exact.</para>
/// <para>The calendar is that of <see cref="CivilDate.FromDays"/>: centuries, then years that start in March.</para>
/// </remarks>
internal static partial class EpochKernel
{
    /// <summary>1970-01-01 in days since -400-03-01.</summary>
    private const double MarchShift = CivilDate.UnixEpochDay + DaysPerEra - 60;
    private const double DaysPerEra = 146_097;
    private const double FourYears = 1_461;
    private const double DaysBeforeJanuary = 306;
    private const double MillisecondsPerHour = 3_600_000;
    private const double MillisecondsPerMinute = 60_000;
    private const double MillisecondsPerSecond = 1_000;

    /// <summary>3 × 2^51: added to a double, it leaves the nearest integer in the low bits, also a negative one.</summary>
    private const double IntegerInLowBits = 6_755_399_441_055_744;

    /// <summary>Whether there are vectors whose products are added before they are rounded: otherwise .NET calls a function for each lane.</summary>
    private static bool HasFusedVectors => Vector256.IsHardwareAccelerated || AdvSimd.Arm64.IsSupported;

    public static void Extract(DateField field, ReadOnlySpan<long> milliseconds, Span<int> destination)
    {
        switch (field)
        {
            case DateField.Year:
                Extract<YearField>(milliseconds, destination);
                break;
            case DateField.Month:
                Extract<MonthField>(milliseconds, destination);
                break;
            case DateField.Day:
                Extract<DayField>(milliseconds, destination);
                break;
            case DateField.Hour:
                Extract<HourField>(milliseconds, destination);
                break;
            case DateField.Minute:
                Extract<MinuteField>(milliseconds, destination);
                break;
            case DateField.Second:
                Extract<SecondField>(milliseconds, destination);
                break;
            case DateField.Millisecond:
                Extract<MillisecondField>(milliseconds, destination);
                break;
            default:
                throw new ArgumentOutOfRangeException(nameof(field), field, "Expected a field of a date.");
        }
    }

    /// <summary>Extracts whole vectors and returns how many values they were.</summary>
    internal static int Extract512<TField>(ReadOnlySpan<long> milliseconds, Span<int> destination)
        where TField : struct, IField
    {
        ref var from = ref MemoryMarshal.GetReference(milliseconds);
        ref var to = ref MemoryMarshal.GetReference(destination);
        var whole = milliseconds.Length & -Vector512<int>.Count;
        for (nuint i = 0; i < (nuint)whole; i += (nuint)Vector512<int>.Count)
        {
            var low = Vector512.LoadUnsafe(ref from, i);
            var high = Vector512.LoadUnsafe(ref from, i + (nuint)Vector512<long>.Count);
            var fields = TField.Field == DateField.Year ? Years(low, high) : Vector512.Narrow(Field512<TField>(low), Field512<TField>(high));
            fields.StoreUnsafe(ref to, i);
        }

        return whole;
    }

    /// <inheritdoc cref="Extract512"/>
    internal static int ExtractVector<TField>(ReadOnlySpan<long> milliseconds, Span<int> destination)
        where TField : struct, IField
    {
        ref var from = ref MemoryMarshal.GetReference(milliseconds);
        ref var to = ref MemoryMarshal.GetReference(destination);
        var whole = milliseconds.Length & -Vector<int>.Count;
        for (nuint i = 0; i < (nuint)whole; i += (nuint)Vector<int>.Count)
        {
            var low = Vector.LoadUnsafe(ref from, i);
            var high = Vector.LoadUnsafe(ref from, i + (nuint)Vector<long>.Count);
            var fields = TField.Field == DateField.Year ? Years(low, high) : Vector.Narrow(FieldOf<TField>(low), FieldOf<TField>(high));
            fields.StoreUnsafe(ref to, i);
        }

        return whole;
    }

    private static void Extract<TField>(ReadOnlySpan<long> milliseconds, Span<int> destination)
        where TField : struct, IField
    {
        var done = Vector512.IsHardwareAccelerated ? Extract512<TField>(milliseconds, destination)
            : HasFusedVectors ? ExtractVector<TField>(milliseconds, destination)
            : 0;
        for (; done < milliseconds.Length; done++)
        {
            destination[done] = EpochDate.FieldOf(TField.Field, milliseconds[done]);
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<long> Field512<TField>(Vector512<long> values)
        where TField : struct, IField
    {
        var milliseconds = Vector512.ConvertToDouble(values);
        var days = Quotient(milliseconds, EpochDate.MillisecondsPerDay);
        if (TField.Field is DateField.Month or DateField.Day)
        {
            // Four times the day and three, of which a century has 146,097, and the day within the century.
            var quarters = Vector512.FusedMultiplyAdd(days, Vector512.Create(4.0), Vector512.Create((4 * MarchShift) + 3));
            var centuries = Quotient(quarters, DaysPerEra);
            var dayOfCentury = Vector512.Floor(Vector512.FusedMultiplyAdd(centuries, Vector512.Create(-DaysPerEra), quarters) * 0.25);
            var years = Quotient(Vector512.FusedMultiplyAdd(dayOfCentury, Vector512.Create(4.0), Vector512.Create(3.0)), FourYears);
            var dayOfYear = dayOfCentury - Vector512.Floor(years * (FourYears / 4));
            var isNextYear = Vector512.GreaterThanOrEqual(dayOfYear, Vector512.Create(DaysBeforeJanuary));
            // Months of 31 and 30 days in turn, from March, in five months of 153 days.
            var months = Quotient(Vector512.FusedMultiplyAdd(dayOfYear, Vector512.Create(5.0), Vector512.Create(2.0)), 153);
            return ToIntegers(TField.Field == DateField.Month
                ? months + Vector512.Create(3.0) - (isNextYear & Vector512.Create(12.0))
                : dayOfYear + Vector512<double>.One - Quotient(Vector512.FusedMultiplyAdd(months, Vector512.Create(153.0), Vector512.Create(2.0)), 5));
        }

        var rest = Vector512.FusedMultiplyAdd(days, Vector512.Create(-(double)EpochDate.MillisecondsPerDay), milliseconds);
        if (TField.Field != DateField.Hour)
        {
            rest -= Quotient(rest, MillisecondsPerHour) * MillisecondsPerHour;
        }

        if (TField.Field is DateField.Second or DateField.Millisecond)
        {
            rest -= Quotient(rest, MillisecondsPerMinute) * MillisecondsPerMinute;
        }

        return ToIntegers(TField.Field switch
        {
            DateField.Hour => Quotient(rest, MillisecondsPerHour),
            DateField.Minute => Quotient(rest, MillisecondsPerMinute),
            DateField.Second => Quotient(rest, MillisecondsPerSecond),
            _ => rest - (Quotient(rest, MillisecondsPerSecond) * MillisecondsPerSecond),
        });
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<double> Quotient(Vector512<double> dividend, double divisor) =>
        Vector512.Floor(Vector512.FusedMultiplyAdd(dividend, Vector512.Create(1 / divisor), Vector512.Create(0.5 / divisor)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector512<long> ToIntegers(Vector512<double> numbers) => (numbers + Vector512.Create(IntegerInLowBits)).AsInt64();
}
