using Blittable.Benchmarks.Collections;
using Blittable.Benchmarks.Questions;
using Blittable.Collections;

namespace Blittable.Benchmarks.JsonBench;

/// <summary>Compares the results of a collection with the results of the other forms, row by row, including labels and order.</summary>
internal static class JsonBenchAnswers
{
    /// <summary>Runs questions in all forms.</summary>
    /// <returns>The differences; empty if all results are equal.</returns>
    public static IReadOnlyList<string> Differences(IEnumerable<JsonBenchQuestion> questions, JsonBenchFiles files)
    {
        var differences = new List<string>();
        using var reader = CollectionReader.Open(files.Collection);
        var answers = questions.Select(question => (Question: question, Rows: question.Ask(reader))).ToList();
        foreach (var form in JsonBenchForm.DuckDb)
        {
            using var database = DuckDbTable.Open(files.Database(form));
            Compare(form, database.Ask);
        }

        if (EventCells.PostgresAddress is { } address)
        {
            using var database = files.OpenPostgres(address);
            Compare(JsonBenchForm.Postgres, database.Read);
        }

        return differences;

        void Compare(JsonBenchForm form, Func<string, List<object?[]>> ask)
        {
            foreach (var (question, rows) in answers)
            {
                if (rows.Difference(new EventRows(ask(question.Sql(form))), question.Keys, question.OrderedBy) is { } difference)
                {
                    differences.Add($"{question.Name}: the collection and {form.Name} differ in {difference}.");
                }
            }
        }
    }
}
