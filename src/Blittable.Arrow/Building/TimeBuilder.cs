using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds a column of times of day in 32 or 64 bits, stored as units since midnight.</summary>
internal sealed class TimeBuilder(TimeBasedType type) : ColumnBuilder
{
    private ArrowBuffer.Builder<int> _ints = new();
    private ArrowBuffer.Builder<long> _longs = new();

    protected override void AddValue(in BlittableValue value) =>
        Append(TimeOfDay.TryRead(value, type, out var units) ? units : throw new InvalidOperationException("The collection changed while it was being read."));

    protected override void AddValue(in QueryValue value) => throw new InvalidOperationException("Selections have no given types.");

    protected override void AddNoValue() => Append(0);

    protected override ArrayData BuildValues(int length, int nulls, ArrowBuffer validity)
    {
        var values = type is Time32Type ? _ints.Build() : _longs.Build();
        (_ints, _longs) = (new(), new());
        return new ArrayData(type, length, nulls, 0, [validity, values]);
    }

    private void Append(long units)
    {
        if (type is Time32Type)
        {
            _ints.Append(checked((int)units));
        }
        else
        {
            _longs.Append(units);
        }

        Grow(sizeof(long));
    }
}
