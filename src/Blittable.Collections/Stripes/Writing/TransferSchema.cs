using Blittable.Columns;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Determines which stripes can be transferred column by column (<see cref="ColumnTransfer"/>), and copies their schema.</summary>
internal static class TransferSchema
{
    /// <summary>The maximum number of elements of a path in a chunk group. A new group can contain the elements of two groups.</summary>
    private const int MostElements = ColumnHeader.MaxRows / 2;

    /// <summary>The approximate size of a value in memory, in addition to its text.</summary>
    private const int ValueBytes = 16;

    /// <summary>Determines whether the rows of a stripe can be transferred to a stripe without its deleted rows.</summary>
    /// <remarks>If most rows are gone, paths that were too rare for a column may deserve one, so the schema is inferred again.</remarks>
    public static bool IsPossible(Stripe stripe) =>
        !stripe.AreDocumentsKept && !IsIrregular(stripe)
        && ((stripe.Reference.Hollow == 0 && stripe.Reference.LiveRows > stripe.Rows / 2) || HasAllColumns(stripe));

    /// <summary>Determines whether stripes can be combined. Paths that a small stripe has no columns for may have columns in a large one, so all paths must have
    /// columns.</summary>
    public static bool CanCombine(IReadOnlyList<Stripe> stripes)
    {
        foreach (var stripe in stripes)
        {
            if (!IsPossible(stripe) || !HasAllColumns(stripe) || !HasSameSchema(stripe.Directory.Nodes, stripes[0].Directory.Nodes))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Returns the approximate size of a stripe's values in memory, in bytes. Documents that share values are smaller than their values.</summary>
    public static long SizeOf(Stripe stripe)
    {
        long size = 0;
        foreach (var node in stripe.Directory.Nodes)
        {
            for (var kind = ColumnKind.Number; kind <= ColumnKind.Ends; kind++)
            {
                for (var group = 0; node.Column(kind) is { } column && group < stripe.GroupCount; group++)
                {
                    size += column.Chunk(group).JsonBytes + ((long)ValueBytes * column.Chunk(group).Values);
                }
            }
        }

        return size;
    }

    /// <summary>Creates the nodes of a new stripe with the schema and the numbers of existing ones.</summary>
    public static SchemaNode[] Copy(IReadOnlyList<StripeNode> nodes)
    {
        var copies = new SchemaNode[nodes.Count];
        for (var i = 0; i < copies.Length; i++)
        {
            var node = nodes[i];
            var parent = node.Parent is null ? null : copies[node.Parent.Number];
            copies[i] = parent is null ? new SchemaNode(null, [], isElement: false)
                : node.IsElement ? parent.GetElement()
                : parent.Insert(parent.Children.Count, node.Name, 0);
            copies[i].Number = i;
            copies[i].IsResidual = node.IsResidual;
            copies[i].LeftOut = node.IsOpen ? 1 : 0;
        }

        return copies;
    }

    private static bool HasAllColumns(Stripe stripe) => !stripe.Directory.Nodes.Any(node => node.IsResidual || node.IsOpen);

    private static bool HasSameSchema(IReadOnlyList<StripeNode> nodes, IReadOnlyList<StripeNode> others)
    {
        var isSame = nodes.Count == others.Count;
        for (var i = 0; isSame && nodes != others && i < nodes.Count; i++)
        {
            isSame = nodes[i].Parent?.Number == others[i].Parent?.Number && nodes[i].IsElement == others[i].IsElement
                && nodes[i].IsResidual == others[i].IsResidual && nodes[i].Name.AsSpan().SequenceEqual(others[i].Name);
        }

        return isSame;
    }

    /// <summary>Determines whether a path has too many elements, or a residual path has paths below it, which occurs only in damaged files.</summary>
    private static bool IsIrregular(Stripe stripe)
    {
        foreach (var node in stripe.Directory.Nodes)
        {
            if (node.Parent is { IsResidual: true })
            {
                return true;
            }

            for (var group = 0; node.Ends is { } ends && group < stripe.GroupCount; group++)
            {
                if (ends.Chunk(group).Max > MostElements)
                {
                    return true;
                }
            }
        }

        return false;
    }
}
