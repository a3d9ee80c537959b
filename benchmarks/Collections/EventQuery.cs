using Blittable.Collections;

namespace Blittable.Benchmarks.Collections;

/// <summary>A query over JSON lines.</summary>
/// <param name="lines">The events.</param>
/// <returns>The sum of all numbers that its result has but the keys.</returns>
internal delegate double JsonQuery(ReadOnlySpan<byte> lines);

/// <summary>A query over the events, asked of a collection, of JSON lines and of DuckDB.</summary>
/// <param name="Name">Its name in the tables.</param>
/// <param name="What">What it asks for.</param>
/// <param name="Sql">The same in SQL, over a table or view <c>events</c>; empty for lookups.</param>
/// <param name="Keys">The first columns of the result, which are not summed.</param>
/// <param name="Ask">Asks the collection with some workers; a lookup has other keys at each turn. Gives the sum of all numbers that the result has but
/// the keys.</param>
/// <param name="AskJson">Asks the lines, a lookup the keys of turn 0; null where that is not measured.</param>
internal sealed record EventQuery(
    string Name, string What, string Sql, int Keys, Func<CollectionReader, int, int, double> Ask, JsonQuery? AskJson)
{
    /// <summary>Whether it finds whole documents, which takes one worker.</summary>
    public bool IsLookup { get; init; }
}
