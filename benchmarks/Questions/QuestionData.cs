using Blittable.Benchmarks.Collections;
using Blittable.Collections;

namespace Blittable.Benchmarks.Questions;

/// <summary>Represents a data set for questions, created in <c>datasets/generated</c> on first use.</summary>
/// <param name="Kind">The name in tables.</param>
/// <param name="Columns">The column types of the DuckDB table, in the property order of the documents.</param>
/// <param name="Write">Writes a number of documents, one per line.</param>
/// <param name="Options">The options for writing the collection.</param>
/// <param name="Questions">Returns the questions for a number of documents.</param>
internal sealed record QuestionData(string Kind, string Columns, Action<Stream, int> Write, CollectionOptions Options, Func<int, IReadOnlyList<Question>> Questions)
{
    /// <summary>Gets all data sets.</summary>
    public static IReadOnlyList<QuestionData> All { get; } =
        [LineitemQuestions.Data, OrderQuestions.Data, PageQuestions.Data, ReadingQuestions.Data, ShopQuestions.Data];

    /// <summary>Returns the path of the documents as JSON lines.</summary>
    public string Lines(int rows) => GeneratedFile.Get($"questions-{Kind}-{rows}.ndjson", path =>
    {
        using var stream = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, 1 << 20);
        Write(stream, rows);
    });

    /// <summary>Returns the path of a DuckDB database.</summary>
    public string Database(int rows) => GeneratedFile.Get($"questions-{Kind}-{rows}.duckdb", path => DuckDbTable.Load(Lines(rows), path, Columns));

    /// <summary>Returns the path of a collection written by the current build of the library.</summary>
    public string Collection(int rows) => GeneratedFile.Get($"questions-{Kind}-{rows}-{typeof(CollectionWriter).Module.ModuleVersionId:n}.blic", path =>
    {
        using var writer = CollectionWriter.Create(path, Options);
        foreach (var line in File.ReadLines(Lines(rows)))
        {
            writer.Add(System.Text.Encoding.UTF8.GetBytes(line));
        }

        writer.Commit();
    });
}
