using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Stores;

/// <summary>Represents documents with the keys 1, 2, …, and the three properties to read from them.</summary>
/// <param name="Name">The name of the corpus.</param>
/// <param name="Copies">The number of copies stored of each document.</param>
/// <param name="Properties">The numbers and strings to read. A missing property adds nothing.</param>
internal sealed record StoreWorkload(string Name, int Copies, StoreProperty[] Properties)
{
    private const int LookUps = 1_000;

    public static StoreWorkload Lineitem { get; } =
        new("lineitem", 1, [new("l_quantity"), new("l_extendedprice"), new("l_shipmode")]);

    /// <summary>Gets the workload with 329 GitHub events of about 10 KB as JSON, in enough copies for a store of realistic size.</summary>
    public static StoreWorkload Webhooks { get; } =
        new("github-webhooks", 30, [new("action"), new("repository", "id"), new("sender", "login")]);

    public IEnumerable<ReadOnlyMemory<byte>> Documents()
    {
        var documents = Corpora.Get(Name).Documents;
        return Enumerable.Range(0, Copies).SelectMany(_ => documents);
    }

    /// <summary>Returns random keys, equal for every store.</summary>
    public static long[] Keys(int count)
    {
        var random = new Random(31);
        return [.. Enumerable.Range(0, LookUps).Select(_ => (long)random.Next(1, count + 1))];
    }
}
