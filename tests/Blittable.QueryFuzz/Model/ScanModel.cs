using Blittable.Collections;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Model;

/// <summary>Another query, whose values at a path a semijoin uses.</summary>
/// <param name="Path">The path.</param>
/// <param name="Documents">The documents of the other collection.</param>
/// <param name="Layout">The layout of the other collection.</param>
/// <param name="Limit">The memory limit of the query, or null for none.</param>
internal sealed record ScanModel(PathModel Path, string[] Documents, CollectionLayout Layout, long? Limit)
{
    /// <summary>Gets the values, including values that equal no scalar.</summary>
    public Value[] Values { get; } = Read(Path, Documents);

    public Filter ToFilter(ScanExpression expression)
    {
        using var reader = OtherCollection.Open(Documents, Layout);
        var scan = Limit is { } limit ? reader.Scan().WithAnyMemoryLimit(limit) : reader.Scan();
        return Filter.In(expression, scan, Path.Text);
    }

    public override string ToString() => $"other.Scan(){(Limit is null ? "" : $".WithAnyMemoryLimit({Limit})")}, {Path} /* other, {Layout}: {string.Join(' ', Documents)} */";

    private static Value[] Read(PathModel path, string[] documents) => Array.ConvertAll(documents, document =>
    {
        using var json = System.Text.Json.JsonDocument.Parse(document);
        return new Row(json.RootElement).ValueAt(path).Scalar;
    });
}
