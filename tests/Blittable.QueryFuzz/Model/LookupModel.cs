using Blittable.Collections;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Model;

/// <summary>A table to join with, created by a query over some documents: one row per key, stored in a file beyond a memory limit.</summary>
internal sealed record LookupModel(PathModel Key, PathModel Column, string[] Documents, long? Limit)
{
    private readonly Dictionary<string, Value> _rows = Read(Key, Column, Documents);

    /// <summary>Gets the keys.</summary>
    public IEnumerable<string> Keys => _rows.Keys;

    public Value Find(Value key) => key.Scalar.Kind != Kind.Null && _rows.TryGetValue(key.ToKey(), out var found) ? found.Scalar : Value.Null;

    public bool Contains(Value key) => key.Scalar.Kind != Kind.Null && _rows.ContainsKey(key.ToKey());

    public CollectionLookup ToLibrary()
    {
        using var reader = OtherCollection.Open(Documents, CollectionLayout.Columns);
        var scan = Limit is { } limit ? reader.Scan().WithAnyMemoryLimit(limit) : reader.Scan();
        return CollectionLookup.From(scan.Select(ScanExpression.Path(Key.Text).As("key"), ScanExpression.Path(Column.Text).As("column")));
    }

    public override string ToString() =>
        $"CollectionLookup.From(other.Scan(){(Limit is null ? "" : $".WithAnyMemoryLimit({Limit})")}.Select({Key}, {Column})) /* other: {string.Join(' ', Documents)} */";

    private static Dictionary<string, Value> Read(PathModel key, PathModel column, string[] documents)
    {
        var rows = new Dictionary<string, Value>();
        foreach (var document in documents)
        {
            using var json = System.Text.Json.JsonDocument.Parse(document);
            var row = new Row(json.RootElement);
            if (row.ValueAt(key).Scalar is { Kind: not Kind.Null } value)
            {
                rows.Add(value.ToKey(), row.ValueAt(column));
            }
        }

        return rows;
    }
}
