using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Stores;

/// <summary>Documents under the keys 1, 2, …, and the three properties that are read of them.</summary>
/// <param name="Name">The corpus.</param>
/// <param name="Copies">How often each of its documents is stored.</param>
/// <param name="Properties">Numbers and strings; a property that a document lacks counts as nothing.</param>
internal sealed record StoreWorkload(string Name, int Copies, StoreProperty[] Properties)
{
    private const int LookUps = 1_000;

    public static StoreWorkload Lineitem { get; } =
        new("lineitem", 1, [new("l_quantity"), new("l_extendedprice"), new("l_shipmode")]);

    /// <summary>329 events of GitHub, 10 KB each as JSON, stored often enough to be no small store.</summary>
    public static StoreWorkload Webhooks { get; } =
        new("github-webhooks", 30, [new("action"), new("repository", "id"), new("sender", "login")]);

    public IEnumerable<ReadOnlyMemory<byte>> Documents()
    {
        var documents = Corpora.Get(Name).Documents;
        return Enumerable.Range(0, Copies).SelectMany(_ => documents);
    }

    /// <summary>Gives keys at random, the same for every store.</summary>
    public static long[] Keys(int count)
    {
        var random = new Random(31);
        return [.. Enumerable.Range(0, LookUps).Select(_ => (long)random.Next(1, count + 1))];
    }
}
