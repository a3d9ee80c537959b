using Apache.Arrow.Types;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of 64-bit integers.</summary>
internal sealed class Int64Builder() : FixedWidthBuilder<long>(Int64Type.Default)
{
    protected override long Read(in BlittableValue value) => value.GetInt64();

    protected override long Read(in QueryValue value) => value.GetInt64();
}
