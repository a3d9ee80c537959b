using System.Text;
using Apache.Arrow.Types;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Collects values of any kind as their JSON texts.</summary>
/// <param name="hasNullTexts">Whether a JSON null is stored as the text <c>null</c>, because an Arrow null is an absent property.</param>
internal sealed class JsonBuilder(bool hasNullTexts) : BytesBuilder(StringType.Default)
{
    public override void Add(in BlittableValue value)
    {
        if (!hasNullTexts)
        {
            base.Add(value);
            return;
        }

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
