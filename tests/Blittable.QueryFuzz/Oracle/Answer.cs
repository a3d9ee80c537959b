namespace Blittable.QueryFuzz.Oracle;

/// <summary>The expected rows of a query.</summary>
internal sealed record Answer(string[] Labels, List<Value[]> Rows)
{
    public override string ToString() => string.Join('\n', Rows.Take(40).Select(row => $"    {string.Join(" | ", (object[])row)}").Prepend($"    [{string.Join(" | ", Labels)}] {Rows.Count} rows"));
}
