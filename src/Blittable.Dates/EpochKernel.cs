using System.Numerics;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.Arm;

namespace Blittable.Dates;

/// <summary>Extracts one field of many dates in milliseconds, a vector at a time, in double precision.</summary>
/// <remarks>
/// <para>All numbers are integers below 2^53, which doubles represent exactly. A division is a multiplication by the reciprocal. Half a unit is added to the
/// dividend first. The quotient is then farther from the next integer than the rounding error of the product, and rounding down is exact.</para>
/// <para>The calendar algorithm is <see cref="CivilDate.FromDays"/>: centuries, then years that start in March.</para>
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

    /// <summary>3 × 2^51. Adding it to a double leaves the nearest integer, positive or negative, in the low bits.</summary>
    private const double IntegerInLowBits = 6_755_399_441_055_744;

    /// <summary>Gets a value that indicates whether vectors have a fused multiply-add. Without it, .NET calls a function for each lane.</summary>
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
                throw new ArgumentOutOfRangeException(nameof(field), field, "The value is not a date field.");
        }
    }

    /// <summary>Extracts the field from whole vectors of dates. Returns the number of dates.</summary>
    internal static int ExtractVectors<TField>(ReadOnlySpan<long> milliseconds, Span<int> destination)
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
        var done = HasFusedVectors ? ExtractVectors<TField>(milliseconds, destination) : 0;
        for (; done < milliseconds.Length; done++)
        {
            destination[done] = EpochDate.FieldOf(TField.Field, milliseconds[done]);
        }
    }
}
