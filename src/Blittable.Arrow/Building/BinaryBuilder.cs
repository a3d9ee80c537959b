using System.Buffers;
using Apache.Arrow.Types;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Collects bytes.</summary>
internal sealed class BinaryBuilder() : BytesBuilder(BinaryType.Default)
{
    protected override void AddValue(in BlittableValue value)
    {
        Bytes.Write(value.GetBytes());
        EndValue();
    }

    protected override void AddValue(in QueryValue value) => throw new InvalidOperationException("A selection has no bytes.");
}
