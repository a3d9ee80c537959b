namespace Blittable.Collections.Storage;

/// <summary>The rows of a stripe that are deleted. Immutable.</summary>
/// <remarks>
/// <code>
/// varint  how many
/// where there are any:
///   block   a bit a row in words of 8 bytes, its offset from the start of the file; a length of zero for none
///   rows    those that the mask does not have
/// </code>
/// Rows are a varint that counts them, then the first row and the distances from row to row, each a varint. Few deletions cost a few bytes that way, whatever the
/// stripe's size, and many cost a bit a row.
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

    /// <summary>The mask, which most stripes do without.</summary>
    public BlockReference Mask { get; }

    /// <summary>The rows that the mask does not have, in their order.</summary>
    public ReadOnlySpan<int> Rows => _rows;

    /// <summary>These and others, which are not among them.</summary>
    /// <param name="others">Rows in their order.</param>
    public DeletedRows With(ReadOnlySpan<int> others)
    {
        int[] rows = [.. _rows, .. others];
        Array.Sort(rows);
        return new DeletedRows(Count + others.Length, Mask, rows);
    }

    /// <summary>The rows that an earlier state lacks; false where it had another mask.</summary>
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
    /// <param name="fields">The bytes written.</param>
    /// <param name="rows">All rows of the stripe.</param>
    public static DeletedRows Read(ref DirectoryFields fields, int rows)
    {
        var count = (int)fields.TakeCount("a stripe's deleted rows", rows);
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
