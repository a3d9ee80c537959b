using Apache.Arrow;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Specifies the columns of a table.</summary>
/// <param name="Columns">The columns.</param>
/// <param name="IsWhole">true if a single column contains the whole document, because not every document is a regular object; otherwise, false.</param>
internal sealed record TablePlan(IReadOnlyList<FieldPlan> Columns, bool IsWhole)
{
    private const string WholeKey = "blittable.row", WholeName = "document";

    /// <summary>Infers the columns from a survey of all documents.</summary>
    public static TablePlan Of(ValueSurvey roots)
    {
        var root = roots.Plan(WholeName, parents: 0);
        return root is { Kind: FieldKind.Struct, IsNullAbsent: true } ? new TablePlan(root.Children, IsWhole: false) : new TablePlan([root], IsWhole: true);
    }

    /// <summary>Creates the columns that a schema specifies.</summary>
    /// <exception cref="ArgumentException">The schema contains a type that documents cannot be converted to.</exception>
    public static TablePlan Of(Schema schema) => new([.. schema.FieldsList.Select(field => FieldPlan.Of(field))], IsWhole: false) { Given = schema };

    /// <summary>Returns a copy of the plan without a column.</summary>
    public TablePlan Without(string column) => this with
    {
        Columns = [.. Columns.Where(field => field.Name != column)],
        Given = Given is null ? null : new Schema(Given.FieldsList.Where(field => field.Name != column), Given.Metadata),
    };

    /// <summary>Gets the schema specified by the caller, or null if the schema is inferred.</summary>
    public Schema? Given { get; init; }

    /// <summary>Determines whether a table has a single column that contains the whole document.</summary>
    public static bool IsWholeDocument(Schema schema) => schema.Metadata?.ContainsKey(WholeKey) == true && schema.FieldsList.Count == 1;

    /// <summary>Returns the schema of the table.</summary>
    public Schema ToSchema() => Given ?? new([.. Columns.Select(column => column.ToField())], IsWhole ? new Dictionary<string, string> { [WholeKey] = WholeName } : null);

    /// <summary>
    /// Returns the index of the Parquet column by which the rows are sorted, or null if the order of the documents differs from the order of the stored values.
    /// </summary>
    /// <param name="path">The path that the documents are sorted by, or null.</param>
    /// <param name="keys">The kind of all values at the path, or null if there are several kinds.</param>
    /// <param name="hasNulls">true if some documents have no value at the path, NaN or an infinity.</param>
    public int? SortedLeaf(string? path, QueryValueKind? keys, bool hasNulls)
    {
        if (path is null || keys is null || IsWhole || BlittablePath.Parse(path).PropertyNames() is not { } names)
        {
            return null;
        }

        var leaf = 0;
        var fields = Columns;
        for (var depth = 0; depth < names.Count; depth++)
        {
            var index = fields.ToList().FindIndex(field => field.Name == names[depth]);
            if (index < 0)
            {
                return null;
            }

            leaf += fields.Take(index).Sum(field => field.LeafCount);
            if (depth == names.Count - 1)
            {
                return fields[index].IsOrderedLike(keys.Value, hasNulls) ? leaf : null;
            }

            fields = fields[index].Kind == FieldKind.Struct ? fields[index].Children : [];
        }

        return null;
    }
}
