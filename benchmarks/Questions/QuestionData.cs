using Blittable.Benchmarks.Collections;
using Blittable.Collections;

namespace Blittable.Benchmarks.Questions;

/// <summary>A data set that questions are about: made in <c>datasets/generated</c> when it is first asked for.</summary>
/// <param name="Kind">The name in the tables.</param>
/// <param name="Columns">The types of DuckDB's table, in the order of the documents' properties.</param>
/// <param name="Write">Writes so many documents, one a line.</param>
/// <param name="Options">How the collection is written.</param>
/// <param name="Questions">The questions about so many documents.</param>
internal sealed record QuestionData(string Kind, string Columns, Action<Stream, int> Write, CollectionOptions Options, Func<int, IReadOnlyList<Question>> Questions)
{
    /// <summary>Gets all data sets.</summary>
    public static IReadOnlyList<QuestionData> All { get; } =
        [LineitemQuestions.Data, OrderQuestions.Data, PageQuestions.Data, ReadingQuestions.Data, ShopQuestions.Data];

    /// <summary>Returns the path of the documents as JSON, one a line.</summary>
    public string Lines(int rows) => GeneratedFile.Get($"questions-{Kind}-{rows}.ndjson", path =>
    {
        using var stream = new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, 1 << 20);
        Write(stream, rows);
    });

    /// <summary>Returns the path of a database of DuckDB.</summary>
    public string Database(int rows) => GeneratedFile.Get($"questions-{Kind}-{rows}.duckdb", path => DuckDbTable.Load(Lines(rows), path, Columns));

    /// <summary>Returns the path of a collection, written by the library as it is now.</summary>
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
