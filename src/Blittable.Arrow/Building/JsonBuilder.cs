using System.Text;
using Apache.Arrow.Types;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Collects values of any kind as their JSON texts; a null is the text <c>null</c>, since an absent value is Arrow's null.</summary>
internal sealed class JsonBuilder() : BytesBuilder(StringType.Default)
{
    public override void Add(in BlittableValue value)
    {
        AddValidity(isValid: true);
        AddValue(value);
    }

    protected override void AddValue(in BlittableValue value)
    {
        value.WriteJson(Bytes);
        EndValue();
    }

    protected override void AddValue(in QueryValue value)
    {
        Encoding.UTF8.GetBytes(value.ToJson(), Bytes);
        EndValue();
    }
}
