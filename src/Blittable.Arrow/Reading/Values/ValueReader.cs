using System.Text.Json;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes the values of one column, or of a part of one, as JSON. One thread at a time may use it.</summary>
internal abstract class ValueReader
{
    private IArrowArray? _array;
    private bool _hasNulls;

    /// <summary>Takes the array that the following rows are of.</summary>
    /// <exception cref="InvalidDataException">The array is not of the type that the schema says.</exception>
    public void Bind(IArrowArray array)
    {
        while (array is ExtensionArray extension)
        {
            array = extension.Storage;
        }

        _array = array;
        _hasNulls = HasOwnNulls && array.NullCount != 0;
        Take(array);
    }

    /// <summary>Determines whether a value is null.</summary>
    public virtual bool IsNull(int row) => _hasNulls && _array!.IsNull(row);

    /// <summary>Writes a value, or null.</summary>
    public void Write(Utf8JsonWriter json, int row)
    {
        if (IsNull(row))
        {
            json.WriteNullValue();
        }
        else
        {
            WriteValue(json, row);
        }
    }

    /// <summary>Gets whether arrays of the type mark nulls themselves.</summary>
    protected virtual bool HasOwnNulls => true;

    /// <summary>Writes a value that is not null.</summary>
    protected abstract void WriteValue(Utf8JsonWriter json, int row);

    /// <summary>Takes the array that the following rows are of.</summary>
    protected abstract void Take(IArrowArray array);

    /// <summary>The exception for an array of another type than the schema says.</summary>
    protected static InvalidDataException Unexpected(IArrowArray array) => new($"its values are a {array.GetType().Name}, contrary to its type");
}
