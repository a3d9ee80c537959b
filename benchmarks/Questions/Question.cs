using Blittable.Collections;

namespace Blittable.Benchmarks.Questions;

/// <summary>A question about a data set, asked of a collection and of DuckDB.</summary>
/// <param name="What">A description.</param>
/// <param name="Sql">The question in SQL, over a table <c>t</c>.</param>
/// <param name="Ask">Asks the collection.</param>
/// <param name="Keys">The first columns of the answer, which name a row; none if there is one row.</param>
/// <param name="OrderedBy">The column that the answer is ordered by first, from 0; null if its order is open.</param>
internal sealed record Question(string What, string Sql, Func<CollectionScan, QueryTable> Ask, int Keys = 0, int? OrderedBy = null);
