namespace Blittable.Collections.Storage;

/// <summary>Describes a stripe in a footer.</summary>
/// <remarks>
/// <code>
/// varint  offset of the first block, to which all other offsets are relative
/// block   directory, which is the last block; a length of zero if all rows are deleted and the stripe has no blocks
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

    /// <summary>Gets a value that indicates whether the stripe has no blocks: all its rows are deleted, and it only keeps their numbers.</summary>
    public bool IsGone => !Directory.Exists;

    /// <summary>Gets the length in the file, from the first block to the directory.</summary>
    public long Length => Directory.Offset + Directory.StoredLength - Origin;

    public int LiveRows => Rows - Deleted.Count;

    /// <summary>Gets the approximate size of the documents that are not deleted, in bytes before encoding.</summary>
    public long LiveBytes => (long)((Int128)DocumentBytes * LiveRows / Math.Max(1, Rows - Hollow));

    /// <summary>Creates the reference of a stripe without blocks.</summary>
    /// <param name="origin">The end of the file, so no other stripe of a later commit has the same offset.</param>
    /// <param name="rows">The number of rows.</param>
    /// <param name="numbers">The numbers of the stripes that it replaces.</param>
    public static StripeReference Gone(long origin, int rows, StripeNumbers numbers) =>
        new(origin, new BlockReference(origin, 0, 0, BlockCompression.None, 0), rows, 0, rows, 0, new DeletedRows(rows, default, [])) { Numbers = numbers };

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
        var origin = fields.TakeCount("a stripe offset", long.MaxValue);
        var directory = BlockReference.Read(ref fields, origin);
        var rows = (int)fields.TakeCount("the number of rows in a stripe", CollectionOptions.MaxStripeRows);
        var bytes = fields.TakeCount("the document bytes of a stripe", long.MaxValue);
        var hollow = (int)fields.TakeCount("the number of rows without a document", rows);
        var dictionary = (int)fields.TakeCount("a dictionary number", dictionaries);
        var first = fields.TakeCount("the first number of a stripe", long.MaxValue);
        var last = first + fields.TakeCount("the numbers of a stripe", long.MaxValue - first);
        var deleted = DeletedRows.Read(ref fields, rows);
        if (!directory.Exists && deleted.Count != rows)
        {
            Layout.ThrowHelper.InvalidData($"a stripe without blocks whose {rows} rows are deleted", $"{deleted.Count} deleted rows", origin);
        }

        return new StripeReference(origin, directory, rows, bytes, hollow, dictionary, deleted) { Numbers = new StripeNumbers(first, last) };
    }
}
