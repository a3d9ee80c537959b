using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Expressions;

/// <summary>Gives an expression a name.</summary>
internal sealed class NamedExpression(ScanExpression source, string name) : ScanExpression
{
    internal override IEnumerable<BlittablePath> Paths => source.Paths;

    internal override ScanExpression Unnamed => source.Unnamed;

    public override string ToString() => name;

    internal override BoundExpression Bind(QueryPlan plan) => source.Bind(plan);
}
