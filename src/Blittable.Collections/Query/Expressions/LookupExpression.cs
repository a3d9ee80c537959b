namespace Blittable.Collections.Query.Expressions;

/// <summary>Returns a column of a table for a key.</summary>
internal sealed class LookupExpression(CollectionLookup table, ScanExpression key, string column) : MappedExpression(key)
{
    private readonly int _column = table.IndexOf(column);

    public override string ToString() => $"lookup({Source}).{column}";

    protected override QueryValue Map(in QueryValue value) => table.TryGet(value, _column, out var found) ? found.Scalar : QueryValue.Null;
}
