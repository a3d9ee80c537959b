using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Computes a value from another one.</summary>
internal abstract class MappedExpression(ScanExpression source) : ScanExpression
{
    public ScanExpression Source => source;

    internal override IEnumerable<BlittablePath> Paths => source.Paths;

    internal override BoundExpression Bind(QueryPlan plan) => new Bound(this, source.Bind(plan));

    /// <summary>Gets a value that indicates whether instants are mapped to instants that depend only on their seconds.</summary>
    protected virtual bool MapsSeconds => false;

    /// <summary>Maps the seconds of an instant since 1970. Returns null if the result is null.</summary>
    protected virtual long? MapSeconds(long seconds) => null;

    /// <summary>Gets the seconds of the intervals to whose start instants are mapped; 0 if the intervals consist of different numbers of days.</summary>
    protected virtual long IntervalSeconds => 0;

    /// <summary>Maps a value.</summary>
    protected abstract QueryValue Map(in QueryValue value);

    private sealed class Bound(MappedExpression expression, BoundExpression source) : BoundExpression
    {
        public override PathPlan? OnlyPath => source.OnlyPath;

        public override QueryValue OfScalar(in QueryValue scalar) => expression.Map(source.OfScalar(scalar));

        public override QueryValue At(GroupCursor cursor, int row) => expression.Map(source.At(cursor, row));

        public override QueryValue Of(BlittableValue root) => expression.Map(source.Of(root));

        public override PathPlan? Instants => expression.MapsSeconds ? source.Path : null;

        public override long? MapSeconds(long seconds) => expression.MapSeconds(seconds);

        public override long IntervalSeconds => expression.IntervalSeconds;
    }
}
