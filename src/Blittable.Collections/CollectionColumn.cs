using Blittable.Columns;

namespace Blittable.Collections;

/// <summary>Describes how a collection stores the values of one kind at one path.</summary>
/// <param name="Path">The path.</param>
/// <param name="Type">The type. For numbers, the widest type of all chunks: <see cref="ColumnType.Int64"/>, <see cref="ColumnType.Decimal"/> or
/// <see cref="ColumnType.Double"/>.</param>
/// <param name="Encodings">The chunk encodings, most frequent first.</param>
/// <param name="Values">The number of values.</param>
/// <param name="Bytes">The size of the chunks, including symbol tables and the text forms of numbers and dates.</param>
/// <param name="JsonBytes">The size of the values as JSON: strings and dates including quotation marks and escapes, but no names, commas, brackets or white
/// space.</param>
/// <param name="Min">The smallest value as text, or a prefix of it for a long string.</param>
/// <param name="Max">The greatest value as text, or a prefix of it for a long string.</param>
public sealed record CollectionColumn(
    string Path, ColumnType Type, IReadOnlyList<string> Encodings, long Values, long Bytes, long JsonBytes, string Min, string Max)
{
    /// <summary>Gets the column size relative to the JSON size of the values: 0.1 for a tenth.</summary>
    public double Ratio => JsonBytes == 0 ? 0 : (double)Bytes / JsonBytes;
}
