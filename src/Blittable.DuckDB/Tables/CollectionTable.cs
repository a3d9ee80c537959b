using System.Text;
using Blittable.Collections;
using Blittable.Collections.Stripes;

namespace Blittable.DuckDB.Tables;

/// <summary>Represents a collection as a table with typed columns.</summary>
/// <param name="Reader">The collection.</param>
/// <param name="Commit">The commit whose values determine the columns.</param>
/// <param name="Columns">The columns, one for each top-level property found.</param>
internal sealed record CollectionTable(CollectionReader Reader, long Commit, IReadOnlyList<TableColumn> Columns)
{
    /// <summary>The maximum number of surveys, each of which a refresh by another thread makes useless.</summary>
    private const int MostSurveys = 3;

    /// <summary>Gets a value that indicates whether the columns represent the commit that the reader has.</summary>
    public bool IsCurrent
    {
        get
        {
            try
            {
                return Reader.CommitNumber == Commit;
            }
            catch (ObjectDisposedException)
            {
                // The file has changed, and its reader was replaced.
                return false;
            }
        }
    }

    /// <summary>Determines the columns of a collection and their types.</summary>
    /// <exception cref="BlittableException">The collection is damaged, or another thread refreshed the reader repeatedly.</exception>
    public static CollectionTable Of(CollectionReader reader)
    {
        for (var survey = 0; survey < MostSurveys; survey++)
        {
            var commit = reader.CommitNumber;
            var table = new CollectionTable(reader, commit, Survey(reader));
            if (table.IsCurrent)
            {
                return table;
            }
        }

        throw new BlittableException(
            BlittableErrorCode.InvalidOperation, "The collection was refreshed repeatedly while its columns were determined. Attach a reader that is not refreshed during queries.");
    }

    /// <summary>Returns the columns of a query.</summary>
    /// <param name="withDocument">true to add the column with the whole document, which is always added if there is no other column.</param>
    /// <param name="nestedAsJson">true for JSON instead of structs and lists.</param>
    public TableColumn[] ColumnsOf(bool withDocument, bool nestedAsJson) =>
    [
        .. nestedAsJson ? Columns.Select(column => column.WithoutNesting()) : Columns,
        .. withDocument || Columns.Count == 0 ? [TableColumn.DocumentBeside(Columns)] : (TableColumn[])[],
    ];

    private static TableColumn[] Survey(CollectionReader reader)
    {
        var found = NameSurvey.Of(reader);
        var (names, nested) = (found.Names, found.Nested);
        string[] paths = [.. names.Select(name => $"${SqlNames.StepOf(name)}")];
        var scalars = SurveyScalars(reader, [.. names.Zip(paths).Where(column => !nested.Contains(column.First))]);
        nested.UnionWith(scalars.Where(column => column.Value.HasContainers).Select(column => column.Key));
        var others = SurveyNested(reader, names.Where(nested.Contains));
        var stored = others.Count == 0 ? [] : FindStored(reader);
        return [.. SqlNames.Of(names).Select((name, i) => ToColumn(name, names[i], paths[i]))];

        TableColumn ToColumn(string name, string property, string path)
        {
            var column = others.TryGetValue(property, out var survey) ? survey.ToColumn(name, path) : scalars[property].ToColumn(name, path);
            return column with { Property = Encoding.UTF8.GetBytes(property), AreFieldsStored = AreStored(column, stored) };
        }
    }

    /// <summary>Determines whether the fields of a struct, at all depths, are stored in columns that determine the struct.</summary>
    private static bool AreStored(TableColumn column, HashSet<BlittablePath> stored) =>
        column is { Kind: TableColumnType.Struct, HasOnlyFilledObjects: true }
        && column.Children.All(field => field.Kind == TableColumnType.Struct ? AreStored(field, stored) : !field.IsNested && BlittablePath.TryParse(field.Path, out var path) && stored.Contains(path));

    /// <summary>Returns the paths of the stored columns that a selection accepts; elements of deeply nested arrays exceed its limits.</summary>
    private static HashSet<BlittablePath> FindStored(CollectionReader reader)
    {
        using var lease = reader.Lease(out var snapshot);
        HashSet<string> paths = [.. snapshot.Stripes.SelectMany(stripe => stripe.Directory.Nodes).Where(HasColumn).Select(node => node.Path)];
        return [.. paths.Select(path => BlittablePath.TryParse(path, out var parsed) ? parsed : null).OfType<BlittablePath>()];
    }

    private static bool HasColumn(StripeNode node) => node.Numbers is not null || node.Strings is not null || node.Dates is not null || node.Booleans is not null;

    /// <summary>Observes the values of columns without reading whole documents, if the layout allows it.</summary>
    private static Dictionary<string, ColumnSurvey> SurveyScalars(CollectionReader reader, (string Name, string Path)[] columns)
    {
        ColumnSurvey[] surveys = [.. columns.Select(_ => new ColumnSurvey())];
        if (columns.Length > 0)
        {
            foreach (var batch in reader.Scan().Select([.. columns.Select(column => column.Path)]))
            {
                for (var column = 0; column < surveys.Length; column++)
                {
                    surveys[column].Observe(batch.Columns[column], batch.Count);
                }
            }
        }

        return columns.Zip(surveys).ToDictionary(column => column.First.Name, column => column.Second);
    }

    /// <summary>Observes the values of properties that have objects or arrays.</summary>
    private static Dictionary<string, NestedSurvey> SurveyNested(CollectionReader reader, IEnumerable<string> names)
    {
        var survey = new BatchSurvey(names, reader.MaxExpandedBytes);
        if (!survey.IsEmpty)
        {
            foreach (var batch in reader.Scan().Select((string[])[]))
            {
                survey.Observe(batch);
            }
        }

        return survey.Surveys;
    }
}
