using System.Text.Json;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes the values of dictionary-encoded and run-end-encoded arrays as JSON.</summary>
/// <param name="values">Writes the distinct values.</param>
internal sealed class IndirectReader(ValueReader values) : ArrayReader<IArrowArray>
{
    protected override bool HasOwnNulls => false;

    /// <summary>Returns the index of the value of a row in the dictionary.</summary>
    public static int IndexOf(DictionaryArray array, int row) => checked(array.Indices switch
    {
        Int8Array indexes => indexes.Values[row],
        UInt8Array indexes => indexes.Values[row],
        Int16Array indexes => indexes.Values[row],
        UInt16Array indexes => indexes.Values[row],
        Int32Array indexes => indexes.Values[row],
        UInt32Array indexes => (int)indexes.Values[row],
        Int64Array indexes => (int)indexes.Values[row],
        UInt64Array indexes => (int)indexes.Values[row],
        _ => throw Unexpected(array.Indices),
    });

    /// <summary>Finds the value of a row of an array that may be dictionary-encoded or run-end encoded.</summary>
    /// <returns>The array that contains the value and its index, or a null array if the value is null.</returns>
    public static (IArrowArray? Values, int Index) Resolve(IArrowArray array, int row) => array switch
    {
        ExtensionArray extension => Resolve(extension.Storage, row),
        RunEndEncodedArray runs => Resolve(runs.Values, runs.FindPhysicalIndex(row)),
        _ when array.IsNull(row) => (null, 0),
        DictionaryArray dictionary => Resolve(dictionary.Dictionary, IndexOf(dictionary, row)),
        _ => (array, row),
    };

    public override bool IsNull(int row) => (Array is DictionaryArray dictionary && dictionary.IsNull(row)) || values.IsNull(Find(row));

    protected override void Take(IArrowArray array)
    {
        base.Take(array);
        values.Bind(array switch
        {
            DictionaryArray dictionary => dictionary.Dictionary,
            RunEndEncodedArray runs => runs.Values,
            _ => throw Unexpected(array),
        });
    }

    protected override void WriteValue(Utf8JsonWriter json, int row) => values.Write(json, Find(row));

    private int Find(int row) => Array is DictionaryArray dictionary ? IndexOf(dictionary, row) : ((RunEndEncodedArray)Array).FindPhysicalIndex(row);
}
