using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Dates;

/// <summary>The same fields with <see cref="Vector256"/>, for machines without wider vectors.</summary>
internal static partial class EpochKernel
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<long> Field256<TField>(Vector256<long> values)
        where TField : struct, IField
    {
        var milliseconds = Vector256.ConvertToDouble(values);
        var days = Quotient(milliseconds, EpochDate.MillisecondsPerDay);
        if (TField.Field is DateField.Month or DateField.Day)
        {
            // Four times the day and three, of which a century has 146,097, and the day within the century.
            var quarters = Vector256.FusedMultiplyAdd(days, Vector256.Create(4.0), Vector256.Create((4 * MarchShift) + 3));
            var centuries = Quotient(quarters, DaysPerEra);
            var dayOfCentury = Vector256.Floor(Vector256.FusedMultiplyAdd(centuries, Vector256.Create(-DaysPerEra), quarters) * 0.25);
            var years = Quotient(Vector256.FusedMultiplyAdd(dayOfCentury, Vector256.Create(4.0), Vector256.Create(3.0)), FourYears);
            var dayOfYear = dayOfCentury - Vector256.Floor(years * (FourYears / 4));
            var isNextYear = Vector256.GreaterThanOrEqual(dayOfYear, Vector256.Create(DaysBeforeJanuary));
            // Months of 31 and 30 days in turn, from March, in five months of 153 days.
            var months = Quotient(Vector256.FusedMultiplyAdd(dayOfYear, Vector256.Create(5.0), Vector256.Create(2.0)), 153);
            return ToIntegers(TField.Field == DateField.Month
                ? months + Vector256.Create(3.0) - (isNextYear & Vector256.Create(12.0))
                : dayOfYear + Vector256<double>.One - Quotient(Vector256.FusedMultiplyAdd(months, Vector256.Create(153.0), Vector256.Create(2.0)), 5));
        }

        var rest = Vector256.FusedMultiplyAdd(days, Vector256.Create(-(double)EpochDate.MillisecondsPerDay), milliseconds);
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
    private static Vector256<double> Quotient(Vector256<double> dividend, double divisor) =>
        Vector256.Floor(Vector256.FusedMultiplyAdd(dividend, Vector256.Create(1 / divisor), Vector256.Create(0.5 / divisor)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<long> ToIntegers(Vector256<double> numbers) => (numbers + Vector256.Create(IntegerInLowBits)).AsInt64();
}
