using Blittable.Collections.Storage;

namespace Blittable.Collections.Stripes.Writing;

/// <content>Stripes written from stripes of another file.</content>
internal sealed partial class StripeWriter
{
    /// <summary>Writes a stripe with the rows of other stripes.</summary>
    /// <param name="schema">A stripe with the schema of the others (<see cref="TransferSchema.CanCombine"/>).</param>
    /// <param name="keepsRows">True if deleted rows keep their numbers; false to leave them out.</param>
    /// <param name="bytes">The size of the documents in bytes before encoding.</param>
    /// <param name="take">Transfers the rows, at least one of which is not deleted.</param>
    /// <exception cref="BlittableException">A block of a stripe is damaged.</exception>
    public StripeReference Rewrite(Stripe schema, bool keepsRows, long bytes, Action<ColumnTransfer> take)
    {
        LoadDictionary();
        var origin = _sink.Position;
        using var transfer = new ColumnTransfer(schema, _options.ChunkRows, keepsRows, _context);
        Require(transfer.Root);
        var indexes = Prepare(transfer.Root, transfer.Nodes, _indexed);
        take(transfer);
        var nodes = transfer.Settle();
        nodes.ForEach(node => node.Columns?.FinishStripe(_context));
        var pages = new List<IReadOnlyList<DocumentPage>>();
        var dictionary = WriteResiduals(transfer.Residuals, pages);
        var rows = transfer.Residuals.Count;
        var layout = new LayoutChoice(
            CollectionLayout.Columns, schema.Directory.Expected.Rows * rows / schema.Rows, schema.Directory.Expected.Columns * rows / schema.Rows);
        return Finish(new StripeReference(origin, default, rows, bytes, 0, dictionary, DeletedRows.None), layout, nodes, pages, indexes);
    }

    /// <summary>Copies the bytes of a stripe.</summary>
    /// <param name="stripe">A stripe that can be copied (<see cref="Stripe.IsCopyable"/>).</param>
    /// <exception cref="BlittableException">A block of the stripe is damaged.</exception>
    public StripeReference Copy(Stripe stripe)
    {
        var origin = _sink.Position;
        foreach (var part in stripe.ReadBytes())
        {
            _sink.WritePlain(part.Span);
        }

        return stripe.Reference.MovedTo(origin) with { Dictionary = 0 };
    }

    /// <summary>Marks the nodes of paths that require columns. A required path stays in the schema even if no document has it.</summary>
    private void Require(SchemaNode root)
    {
        foreach (var path in _required)
        {
            var node = root;
            node.IsRequired = true;
            foreach (var step in path.Steps)
            {
                node = step.IsWildcard ? node.Element : step.Name is { } name ? node.Find(name.Utf8, -1) : null;
                if (node is null)
                {
                    break;
                }

                node.IsRequired = true;
            }
        }
    }
}
