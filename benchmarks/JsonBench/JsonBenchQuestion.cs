using Blittable.Benchmarks.Collections;
using Blittable.Collections;

namespace Blittable.Benchmarks.JsonBench;

/// <summary>A question of JSONBench, asked of a collection and of databases.</summary>
/// <param name="Name">The name in the tables.</param>
/// <param name="What">A description.</param>
/// <param name="Template">The question in SQL over a table <c>t</c>. Names in braces represent the expressions of a <see cref="JsonBenchForm"/>.</param>
/// <param name="Ask">Asks the collection.</param>
/// <param name="Keys">The first columns of the answer, which name a row.</param>
/// <param name="OrderedBy">The column that the answer is ordered by first, from 0.</param>
internal sealed record JsonBenchQuestion(string Name, string What, string Template, Func<CollectionReader, EventRows> Ask, int Keys, int OrderedBy)
{
    /// <summary>Returns the question in the SQL of a form.</summary>
    public string Sql(JsonBenchForm form) => form.Expressions.Aggregate(
        Template, (sql, expression) => sql.Replace($"{{{expression.Key}}}", expression.Value, StringComparison.Ordinal));
}
