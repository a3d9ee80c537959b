using System.Text.Encodings.Web;
using System.Text.Json;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes the values of a column as JSON properties.</summary>
/// <param name="name">The name of the property.</param>
/// <param name="isNullAbsent">true if a null represents an absent property; false if it represents a JSON null.</param>
/// <param name="values">Writes the values.</param>
internal sealed class FieldReader(string name, bool isNullAbsent, ValueReader values)
{
    private readonly JsonEncodedText _name = JsonEncodedText.Encode(name, JavaScriptEncoder.UnsafeRelaxedJsonEscaping);

    /// <summary>Gets the name of the property.</summary>
    public string Name => name;

    /// <summary>Gets the reader that writes the values.</summary>
    public ValueReader Values => values;

    /// <summary>Writes the property of a row, or nothing if the property is absent.</summary>
    public void Write(Utf8JsonWriter json, int row)
    {
        if (!isNullAbsent || !values.IsNull(row))
        {
            json.WritePropertyName(_name);
            values.Write(json, row);
        }
    }
}
