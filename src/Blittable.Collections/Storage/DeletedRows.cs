namespace Blittable.Collections.Storage;

/// <summary>Represents the deleted rows of a stripe. Immutable.</summary>
/// <remarks>
/// <code>
/// varint  number of deleted rows
/// if there are any:
///   block   mask with one bit per row in 8-byte words, its offset from the start of the file; zero length if there is none
///   rows    rows that are not in the mask
/// </code>
/// Rows are encoded as the number of rows, the first row, and the distances between consecutive rows, each a varint. A few deletions thus cost a few bytes,
/// regardless of the size of the stripe, and many cost one bit per row.
/// </remarks>
internal sealed class DeletedRows
{
    public static readonly DeletedRows None = new(0, default, []);

    private readonly int[] _rows;

    public DeletedRows(int count, BlockReference mask, int[] rows)
    {
        Count = count;
        Mask = mask;
        _rows = rows;
    }

    public int Count { get; }

    /// <summary>Gets the mask, which most stripes do not have.</summary>
    public BlockReference Mask { get; }

    /// <summary>Gets the rows that are not in the mask, in ascending order.</summary>
    public ReadOnlySpan<int> Rows => _rows;

    /// <summary>Returns the deleted rows with additional ones.</summary>
    /// <param name="others">The additional rows, in ascending order. They must not be deleted yet.</param>
    public DeletedRows With(ReadOnlySpan<int> others)
    {
        int[] rows = [.. _rows, .. others];
        Array.Sort(rows);
        return new DeletedRows(Count + others.Length, Mask, rows);
    }

    /// <summary>Determines whether the rows are equal and stored in the same way.</summary>
    public bool HasSameRows(DeletedRows other) => Mask == other.Mask && Rows.SequenceEqual(other.Rows);

    /// <summary>Gets the rows that were deleted after an earlier state. Returns false if that state has another mask.</summary>
    public bool TryCompare(DeletedRows earlier, out int[] added)
    {
        if (Mask != earlier.Mask)
        {
            added = [];
            return false;
        }

        var before = new HashSet<int>(earlier._rows);
        added = [.. _rows.Where(row => !before.Contains(row))];
        return true;
    }

    public void Write(DirectoryBuffer output)
    {
        output.WriteCount(Count);
        if (Count > 0)
        {
            Mask.Write(output, 0);
            WriteRows(output, _rows);
        }
    }

    public static void WriteRows(DirectoryBuffer output, ReadOnlySpan<int> rows)
    {
        output.WriteCount(rows.Length);
        var last = 0;
        foreach (var row in rows)
        {
            output.WriteCount(row - last);
            last = row;
        }
    }

    /// <summary>Reads the deleted rows of a stripe.</summary>
    /// <param name="fields">The encoded bytes.</param>
    /// <param name="rows">The number of rows in the stripe.</param>
    public static DeletedRows Read(ref DirectoryFields fields, int rows)
    {
        var count = (int)fields.TakeCount("the number of deleted rows", rows);
        if (count == 0)
        {
            return None;
        }

        var mask = BlockReference.Read(ref fields, 0);
        return new DeletedRows(count, mask, ReadRows(ref fields, rows));
    }

    public static int[] ReadRows(ref DirectoryFields fields, int rows)
    {
        var list = new int[fields.TakeLength("the number of deleted rows")];
        var last = 0;
        for (var i = 0; i < list.Length; i++)
        {
            list[i] = last += (int)fields.TakeCount("a deleted row", rows - 1 - last);
        }

        return list;
    }
}
