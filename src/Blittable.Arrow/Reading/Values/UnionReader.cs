using System.Text.Json;
using Apache.Arrow;
using Apache.Arrow.Types;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes the values of unions as JSON. The JSON does not include the type of the value.</summary>
internal sealed class UnionReader : ArrayReader<UnionArray>
{
    private readonly IReadOnlyList<ValueReader> _alternatives;
    private readonly int[] _indexes = new int[256];

    /// <summary>Creates the reader of a union.</summary>
    /// <param name="type">The union type, which defines the codes of its alternatives.</param>
    /// <param name="alternatives">The readers that write the values of each alternative.</param>
    public UnionReader(UnionType type, IReadOnlyList<ValueReader> alternatives)
    {
        _alternatives = alternatives;
        System.Array.Fill(_indexes, -1);
        for (var i = 0; i < type.TypeIds.Length; i++)
        {
            _indexes[(byte)type.TypeIds[i]] = i;
        }
    }

    protected override bool HasOwnNulls => false;

    public override bool IsNull(int row)
    {
        var (alternative, index) = Find(row);
        return alternative.IsNull(index);
    }

    protected override void Take(IArrowArray array)
    {
        base.Take(array);
        for (var i = 0; i < _alternatives.Count; i++)
        {
            _alternatives[i].Bind(Array.Fields[i]);
        }
    }

    protected override void WriteValue(Utf8JsonWriter json, int row)
    {
        var (alternative, index) = Find(row);
        alternative.Write(json, index);
    }

    private (ValueReader Alternative, int Index) Find(int row)
    {
        var code = Array.TypeIds[row];
        return _indexes[code] < 0 ? throw new InvalidDataException($"its union does not define the type code {code}")
            : (_alternatives[_indexes[code]], Array is DenseUnionArray dense ? dense.ValueOffsets[row] : row);
    }
}
