using Blittable.Benchmarks.Collections;
using Blittable.Collections;

namespace Blittable.Benchmarks.JsonBench;

/// <summary>Represents a question of JSONBench for a collection and for databases.</summary>
/// <param name="Name">The name in tables.</param>
/// <param name="What">A description.</param>
/// <param name="Template">The question in SQL over a table <c>t</c>. Names in braces represent the expressions of a <see cref="JsonBenchForm"/>.</param>
/// <param name="Ask">Runs the question against the collection.</param>
/// <param name="Keys">The number of leading result columns that identify a row.</param>
/// <param name="OrderedBy">The zero-based column that the result is ordered by first.</param>
internal sealed record JsonBenchQuestion(string Name, string What, string Template, Func<CollectionReader, EventRows> Ask, int Keys, int OrderedBy)
{
    /// <summary>Returns the SQL of the question for a form.</summary>
    public string Sql(JsonBenchForm form) => form.Expressions.Aggregate(
        Template, (sql, expression) => sql.Replace($"{{{expression.Key}}}", expression.Value, StringComparison.Ordinal));
}
