using Blittable.Collections.Storage;
using Blittable.Collections.Stripes.Indexes;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Writes the directory of a stripe in the format that <see cref="StripeDirectory"/> describes.</summary>
internal static class StripeDirectoryWriter
{
    public static void Write(
        DirectoryBuffer output, long origin, LayoutChoice layout, int chunkRows, int rows, List<SchemaNode> nodes,
        Dictionary<int, BlockReference> tables, List<IReadOnlyList<DocumentPage>> pages, StripeIndex[] indexes)
    {
        output.WriteByte(StripeDirectory.Version);
        output.WriteByte((byte)layout.Layout);
        output.WriteCount(layout.RowBytes);
        output.WriteCount(layout.ColumnBytes);
        output.WriteCount(rows);
        output.WriteCount(chunkRows);
        output.WriteCount(nodes.Count);
        foreach (var node in nodes)
        {
            WriteNode(output, origin, node, tables);
        }

        foreach (var group in pages)
        {
            output.WriteCount(group.Count);
            foreach (var page in group)
            {
                output.WriteCount(page.Rows);
                page.Block.Write(output, origin);
            }
        }

        output.WriteCount(indexes.Length);
        foreach (var index in indexes)
        {
            index.Write(output, origin);
        }
    }

    private static void WriteNode(DirectoryBuffer output, long origin, SchemaNode node, Dictionary<int, BlockReference> tables)
    {
        var columns = node.Columns;
        var hasTable = tables.TryGetValue(node.Number, out var table);
        var dictionary = columns?.Dictionary ?? default;
        var flags = (node.IsElement ? NodeFlags.Element : 0) | (node.IsResidual ? NodeFlags.Residual : 0) | (hasTable ? NodeFlags.Symbols : 0)
            | (node.IsOpen ? NodeFlags.Open : 0) | (dictionary.Exists ? NodeFlags.Dictionary : 0);
        for (var kind = ColumnKind.Number; columns is not null && kind <= ColumnKind.Ends; kind++)
        {
            flags |= columns.Chunks(kind) is null ? 0 : NodeFlagsOf.Kind(kind);
        }

        output.WriteCount((long)flags);
        output.WriteCount(node.Parent is null ? 0 : node.Parent.Number);
        if (!node.IsElement)
        {
            output.WriteBytes(node.Name);
        }

        var contents = new DirectoryBuffer();
        if (columns is not null)
        {
            WriteContents(contents, origin, columns);
        }

        if (hasTable)
        {
            table.Write(contents, origin);
        }

        if (dictionary.Exists)
        {
            dictionary.Write(contents, origin);
        }

        foreach (var (kind, block) in columns?.Filters ?? [])
        {
            contents.WriteByte((byte)kind);
            block.Write(contents, origin);
        }

        output.WriteBytes(contents.Written);
    }

    private static void WriteContents(DirectoryBuffer output, long origin, NodeColumns columns)
    {
        foreach (var (constant, block) in columns.States)
        {
            output.WriteByte(block.Exists ? NodeContents.StatesDiffer : (byte)constant);
            if (block.Exists)
            {
                block.Write(output, origin);
            }
        }

        for (var kind = ColumnKind.Number; kind <= ColumnKind.Ends; kind++)
        {
            foreach (var chunk in columns.Chunks(kind) ?? [])
            {
                chunk.Write(output, origin);
            }
        }
    }
}
