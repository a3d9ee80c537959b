using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of single-precision floating-point numbers.</summary>
internal sealed class SingleBuilder() : FixedWidthBuilder<float>(FloatType.Default)
{
    protected override float Read(in BlittableValue value) => FloatText.TryRead(value, out var number) ? (float)number : (float)FloatText.WithoutSignOfNaN(value.GetSingle());

    protected override float Read(in QueryValue value) => (float)value.GetDouble();
}
