using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;
using Blittable.Dates;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of timestamps, stored as units since 1970-01-01. Timestamps with an offset are converted to UTC.</summary>
internal sealed class InstantBuilder(FieldPlan plan) : FixedWidthBuilder<long>(plan.ToField().DataType)
{
    private readonly int _nanoseconds = plan.Unit switch { TimeUnit.Second => 1_000_000_000, TimeUnit.Millisecond => 1_000_000, TimeUnit.Microsecond => 1000, _ => 1 };

    protected override long Read(in BlittableValue value) => value.IsDate ? Units(value.GetTimestamp()) : checked((long)MomentText.UnitsOf(value, _nanoseconds));

    protected override long Read(in QueryValue value) => Units(value.GetTimestamp());

    private long Units(Timestamp value) => (value.UnixSeconds * (1_000_000_000 / _nanoseconds)) + (value.Nanoseconds / _nanoseconds);
}
