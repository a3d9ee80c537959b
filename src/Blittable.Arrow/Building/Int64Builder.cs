using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of 64-bit integers.</summary>
internal sealed class Int64Builder() : FixedWidthBuilder<long>(Int64Type.Default)
{
    protected override long Read(in BlittableValue value) => DecimalParser.TryGetInteger(value, out var number) ? checked((long)number)
        : throw new InvalidOperationException("The collection changed while it was being read.");

    protected override long Read(in QueryValue value) => value.GetInt64();
}
