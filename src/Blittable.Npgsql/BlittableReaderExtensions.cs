using Npgsql;

namespace Blittable.Npgsql;

/// <summary>Reads documents from query results without allocating.</summary>
public static class BlittableReaderExtensions
{
    /// <summary>Gets the document in a <c>bytea</c> column of the current row, as a value over a reusable buffer.</summary>
    /// <param name="reader">A reader that is positioned on a row.</param>
    /// <param name="ordinal">The zero-based column.</param>
    /// <param name="buffer">The buffer that receives the bytes. Its previous contents are overwritten.</param>
    /// <param name="dictionary">The dictionary that the document was written with, or null if it was written without a dictionary.</param>
    /// <returns>The root of the document, with an expansion limit of 2,147,483,591 bytes (<see cref="BlittableValue.WithMaxExpandedBytes"/>), valid until <paramref name="buffer"/> is used for another document.</returns>
    /// <exception cref="BlittableException">The bytes are not a document, or need a dictionary that was not passed.</exception>
    /// <exception cref="InvalidCastException">The column is NULL or is not of type <c>bytea</c>.</exception>
    public static BlittableValue GetBlittable(this NpgsqlDataReader reader, int ordinal, BlittableBuffer buffer, BlittableDictionary? dictionary = null)
    {
        ArgumentNullException.ThrowIfNull(reader);
        ArgumentNullException.ThrowIfNull(buffer);
        var length = checked((int)reader.GetBytes(ordinal, 0, null, 0, 0));
        var bytes = buffer.Reserve(length);
        // GetBytes returns only what is buffered, so a long column takes several calls.
        var read = 0;
        while (read < length)
        {
            read += (int)reader.GetBytes(ordinal, read, bytes, read, length - read);
        }

        return BlittableValue.Open(bytes.AsSpan(0, length), dictionary).WithMaxExpandedBytes(Array.MaxLength);
    }
}
