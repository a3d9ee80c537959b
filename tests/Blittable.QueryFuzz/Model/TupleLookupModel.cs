using Blittable.Collections;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Model;

/// <summary>A table to join with by two keys, created by a query from the <c>$.k</c>, <c>$.l</c> and <c>$.v</c> of some documents.</summary>
internal sealed record TupleLookupModel(string[] Documents, long? Limit)
{
    private static readonly PathModel _first = new("$.k", [new("k", null)]), _second = new("$.l", [new("l", null)]), _column = new("$.v", [new("v", null)]);

    private readonly Dictionary<string, Value> _rows = Read(Documents);

    public static string KeyOf(params ReadOnlySpan<Value> keys) => string.Join('\u0001', keys.ToArray().Select(key => key.ToKey()));

    public bool TryFind(Value[] keys, out Value value)
    {
        value = Value.Null;
        var isFound = keys.All(key => key.Scalar.Kind != Kind.Null) && _rows.TryGetValue(KeyOf(keys), out value!);
        value = isFound ? value.Scalar : Value.Null;
        return isFound;
    }

    public CollectionLookup ToLibrary()
    {
        using var reader = OtherCollection.Open(Documents, CollectionLayout.Columns);
        var scan = Limit is { } limit ? reader.Scan().WithAnyMemoryLimit(limit) : reader.Scan();
        return CollectionLookup.From(
            scan.Select(ScanExpression.Path("$.k").As("first"), ScanExpression.Path("$.l").As("second"), ScanExpression.Path("$.v").As("column")), keys: 2);
    }

    public override string ToString() =>
        $"CollectionLookup.From(other.Scan(){(Limit is null ? "" : $".WithAnyMemoryLimit({Limit})")}.Select(\"$.k\", \"$.l\", \"$.v\"), 2) /* other: {string.Join(' ', Documents)} */";

    private static Dictionary<string, Value> Read(string[] documents)
    {
        var rows = new Dictionary<string, Value>();
        foreach (var document in documents)
        {
            using var json = System.Text.Json.JsonDocument.Parse(document);
            var row = new Row(json.RootElement);
            var (first, second) = (row.ValueAt(_first).Scalar, row.ValueAt(_second).Scalar);
            if (first.Kind != Kind.Null && second.Kind != Kind.Null)
            {
                rows.Add(KeyOf(first, second), row.ValueAt(_column));
            }
        }

        return rows;
    }
}
