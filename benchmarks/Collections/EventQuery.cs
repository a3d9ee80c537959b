using Blittable.Collections;

namespace Blittable.Benchmarks.Collections;

/// <summary>A query over JSON lines.</summary>
/// <param name="lines">The events.</param>
/// <returns>The sum of all that its result has but the keys.</returns>
internal delegate double JsonQuery(ReadOnlySpan<byte> lines);

/// <summary>A query over the events, asked of a collection and of JSON lines.</summary>
/// <param name="Name">Its name in the tables.</param>
/// <param name="What">What it asks for.</param>
/// <param name="Heap">Milliseconds on PostgreSQL 15, heap tables with indexes.</param>
/// <param name="Columnar">Milliseconds on PostgreSQL 15, a columnar engine.</param>
/// <param name="Ask">
/// Asks the collection with some workers; a lookup has other keys at each turn. Gives the sum of all that the result has but the keys.
/// </param>
/// <param name="AskJson">Asks the lines, a lookup the keys of turn 0.</param>
internal sealed record EventQuery(string Name, string What, double Heap, double Columnar, Func<CollectionReader, int, int, double> Ask, JsonQuery AskJson)
{
    /// <summary>Whether it finds whole documents, which takes one worker.</summary>
    public bool IsLookup { get; init; }
}
