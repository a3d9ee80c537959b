using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of doubles.</summary>
internal sealed class DoubleBuilder() : FixedWidthBuilder<double>(DoubleType.Default)
{
    protected override double Read(in BlittableValue value) => FloatText.TryRead(value, out var number) ? number : FloatText.WithoutSignOfNaN(value.GetDouble());

    protected override double Read(in QueryValue value) => value.GetDouble();
}
