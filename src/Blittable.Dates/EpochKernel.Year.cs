using System.Numerics;
using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <content>Computes the year, a vector at a time. Only the day needs double precision; all other steps use 32-bit lanes. Single precision estimates the year;
/// in the first days of a year the estimate may be one too low. On the last day of a year, days divided by the mean year exceed the next year by at most 0.002.
/// Rounding adds at most 0.002, so subtracting 1/64 prevents an estimate that is too high. A comparison with the first day of the next year corrects the
/// estimate.</content>
internal static partial class EpochKernel
{
    private const int FirstDayOfYear1 = 366;
    private const float MeanYear = 365.2425f;
    private const float GuessShift = (FirstDayOfYear1 / MeanYear) - (1 / 64f);

    /// <summary>Converts a day since 1970-01-01 to a day since 0001-01-01, minus half a day, because conversion rounds to the nearest integer.</summary>
    private const double DayShift = CivilDate.UnixEpochDay - FirstDayOfYear1 - 0.5 + (0.5 / EpochDate.MillisecondsPerDay);

    /// <summary>The number of days in four years. Apart from centuries, each quarter of it is the start of a year.</summary>
    private const int DaysInFourYears = 1_461;

    /// <summary>2^19 / 100, rounded up. Exact for all years.</summary>
    private const int CenturyReciprocal = 5_243;
    private const int CenturyShift = 19;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector<int> Years(Vector<long> low, Vector<long> high)
    {
        var days = Vector.Narrow(Days(low), Days(high));
        var guess = Vector.ConvertToInt32Native(
            Vector.FusedMultiplyAdd(Vector.ConvertToSingle(days), Vector.Create(1 / MeanYear), Vector.Create(GuessShift)));
        var century = (guess * CenturyReciprocal) >>> CenturyShift;
        var nextYear = ((guess * DaysInFourYears) >>> 2) - century + (century >>> 2);
        return guess - Vector.GreaterThanOrEqual(days, nextYear);
    }

    /// <summary>Computes days since 0001-01-01 in the lower halves of the lanes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector<long> Days(Vector<long> milliseconds) => ToIntegers(Vector.FusedMultiplyAdd(
        Vector.ConvertToDouble(milliseconds), Vector.Create(1.0 / EpochDate.MillisecondsPerDay), Vector.Create(DayShift)));
}
