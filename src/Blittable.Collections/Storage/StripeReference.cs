namespace Blittable.Collections.Storage;

/// <summary>Describes a stripe in a footer.</summary>
/// <remarks>
/// <code>
/// varint  offset of the stripe's first block, to which its other offsets are relative
/// block   directory, which is the stripe's last block
/// varint  rows
/// varint  bytes that its documents had before they were encoded
/// varint  rows without a document: they were deleted before the stripe was merged from others
/// varint  number of its dictionary, from 1 on; 0 for none
/// varint  first of its numbers (<see cref="StripeNumbers"/>); varint the others that it has
/// rows    deleted ones (<see cref="DeletedRows"/>)
/// </code>
/// </remarks>
internal sealed record StripeReference(long Origin, BlockReference Directory, int Rows, long DocumentBytes, int Hollow, int Dictionary, DeletedRows Deleted)
{
    public StripeNumbers Numbers { get; init; }

    /// <summary>The bytes in the file, from the first block to the directory.</summary>
    public long Length => Directory.Offset + Directory.StoredLength - Origin;

    public int LiveRows => Rows - Deleted.Count;

    /// <summary>The same stripe elsewhere: nothing in it but this reference knows where it is.</summary>
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
    /// <param name="fields">The bytes written.</param>
    /// <param name="dictionaries">The number of dictionaries that the collection has.</param>
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
