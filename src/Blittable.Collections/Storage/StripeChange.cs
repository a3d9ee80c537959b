namespace Blittable.Collections.Storage;

/// <summary>Represents the rows that a commit deletes in an existing stripe.</summary>
/// <remarks>
/// <code>
/// varint  number of the stripe
/// u8      0: additional deleted rows; 1: all deleted rows (<see cref="DeletedRows"/>)
/// rows
/// </code>
/// </remarks>
internal sealed record StripeChange(int Stripe, int[]? Added, DeletedRows? All)
{
    public void Write(DirectoryBuffer output)
    {
        output.WriteCount(Stripe);
        output.WriteByte((byte)(Added is null ? 1 : 0));
        if (Added is not null)
        {
            DeletedRows.WriteRows(output, Added);
        }
        else
        {
            All!.Write(output);
        }
    }

    public static StripeChange Read(ref DirectoryFields fields, int stripes)
    {
        var stripe = (int)fields.TakeCount("a stripe number", Math.Max(0, stripes - 1));
        return fields.TakeByte("the encoding of deleted rows", 1) == 0
            ? new StripeChange(stripe, DeletedRows.ReadRows(ref fields, CollectionOptions.MaxStripeRows), null)
            : new StripeChange(stripe, null, DeletedRows.Read(ref fields, CollectionOptions.MaxStripeRows));
    }

    /// <summary>Returns the reference of the changed stripe.</summary>
    public StripeReference Apply(StripeReference before)
    {
        var deleted = All ?? before.Deleted.With(Added!);
        if (deleted.Count > before.Rows || (deleted.Rows is [.., var last] && last >= before.Rows))
        {
            Layout.ThrowHelper.InvalidData($"deleted rows of a stripe of {before.Rows}", $"{deleted.Count}");
        }

        return before with { Deleted = deleted };
    }
}
