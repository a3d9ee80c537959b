using System.Text;
using Blittable.Collections;

namespace Blittable.DuckDB.Tables;

/// <summary>Represents a collection as a table with typed columns.</summary>
/// <param name="Reader">The collection.</param>
/// <param name="Commit">The commit whose values determine the columns.</param>
/// <param name="Columns">The columns, one for each top-level property found.</param>
internal sealed record CollectionTable(CollectionReader Reader, long Commit, IReadOnlyList<TableColumn> Columns)
{
    /// <summary>The maximum number of documents at which all documents are read, to find names that occur in few of them.</summary>
    private const int FewDocuments = 10_000;

    private const int Samples = 256;

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
        HashSet<string> nested = [];
        string[] names = [.. FindNames(reader, nested)];
        string[] paths = [.. names.Select(name => $"${SqlNames.StepOf(name)}")];
        var scalars = SurveyScalars(reader, [.. names.Zip(paths).Where(column => !nested.Contains(column.First))]);
        nested.UnionWith(scalars.Where(column => column.Value.HasContainers).Select(column => column.Key));
        var others = SurveyNested(reader, nested);
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
        HashSet<BlittablePath> stored = [];
        foreach (var column in reader.GetColumns())
        {
            if (BlittablePath.TryParse(column.Path, out var path))
            {
                stored.Add(path);
            }
        }

        return stored;
    }

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

    /// <summary>Observes the values of properties that have objects or arrays, which only documents contain.</summary>
    private static Dictionary<string, NestedSurvey> SurveyNested(CollectionReader reader, HashSet<string> names)
    {
        var limit = new VisitLimit(reader.MaxExpandedBytes);
        (string Name, BlittableName Property, NestedSurvey Survey)[] surveys = [.. names.Select(name => (name, new BlittableName(name), new NestedSurvey(limit)))];
        if (surveys.Length > 0)
        {
            reader.ForEach((_, document) =>
            {
                limit.Begin();
                foreach (var (_, property, survey) in surveys)
                {
                    if (document.TryGetProperty(property, out var value))
                    {
                        survey.Observe(value);
                    }
                }
            });
        }

        return surveys.ToDictionary(survey => survey.Name, survey => survey.Survey);
    }

    /// <summary>Finds the names of the top-level properties.</summary>
    /// <param name="reader">The collection.</param>
    /// <param name="nested">Receives the names whose values are known to contain objects or arrays.</param>
    private static List<string> FindNames(CollectionReader reader, HashSet<string> nested)
    {
        HashSet<string> seen = [];
        List<string> names = [];
        var stored = reader.GetColumns();
        if (stored.Count == 0 || reader.Count <= FewDocuments)
        {
            reader.ForEach((_, document) => AddNames(document));
            return names;
        }

        for (var sample = 0; sample < Samples; sample++)
        {
            if (reader.TryGet(sample * reader.RowCount / Samples, out var document))
            {
                using (document)
                {
                    AddNames(document!.Root);
                }
            }
        }

        foreach (var column in stored)
        {
            if (FirstName(column.Path, out var isNested) is { } name)
            {
                Add(name, isNested);
            }
        }

        return names;

        void AddNames(BlittableValue document)
        {
            if (document.Kind != BlittableValueKind.Object)
            {
                return;
            }

            foreach (var property in document.EnumerateObject())
            {
                Add(Encoding.UTF8.GetString(property.NameUtf8), property.Value.Kind is BlittableValueKind.Object or BlittableValueKind.Array or BlittableValueKind.Binary);
            }
        }

        void Add(string name, bool isNested)
        {
            if (seen.Add(name))
            {
                names.Add(name);
            }

            if (isNested)
            {
                nested.Add(name);
            }
        }
    }

    /// <summary>Returns the first name of a stored path, or null if the path is of the whole document.</summary>
    private static string? FirstName(string path, out bool isNested)
    {
        isNested = false;
        if (path.StartsWith("$.", StringComparison.Ordinal))
        {
            var end = path.AsSpan(2).IndexOfAny('.', '[');
            isNested = end >= 0;
            return end < 0 ? path[2..] : path.Substring(2, end);
        }

        if (!path.StartsWith("$['", StringComparison.Ordinal))
        {
            return null;
        }

        var quote = 3;
        while (path[quote] != '\'')
        {
            quote += path[quote] == '\\' ? 2 : 1;
        }

        isNested = path.Length > quote + 2;
        return BlittablePath.Parse(path[..(quote + 2)]).ToPointer().Tokens[0];
    }
}
