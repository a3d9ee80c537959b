using System.Text.Encodings.Web;
using System.Text.Json;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes a column as a property of each row.</summary>
/// <param name="name">The name of the property.</param>
/// <param name="isNullAbsent">Whether a null is a property that the row does not have, instead of a JSON null.</param>
/// <param name="values">Writes the values.</param>
internal sealed class FieldReader(string name, bool isNullAbsent, ValueReader values)
{
    private readonly JsonEncodedText _name = JsonEncodedText.Encode(name, JavaScriptEncoder.UnsafeRelaxedJsonEscaping);

    /// <summary>Gets the name of the property.</summary>
    public string Name => name;

    /// <summary>Gets the writer of the values.</summary>
    public ValueReader Values => values;

    /// <summary>Writes the property of a row.</summary>
    public void Write(Utf8JsonWriter json, int row)
    {
        if (!isNullAbsent || !values.IsNull(row))
        {
            json.WritePropertyName(_name);
            values.Write(json, row);
        }
    }
}
