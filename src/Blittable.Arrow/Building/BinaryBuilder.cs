using System.Buffers;
using Apache.Arrow.Types;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of binary values.</summary>
internal sealed class BinaryBuilder() : BytesBuilder(BinaryType.Default)
{
    protected override void AddValue(in BlittableValue value)
    {
        Bytes.Write(value.Kind == BlittableValueKind.Binary ? value.GetBytes() : Convert.FromBase64String(value.GetString()!));
        EndValue();
    }

    protected override void AddValue(in QueryValue value) => throw new InvalidOperationException("Selections do not contain binary values.");
}
