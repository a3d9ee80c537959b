using System.Text.Json;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes the values of a Variant column, whether shredded or not, as JSON.</summary>
/// <param name="metadata">The index of the metadata field in the group.</param>
/// <param name="value">Writes the value.</param>
internal sealed class VariantColumnReader(int metadata, ShreddedValue value) : ArrayReader<StructArray>
{
    private readonly EncodedBytes _metadata = new();

    protected override void Take(IArrowArray array)
    {
        base.Take(array);
        if (!_metadata.TryBind(Array.Fields[metadata]))
        {
            throw Unexpected(Array.Fields[metadata]);
        }

        value.Bind(Array);
    }

    protected override void WriteValue(Utf8JsonWriter json, int row)
    {
        // A null leaves no metadata, which the decoder refuses when it needs some.
        _metadata.TryGet(row, out var names);
        value.Write(json, row, names);
    }
}
