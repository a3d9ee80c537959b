namespace Blittable.Collections.Storage;

/// <summary>Describes a stripe in a footer.</summary>
/// <remarks>
/// <code>
/// varint  offset of the first block, to which all other offsets are relative
/// block   directory, which is the last block
/// varint  rows
/// varint  size of the documents in bytes before encoding
/// varint  rows without a document, deleted before the stripe was merged from others
/// varint  number of the dictionary, starting at 1; 0 if none
/// varint  first stripe number (<see cref="StripeNumbers"/>); varint count of further numbers
/// rows    deleted rows (<see cref="DeletedRows"/>)
/// </code>
/// </remarks>
internal sealed record StripeReference(long Origin, BlockReference Directory, int Rows, long DocumentBytes, int Hollow, int Dictionary, DeletedRows Deleted)
{
    public StripeNumbers Numbers { get; init; }

    /// <summary>Gets the length in the file, from the first block to the directory.</summary>
    public long Length => Directory.Offset + Directory.StoredLength - Origin;

    public int LiveRows => Rows - Deleted.Count;

    /// <summary>Returns the reference of the stripe at another offset. The stripe itself contains no absolute offsets.</summary>
    public StripeReference MovedTo(long origin) =>
        this with { Origin = origin, Directory = Directory with { Offset = Directory.Offset - Origin + origin } };

    public void Write(DirectoryBuffer output)
    {
        output.WriteCount(Origin);
        Directory.Write(output, Origin);
        output.WriteCount(Rows);
        output.WriteCount(DocumentBytes);
        output.WriteCount(Hollow);
        output.WriteCount(Dictionary);
        output.WriteCount(Numbers.First);
        output.WriteCount(Numbers.Last - Numbers.First);
        Deleted.Write(output);
    }

    /// <summary>Reads a reference.</summary>
    /// <param name="fields">The encoded bytes.</param>
    /// <param name="dictionaries">The number of dictionaries in the collection.</param>
    public static StripeReference Read(ref DirectoryFields fields, int dictionaries)
    {
        var origin = fields.TakeCount("a stripe's offset", long.MaxValue);
        var directory = BlockReference.Read(ref fields, origin);
        var rows = (int)fields.TakeCount("a stripe's rows", CollectionOptions.MaxStripeRows);
        var bytes = fields.TakeCount("the bytes of a stripe's documents", long.MaxValue);
        var hollow = (int)fields.TakeCount("a stripe's rows without a document", rows);
        var dictionary = (int)fields.TakeCount("the number of a stripe's dictionary", dictionaries);
        var first = fields.TakeCount("the first number of a stripe", long.MaxValue);
        var last = first + fields.TakeCount("the numbers of a stripe", long.MaxValue - first);
        return new StripeReference(origin, directory, rows, bytes, hollow, dictionary, DeletedRows.Read(ref fields, rows)) { Numbers = new StripeNumbers(first, last) };
    }
}
