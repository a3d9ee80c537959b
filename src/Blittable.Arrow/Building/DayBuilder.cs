using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of dates, stored as days since 1970-01-01.</summary>
internal sealed class DayBuilder() : FixedWidthBuilder<int>(Date32Type.Default)
{
    private const int SecondsOfDay = 86_400;

    protected override int Read(in BlittableValue value) => value.IsDate ? Day(value.GetTimestamp().UnixSeconds) : checked((int)MomentText.DayOf(value));

    protected override int Read(in QueryValue value) => Day(value.GetTimestamp().UnixSeconds);

    private static int Day(long seconds) => (int)Math.DivRem(seconds, SecondsOfDay).Quotient;
}
