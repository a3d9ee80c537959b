using System.Runtime.Intrinsics;
using Blittable.Layout;

namespace Blittable.Dates;

/// <content>Packs and unpacks spans of dates, and extracts their fields.</content>
public static partial class BitpackDate
{
    /// <summary>Packs dates of one tenant.</summary>
    /// <exception cref="ArgumentException">The destination is shorter than the source.</exception>
    /// <exception cref="BlittableException">A year or the tenant is outside its range.</exception>
    public static void Pack(ReadOnlySpan<Timestamp> values, Span<long> destination, int tenant = 0)
    {
        CheckRoom(values.Length, destination.Length);
        for (var i = BitpackKernel.Pack(values, destination, tenant); i < values.Length; i++)
        {
            destination[i] = Pack(values[i], tenant);
        }
    }

    /// <summary>Unpacks dates and ignores their tenants.</summary>
    /// <exception cref="ArgumentException">The destination is shorter than the source.</exception>
    /// <exception cref="BlittableException">The fields of a value are not a valid date.</exception>
    public static void Unpack(ReadOnlySpan<long> packed, Span<Timestamp> destination)
    {
        CheckRoom(packed.Length, destination.Length);
        for (var done = 0; done < packed.Length;)
        {
            done += BitpackKernel.Unpack(packed[done..], destination[done..]);

            // Handles the last few values, or a vector with a February 29 or an invalid date.
            for (var end = Math.Min(done + Vector256<long>.Count, packed.Length); done < end; done++)
            {
                destination[done] = Unpack(packed[done]);
            }
        }
    }

    /// <summary>Extracts a field of each date.</summary>
    /// <param name="field">The field.</param>
    /// <param name="packed">The dates.</param>
    /// <param name="destination">The destination for the fields.</param>
    /// <exception cref="ArgumentException">The destination is shorter than the source, or the field is not defined.</exception>
    public static void Extract(DateField field, ReadOnlySpan<long> packed, Span<int> destination)
    {
        CheckRoom(packed.Length, destination.Length);
        var (shift, mask) = BitsOf(field);
        BitpackKernel.Extract(packed, destination[..packed.Length], shift, mask, field == DateField.Year ? MinYear : 0);
    }

    /// <summary>Returns the position of the lowest bit of a field, and the mask to apply after shifting.</summary>
    internal static (int Shift, int Mask) BitsOf(DateField field) => field switch
    {
        DateField.Year => (YearShift, YearMask),
        DateField.Month => (MonthShift, MonthMask),
        DateField.Day => (DayShift, DayMask),
        DateField.Hour => (HourShift, HourMask),
        DateField.Minute => (MinuteShift, MinuteMask),
        DateField.Second => (SecondShift, SecondMask),
        DateField.Millisecond => (0, MillisecondMask),
        _ => throw new ArgumentOutOfRangeException(nameof(field), field, "The value is not a date field."),
    };

    private static void CheckRoom(int needed, int given)
    {
        if (given < needed)
        {
            ThrowHelper.DestinationTooShort("destination");
        }
    }
}
