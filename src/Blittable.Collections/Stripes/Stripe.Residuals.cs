namespace Blittable.Collections.Stripes;

/// <content>Values that are only in residual documents.</content>
internal sealed partial class Stripe
{
    /// <summary>Calls an action for each value of rows that is only in a residual document. Only for stripes that store documents in columns.</summary>
    /// <param name="group">The chunk group.</param>
    /// <param name="rows">Rows of the group, in ascending order.</param>
    /// <param name="action">Receives the index of the row among the rows, and the number of the node with the value: 0 for the whole document.</param>
    /// <exception cref="BlittableException">A page of documents is damaged.</exception>
    public void ForEachResidual(int group, ReadOnlySpan<int> rows, Action<int, int> action)
    {
        if (Directory.Pages[group].Length == 0)
        {
            return;
        }

        var pages = new PageReader(this, group);
        for (var i = 0; i < rows.Length; i++)
        {
            var bytes = pages.Get(rows[i]);
            if (bytes.IsEmpty)
            {
                continue;
            }

            // Node numbers alternate with their values. Reading the document reports a number that is invalid.
            var residual = BlittableValue.OpenStored(bytes.Span, Dictionary);
            for (var place = 0; place < residual.Count; place += 2)
            {
                action(i, residual[place].TryGetInt32(out var node) && (uint)node < (uint)Directory.Nodes.Count ? node : 0);
            }
        }
    }
}
