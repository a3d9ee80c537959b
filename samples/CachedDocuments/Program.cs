// Caches documents in HybridCache. A document is created once and returned to all callers without deserialization.
//
//   dotnet run -c Release --project samples/CachedDocuments
using Blittable;
using Blittable.HybridCache;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;

// If a distributed cache such as Redis is also registered, other programs can read the documents from it.
var services = new ServiceCollection();
services.AddHybridCache().AddBlittable();
await using var provider = services.BuildServiceProvider();
var cache = provider.GetRequiredService<HybridCache>();

var loads = 0;
var documents = await Task.WhenAll(Enumerable.Range(0, 1_000).Select(_ => cache.GetOrCreateAsync("order 7", LoadAsync).AsTask()));
Console.WriteLine($"{documents.Length} requests, {loads} load, {documents.Distinct().Count()} document: {documents[0].Root.ToJson()}");
return loads == 1 && documents.Distinct().Count() == 1 ? 0 : 1;

async ValueTask<BlittableDocument> LoadAsync(CancellationToken stop)
{
    Interlocked.Increment(ref loads);
    await Task.Delay(50, stop);
    return BlittableDocument.Parse("""{"customer":"Anna","total":12.50}""");
}
