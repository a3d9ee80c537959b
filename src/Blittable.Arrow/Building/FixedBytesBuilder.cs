using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of UUIDs, or of binary values of one length.</summary>
internal sealed class FixedBytesBuilder(IArrowType type, bool isGuid) : ColumnBuilder
{
    private readonly byte[] _value = new byte[((FixedSizeBinaryType)type).ByteWidth];
    private ArrowBuffer.Builder<byte> _values = new();

    protected override void AddValue(in BlittableValue value)
    {
        if (!isGuid)
        {
            (value.Kind == BlittableValueKind.Binary ? value.GetBytes() : Convert.FromBase64String(value.GetString()!)).CopyTo(_value);
        }
        else if (!UuidText.TryRead(value, out var guid) || !guid.TryWriteBytes(_value, bigEndian: true, out _))
        {
            throw new InvalidOperationException("The collection changed while it was being read.");
        }

        Append();
    }

    protected override void AddValue(in QueryValue value) => throw new InvalidOperationException("Selections have no given types.");

    protected override void AddNoValue()
    {
        _value.AsSpan().Clear();
        Append();
    }

    protected override ArrayData BuildValues(int length, int nulls, ArrowBuffer validity)
    {
        var values = _values.Build();
        _values = new();
        return new ArrayData(type, length, nulls, 0, [validity, values]);
    }

    private void Append()
    {
        _values.Append(_value);
        Grow(_value.Length);
    }
}
