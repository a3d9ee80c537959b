using System.Text.Json;
using Apache.Arrow;
using Apache.Arrow.Types;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes lists of all Arrow list types as JSON arrays.</summary>
/// <param name="elements">Writes the elements.</param>
internal class ListReader(ValueReader elements) : ArrayReader<IArrowArray>
{
    protected override void Take(IArrowArray array)
    {
        base.Take(array);
        elements.Bind(ElementsOf(array));
    }

    protected override void WriteValue(Utf8JsonWriter json, int row)
    {
        var (start, end) = RangeOf(row);
        json.WriteStartArray();
        elements.WriteAll(json, start, end);
        json.WriteEndArray();
    }

    /// <summary>Returns the elements of all rows of an array of any list type.</summary>
    /// <exception cref="InvalidDataException">The array is not a list.</exception>
    public static IArrowArray ElementsOf(IArrowArray array) => array switch
    {
        ListArray list => list.Values,
        LargeListArray list => list.Values,
        ListViewArray list => list.Values,
        LargeListViewArray list => list.Values,
        FixedSizeListArray list => list.Values,
        _ => throw Unexpected(array),
    };

    /// <summary>Returns the index range of the elements of a row of the current array. The end is exclusive.</summary>
    protected (int Start, int End) RangeOf(int row) => RangeOf(Array, row);

    /// <summary>Returns the index range of the elements of a row of an array of any list type. The end is exclusive.</summary>
    public static (int Start, int End) RangeOf(IArrowArray array, int row)
    {
        switch (array)
        {
            case ListArray list:
                return (list.ValueOffsets[row], list.ValueOffsets[row + 1]);
            case LargeListArray list:
                return (checked((int)list.ValueOffsets[row]), checked((int)list.ValueOffsets[row + 1]));
            case ListViewArray list:
                return (list.ValueOffsets[row], checked(list.ValueOffsets[row] + list.Sizes[row]));
            case LargeListViewArray list:
                return (checked((int)list.ValueOffsets[row]), checked((int)(list.ValueOffsets[row] + list.Sizes[row])));
            default:
                var size = ((FixedSizeListType)array.Data.DataType).ListSize;
                return ((array.Offset + row) * size, (array.Offset + row + 1) * size);
        }
    }
}
