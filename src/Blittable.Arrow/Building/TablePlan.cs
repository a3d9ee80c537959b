using Apache.Arrow;
using Blittable.Arrow.Schemas;

namespace Blittable.Arrow.Building;

/// <summary>Says which columns the rows have.</summary>
/// <param name="Columns">The columns.</param>
/// <param name="IsWhole">Whether the one column is the whole document, which is not an object in each row.</param>
internal sealed record TablePlan(IReadOnlyList<FieldPlan> Columns, bool IsWhole)
{
    private const string WholeKey = "blittable.row", WholeName = "document";

    /// <summary>Decides on the columns of documents.</summary>
    public static TablePlan Of(ValueSurvey roots)
    {
        var root = roots.Plan(WholeName, parents: 0);
        return root is { Kind: FieldKind.Struct, IsNullAbsent: true } ? new TablePlan(root.Children, IsWhole: false) : new TablePlan([root], IsWhole: true);
    }

    /// <summary>Takes the columns from a schema.</summary>
    /// <exception cref="ArgumentException">Documents cannot be written as one of its types.</exception>
    public static TablePlan Of(Schema schema) => new([.. schema.FieldsList.Select(field => FieldPlan.Of(field))], IsWhole: false) { Given = schema };

    /// <summary>Leaves a column out.</summary>
    public TablePlan Without(string column) => this with
    {
        Columns = [.. Columns.Where(field => field.Name != column)],
        Given = Given is null ? null : new Schema(Given.FieldsList.Where(field => field.Name != column), Given.Metadata),
    };

    /// <summary>Gets the schema that the caller gave; null if it is inferred.</summary>
    public Schema? Given { get; init; }

    /// <summary>Determines whether the one column of a table is the whole document.</summary>
    public static bool IsWholeDocument(Schema schema) => schema.Metadata?.ContainsKey(WholeKey) == true && schema.FieldsList.Count == 1;

    /// <summary>Makes the schema of the table.</summary>
    public Schema ToSchema() => Given ?? new([.. Columns.Select(column => column.ToField())], IsWhole ? new Dictionary<string, string> { [WholeKey] = WholeName } : null);
}
