using System.Text;
using Blittable.Collections;

namespace Blittable.DuckDB.Tables;

/// <summary>Represents a collection as a table with typed columns.</summary>
/// <param name="Reader">The collection.</param>
/// <param name="Columns">The columns, one for each top-level property found.</param>
internal sealed record CollectionTable(CollectionReader Reader, IReadOnlyList<TableColumn> Columns)
{
    /// <summary>The maximum number of documents at which all documents are read, to find names that occur in few of them.</summary>
    private const int FewDocuments = 10_000;

    private const int Samples = 256;

    /// <summary>Determines the columns of a collection and their types.</summary>
    /// <exception cref="BlittableException">The collection is damaged.</exception>
    public static CollectionTable Of(CollectionReader reader)
    {
        string[] names = [.. FindNames(reader)];
        string[] paths = [.. names.Select(PathOf)];
        ColumnSurvey[] surveys = [.. names.Select(_ => new ColumnSurvey())];
        if (names.Length > 0)
        {
            foreach (var batch in reader.Scan().Select(paths))
            {
                for (var column = 0; column < surveys.Length; column++)
                {
                    surveys[column].Observe(batch.Columns[column], batch.Count);
                }
            }
        }

        return new CollectionTable(reader, [.. SqlNames.Of(names).Select((name, i) => surveys[i].ToColumn(name, paths[i]))]);
    }

    private static List<string> FindNames(CollectionReader reader)
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
            if (FirstName(column.Path) is { } name && seen.Add(name))
            {
                names.Add(name);
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
                var name = Encoding.UTF8.GetString(property.NameUtf8);
                if (seen.Add(name))
                {
                    names.Add(name);
                }
            }
        }
    }

    private static string? FirstName(string path)
    {
        if (path.StartsWith("$.", StringComparison.Ordinal))
        {
            var end = path.AsSpan(2).IndexOfAny('.', '[');
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

        return BlittablePath.Parse(path[..(quote + 2)]).ToPointer().Tokens[0];
    }

    private static string PathOf(string name) => name.Length > 0 && name.All(letter => char.IsAsciiLetterOrDigit(letter) || letter == '_') && !char.IsAsciiDigit(name[0])
        ? $"$.{name}" : $"$['{string.Concat(name.Select(Escape))}']";

    private static string Escape(char letter) => letter < ' ' ? $"\\u{(int)letter:x4}" : letter is '\'' or '\\' ? $"\\{letter}" : letter.ToString();
}
