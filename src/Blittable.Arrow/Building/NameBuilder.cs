using System.Buffers;
using Apache.Arrow.Types;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of the property names of objects, as the keys of maps.</summary>
internal sealed class NameBuilder() : BytesBuilder(StringType.Default)
{
    /// <summary>Creates a builder.</summary>
    /// <param name="context">The state of the batch, whose size the builder increases by the size of each name.</param>
    public static NameBuilder For(BatchContext context) => Attach(new NameBuilder(), given: null, context);

    /// <summary>Adds a name.</summary>
    public void Add(ReadOnlySpan<byte> name)
    {
        AddValidity(isValid: true);
        Bytes.Write(name);
        EndValue();
    }

    protected override void AddValue(in BlittableValue value) => throw new InvalidOperationException("Names are not values.");

    protected override void AddValue(in QueryValue value) => throw new InvalidOperationException("Names are not values.");
}
