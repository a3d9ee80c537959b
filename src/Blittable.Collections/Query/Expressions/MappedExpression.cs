using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Expressions;

/// <summary>A value made of another one.</summary>
internal abstract class MappedExpression(ScanExpression source) : ScanExpression
{
    internal override IEnumerable<BlittablePath> Paths => source.Paths;

    protected ScanExpression Source => source;

    internal override BoundExpression Bind(QueryPlan plan) => new Bound(this, source.Bind(plan));

    /// <summary>Gets a value that indicates whether instants become others that only their seconds tell.</summary>
    protected virtual bool MapsSeconds => false;

    /// <summary>What becomes of the seconds of an instant since 1970; null where that is null.</summary>
    protected virtual long? MapSeconds(long seconds) => null;

    /// <summary>What becomes of a value.</summary>
    protected abstract QueryValue Map(in QueryValue value);

    private sealed class Bound(MappedExpression expression, BoundExpression source) : BoundExpression
    {
        public override PathPlan? OnlyPath => source.OnlyPath;

        public override QueryValue OfScalar(in QueryValue scalar) => expression.Map(source.OfScalar(scalar));

        public override QueryValue At(GroupCursor cursor, int row) => expression.Map(source.At(cursor, row));

        public override QueryValue Of(BlittableValue root) => expression.Map(source.Of(root));

        public override PathPlan? Instants => expression.MapsSeconds ? source.Path : null;

        public override long? MapSeconds(long seconds) => expression.MapSeconds(seconds);
    }
}
