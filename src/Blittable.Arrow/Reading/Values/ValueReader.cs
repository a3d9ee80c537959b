using System.Text.Json;
using Apache.Arrow;

namespace Blittable.Arrow.Reading.Values;

/// <summary>Writes the values of a column or nested field as JSON. Not thread-safe.</summary>
internal abstract class ValueReader
{
    private IArrowArray? _array;
    private bool _hasNulls;

    /// <summary>Sets the array to read rows from.</summary>
    /// <exception cref="InvalidDataException">The type of the array differs from the schema.</exception>
    public void Bind(IArrowArray array)
    {
        array = Unwrap(array);
        _array = array;
        _hasNulls = HasOwnNulls && array.NullCount != 0;
        Take(array);
    }

    /// <summary>Returns the storage of an array of an extension type, and other arrays unchanged.</summary>
    public static IArrowArray Unwrap(IArrowArray array)
    {
        while (array is ExtensionArray extension)
        {
            array = extension.Storage;
        }

        return array;
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

    /// <summary>Writes a range of values, such as the elements of a list.</summary>
    /// <param name="json">Receives the values.</param>
    /// <param name="start">The first value.</param>
    /// <param name="end">The end of the range, exclusive.</param>
    public virtual void WriteAll(Utf8JsonWriter json, int start, int end)
    {
        for (var i = start; i < end; i++)
        {
            Write(json, i);
        }
    }

    /// <summary>Gets a value that indicates whether arrays of this type have a validity bitmap.</summary>
    protected virtual bool HasOwnNulls => true;

    /// <summary>Writes a non-null value.</summary>
    protected abstract void WriteValue(Utf8JsonWriter json, int row);

    /// <summary>Sets the array to read rows from, after extension types are unwrapped.</summary>
    protected abstract void Take(IArrowArray array);

    /// <summary>Creates the exception for an array whose type differs from the schema.</summary>
    protected static InvalidDataException Unexpected(IArrowArray array) =>
        new($"its values are stored in a {array.GetType().Name}, which does not match its type");
}
