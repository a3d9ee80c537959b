using System.Text;
using Apache.Arrow.Types;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of JSON text for values of any kind.</summary>
/// <param name="hasNullTexts">true to store a JSON null as the text <c>null</c>, because an Arrow null represents an absent property; otherwise, false.</param>
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
