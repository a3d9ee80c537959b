namespace Blittable.Collections.Stripes.Writing;

/// <summary>Represents the sort key of a row: rows without a value come first, followed by false and true, numbers, dates, and other strings.</summary>
/// <remarks>Rows with equal values keep their order.</remarks>
internal readonly struct SortKey : IComparable<SortKey>
{
    private readonly byte _class;
    private readonly Int128 _number;
    private readonly double _real;
    private readonly byte[]? _text;
    private readonly int _row;

    private SortKey(byte @class, int row, Int128 number = default, double real = 0, byte[]? text = null)
    {
        _class = @class;
        _row = row;
        _number = number;
        _real = real;
        _text = text;
    }

    public static SortKey Of(BlittableValue document, BlittablePath path, int row)
    {
        if (!path.TryEvaluate(document, out var value))
        {
            return new SortKey(0, row);
        }

        switch (value.Kind)
        {
            case BlittableValueKind.True or BlittableValueKind.False:
                return new SortKey(1, row, value.GetBoolean() ? 1 : 0);
            case BlittableValueKind.Number when value.TryGetDouble(out var real):
                // Numbers are ordered as doubles; integers that round to the same double are ordered exactly.
                return new SortKey(2, row, value.TryGetInt64(out var integer) ? integer : (Int128)real, real);
            case BlittableValueKind.String when value.TryReadDate(out var date, out _, out _):
                return new SortKey(3, row, DateUnit.Count(date, DateUnit.Nanoseconds));
            case BlittableValueKind.String:
                value.TryGetUtf8Length(out var length);
                var text = new byte[length];
                value.TryCopyUtf8(text, out _);
                return new SortKey(4, row, text: text);
            default:
                return new SortKey(0, row);
        }
    }

    public int CompareTo(SortKey other)
    {
        var order = _class.CompareTo(other._class);
        order = order != 0 ? order : _real.CompareTo(other._real);
        order = order != 0 ? order : _number.CompareTo(other._number);
        order = order != 0 || _text is null ? order : _text.AsSpan().SequenceCompareTo(other._text);
        return order != 0 ? order : _row.CompareTo(other._row);
    }
}
