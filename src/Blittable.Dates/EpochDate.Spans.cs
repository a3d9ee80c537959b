using System.Runtime.Intrinsics;
using Blittable.Layout;

namespace Blittable.Dates;

/// <content>Packs and unpacks spans of dates, and extracts their fields.</content>
public static partial class EpochDate
{
    /// <summary>Packs dates.</summary>
    /// <exception cref="ArgumentException">The destination is shorter than the source.</exception>
    /// <exception cref="BlittableException">The milliseconds of a date do not fit in 64 bits.</exception>
    public static void Pack(ReadOnlySpan<Timestamp> values, Span<long> destination)
    {
        CheckRoom(values.Length, destination.Length);
        for (var i = EpochKernel.Pack(values, destination); i < values.Length; i++)
        {
            destination[i] = Pack(values[i]);
        }
    }

    /// <summary>Unpacks dates.</summary>
    /// <exception cref="ArgumentException">The destination is shorter than the source.</exception>
    public static void Unpack(ReadOnlySpan<long> milliseconds, Span<Timestamp> destination)
    {
        CheckRoom(milliseconds.Length, destination.Length);
        for (var done = 0; done < milliseconds.Length;)
        {
            done += EpochKernel.Unpack(milliseconds[done..], destination[done..]);

            // Handles the last few values, or a vector with a date outside the range of the vector code.
            for (var end = Math.Min(done + Vector256<long>.Count, milliseconds.Length); done < end; done++)
            {
                destination[done] = Unpack(milliseconds[done]);
            }
        }
    }

    /// <summary>Extracts a field of each date.</summary>
    /// <param name="field">The field.</param>
    /// <param name="milliseconds">Dates in the years 0000 to 9999. The results for other dates are meaningless.</param>
    /// <param name="destination">The destination for the fields.</param>
    /// <exception cref="ArgumentException">The destination is shorter than the source, or the field is not defined.</exception>
    public static void Extract(DateField field, ReadOnlySpan<long> milliseconds, Span<int> destination)
    {
        CheckRoom(milliseconds.Length, destination.Length);
        EpochKernel.Extract(field, milliseconds, destination[..milliseconds.Length]);
    }

    /// <summary>Returns a field of one date.</summary>
    internal static int FieldOf(DateField field, long milliseconds) => field switch
    {
        DateField.Year => Year(milliseconds),
        DateField.Month => Month(milliseconds),
        DateField.Day => Day(milliseconds),
        DateField.Hour => Hour(milliseconds),
        DateField.Minute => Minute(milliseconds),
        DateField.Second => Second(milliseconds),
        DateField.Millisecond => Millisecond(milliseconds),
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
