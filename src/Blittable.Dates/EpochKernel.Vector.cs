using System.Numerics;
using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <content>Computes fields with <see cref="Vector{T}"/>, which has 256 bits with AVX2 and 128 on Arm64.</content>
internal static partial class EpochKernel
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector<long> FieldOf<TField>(Vector<long> values)
        where TField : struct, IField
    {
        var milliseconds = Vector.ConvertToDouble(values);
        var days = Quotient(milliseconds, EpochDate.MillisecondsPerDay);
        if (TField.Field is DateField.Month or DateField.Day)
        {
            // Quarter days (four times the day, plus three). A century has 146,097. Then the day within the century.
            var quarters = Vector.FusedMultiplyAdd(days, Vector.Create(4.0), Vector.Create((4 * MarchShift) + 3));
            var centuries = Quotient(quarters, DaysPerEra);
            var dayOfCentury = Vector.Floor(Vector.FusedMultiplyAdd(centuries, Vector.Create(-DaysPerEra), quarters) * 0.25);
            var years = Quotient(Vector.FusedMultiplyAdd(dayOfCentury, Vector.Create(4.0), Vector.Create(3.0)), FourYears);
            var dayOfYear = dayOfCentury - Vector.Floor(years * (FourYears / 4));
            var isNextYear = Vector.GreaterThanOrEqual(dayOfYear, Vector.Create(DaysBeforeJanuary));
            // From March on, months of 31 and 30 days alternate: five months have 153 days.
            var months = Quotient(Vector.FusedMultiplyAdd(dayOfYear, Vector.Create(5.0), Vector.Create(2.0)), 153);
            return ToIntegers(TField.Field == DateField.Month
                ? months + Vector.Create(3.0) - (Vector.AsVectorDouble(isNextYear) & Vector.Create(12.0))
                : dayOfYear + Vector<double>.One - Quotient(Vector.FusedMultiplyAdd(months, Vector.Create(153.0), Vector.Create(2.0)), 5));
        }

        var rest = Vector.FusedMultiplyAdd(days, Vector.Create(-(double)EpochDate.MillisecondsPerDay), milliseconds);
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
    private static Vector<double> Quotient(Vector<double> dividend, double divisor) =>
        Vector.Floor(Vector.FusedMultiplyAdd(dividend, Vector.Create(1 / divisor), Vector.Create(0.5 / divisor)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector<long> ToIntegers(Vector<double> numbers) => Vector.AsVectorInt64(numbers + Vector.Create(IntegerInLowBits));
}
