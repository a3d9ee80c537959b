using Npgsql;

namespace Blittable.Npgsql;

/// <summary>Reads documents from results without allocating.</summary>
public static class BlittableReaderExtensions
{
    /// <summary>Gets the document in a <c>bytea</c> column of the current row, as a value over a buffer that is used again and again.</summary>
    /// <param name="reader">A reader that stands on a row.</param>
    /// <param name="ordinal">The column, from 0.</param>
    /// <param name="buffer">Takes the bytes; what it held before is gone.</param>
    /// <param name="dictionary">The dictionary that the document was written with, if it was written with one.</param>
    /// <returns>The document's root, valid until <paramref name="buffer"/> is used for the next one.</returns>
    /// <exception cref="BlittableException">The bytes are not a document, or need a dictionary that was not given.</exception>
    /// <exception cref="InvalidCastException">The column is NULL, or not <c>bytea</c>.</exception>
    public static BlittableValue GetBlittable(this NpgsqlDataReader reader, int ordinal, BlittableBuffer buffer, BlittableDictionary? dictionary = null)
    {
        ArgumentNullException.ThrowIfNull(reader);
        ArgumentNullException.ThrowIfNull(buffer);
        var length = checked((int)reader.GetBytes(ordinal, 0, null, 0, 0));
        var bytes = buffer.Reserve(length);
        // Npgsql gives what it has; a long column comes in pieces.
        var read = 0;
        while (read < length)
        {
            read += (int)reader.GetBytes(ordinal, read, bytes, read, length - read);
        }

        return BlittableValue.Open(bytes.AsSpan(0, length), dictionary);
    }
}
