using Blittable.Collections;

namespace Blittable.Benchmarks.Questions;

/// <summary>Represents a question about a data set for a collection and DuckDB.</summary>
/// <param name="What">A description.</param>
/// <param name="Sql">The question in SQL, over a table <c>t</c>.</param>
/// <param name="Ask">Runs the question against the collection.</param>
/// <param name="Keys">The number of leading result columns that identify a row; 0 if the result has one row.</param>
/// <param name="OrderedBy">The zero-based column that the result is ordered by first; null if the order is unspecified.</param>
internal sealed record Question(string What, string Sql, Func<CollectionScan, QueryTable> Ask, int Keys = 0, int? OrderedBy = null);
