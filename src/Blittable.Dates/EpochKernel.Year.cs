using System.Numerics;
using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <content>
/// Computes the year, a vector at a time: only the day takes double precision, everything else lanes of 32 bits.
/// Single precision guesses the year, or the one before it in a year's first days: on the last day of a year the quotient of days and the mean year
/// exceeds it by no more than 0.002, to which rounding adds 0.002, and a sixty-fourth is taken off. The day on which the next year begins decides.
/// </content>
internal static partial class EpochKernel
{
    private const int FirstDayOfYear1 = 366;
    private const float MeanYear = 365.2425f;
    private const float GuessShift = (FirstDayOfYear1 / MeanYear) - (1 / 64f);

    /// <summary>Shifts a day from 1970-01-01 to 0001-01-01, and half a day down, so that rounding to the nearest integer rounds the day down.</summary>
    private const double DayShift = CivilDate.UnixEpochDay - FirstDayOfYear1 - 0.5 + (0.5 / EpochDate.MillisecondsPerDay);

    /// <summary>The days of four years. Apart from centuries, a year begins at each quarter of them.</summary>
    private const int DaysInFourYears = 1_461;

    /// <summary>2^19 / 100, rounded up: exact for years.</summary>
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

    /// <summary>Computes days since 0001-01-01, in the lower halves of the lanes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector<long> Days(Vector<long> milliseconds) => ToIntegers(Vector.FusedMultiplyAdd(
        Vector.ConvertToDouble(milliseconds), Vector.Create(1.0 / EpochDate.MillisecondsPerDay), Vector.Create(DayShift)));
}
