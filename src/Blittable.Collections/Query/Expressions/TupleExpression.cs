using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Looks up a row of a table by a composite key.</summary>
/// <param name="table">The table.</param>
/// <param name="keys">The keys.</param>
/// <param name="column">The column name, or null to return true if the row exists and null otherwise.</param>
internal sealed class TupleExpression(CollectionLookup table, ScanExpression[] keys, string? column) : ScanExpression
{
    private readonly int _column = column is null ? -1 : table.IndexOf(column);

    public ScanExpression[] Keys => keys;

    internal override IEnumerable<BlittablePath> Paths => keys.SelectMany(key => key.Paths);

    public override string ToString() => $"lookup({string.Join(", ", (object[])keys)}){(column is null ? "" : $".{column}")}";

    internal override BoundExpression Bind(QueryPlan plan) => new Bound(table, Array.ConvertAll(keys, key => key.Bind(plan)), _column);

    private sealed class Bound(CollectionLookup table, BoundExpression[] keys, int column) : BoundExpression
    {
        public override QueryValue At(GroupCursor cursor, int row) => Find(Array.ConvertAll(keys, key => key.At(cursor, row)));

        public override QueryValue Of(BlittableValue root)
        {
            var values = new QueryValue[keys.Length];
            for (var i = 0; i < values.Length; i++)
            {
                values[i] = keys[i].Of(root);
            }

            return Find(values);
        }

        private QueryValue Find(QueryValue[] values) =>
            !table.TryGet(values, Math.Max(column, 0), out var found) ? QueryValue.Null
            : column < 0 ? QueryValue.FromBoolean(true)
            : found.Scalar;
    }
}
