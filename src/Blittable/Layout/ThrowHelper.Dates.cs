using System.Diagnostics.CodeAnalysis;
using Blittable.Dates;

namespace Blittable.Layout;

/// <content>Dates.</content>
internal static partial class ThrowHelper
{
    [DoesNotReturn]
    public static void DateOutOfRange(string target, in Timestamp value, long offset = -1) => throw new BlittableException(
        BlittableErrorCode.NumberOutOfRange,
        $"The date of {value.UnixSeconds} seconds and {value.Nanoseconds} nanoseconds since 1970, {value.OffsetMinutes} minutes from UTC, "
            + $"does not fit {target}{At(offset)}.",
        offset);

    [DoesNotReturn]
    public static void DateWithoutText(int offset) => throw Invalid("a date in the years 0000 to 9999", "a date outside this range", offset);

    [DoesNotReturn]
    public static void DateFieldOutOfRange(string field, long value, long least, long most) => throw new BlittableException(
        BlittableErrorCode.NumberOutOfRange, $"The {field} {value} is not between {least} and {most}.");
}
