using Blittable.Columns;

namespace Blittable.Collections;

/// <summary>Describes how a collection stores the values of one kind at one path.</summary>
/// <param name="Path">The path.</param>
/// <param name="Type">
/// The kind: numbers are <see cref="ColumnType.Int64"/>, <see cref="ColumnType.Decimal"/> or <see cref="ColumnType.Double"/>, the widest of
/// all chunks.
/// </param>
/// <param name="Encodings">How chunks are encoded, the most frequent way first.</param>
/// <param name="Values">The values.</param>
/// <param name="Bytes">The bytes of the chunks, of their symbol tables, and of what tells the texts of their numbers and dates.</param>
/// <param name="JsonBytes">
/// The bytes that the values take as JSON text: strings and dates with their quotation marks and escapes, but no names, commas, brackets or
/// white space.
/// </param>
/// <param name="Min">The least value as text; of a long string the first bytes.</param>
/// <param name="Max">The greatest value as text, likewise.</param>
public sealed record CollectionColumn(
    string Path, ColumnType Type, IReadOnlyList<string> Encodings, long Values, long Bytes, long JsonBytes, string Min, string Max)
{
    /// <summary>Gets the bytes of the column for one of the values' JSON text: 0.1 where the column takes a tenth of it.</summary>
    public double Ratio => JsonBytes == 0 ? 0 : (double)Bytes / JsonBytes;
}
