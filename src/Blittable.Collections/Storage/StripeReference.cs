using Blittable.Columns;

namespace Blittable.Collections;

/// <summary>What the footer knows of a stripe.</summary>
/// <remarks>
/// <code>
/// varint  offset of the stripe's first block, to which its other offsets are relative
/// block   directory
/// varint  rows
/// varint  rows that are deleted
/// block   which: a bit a row in words of 8 bytes; only where there are any. Its offset is from the start of the file
/// </code>
/// </remarks>
internal sealed record StripeReference(long Origin, BlockReference Directory, int Rows, int Deleted, BlockReference Mask)
{
    public void Write(DirectoryBuffer output)
    {
        output.WriteCount(Origin);
        Directory.Write(output, Origin);
        output.WriteCount(Rows);
        output.WriteCount(Deleted);
        if (Deleted > 0)
        {
            Mask.Write(output, 0);
        }
    }

    public static StripeReference Read(ref DirectoryFields fields)
    {
        var origin = fields.TakeCount("a stripe's offset", long.MaxValue);
        var directory = BlockReference.Read(ref fields, origin);
        var rows = (int)fields.TakeCount("a stripe's rows", CollectionOptions.MaxStripeRows);
        var deleted = (int)fields.TakeCount("a stripe's deleted rows", rows);
        return new StripeReference(origin, directory, rows, deleted, deleted > 0 ? BlockReference.Read(ref fields, 0) : default);
    }
}
