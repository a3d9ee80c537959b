using Apache.Arrow.Types;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Collects floating-point numbers of 4 bytes.</summary>
internal sealed class SingleBuilder() : FixedWidthBuilder<float>(FloatType.Default)
{
    protected override float Read(in BlittableValue value) => value.GetSingle();

    protected override float Read(in QueryValue value) => (float)value.GetDouble();
}
