// Good and hostile requests to samples/OrdersApi for some seconds: `dotnet run .ci/service-load.cs -- URL SECONDS PROCESS`.
// Prints latencies, answers by status and the server's memory; fails if an answer is not the expected one or the memory is not flat.
using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net;
using System.Text;

var (url, seconds, process) = (new Uri(args[0]), int.Parse(args[1]), Process.GetProcessById(int.Parse(args[2])));
using var client = new HttpClient { BaseAddress = url };
await Send(HttpMethod.Post, "/orders", """{"customer":"Ada","total":1}""", "application/json");

(HttpMethod Method, string Path, string? Body, string Type, HttpStatusCode Expected)[] requests =
[
    (HttpMethod.Get, "/orders/1", null, "", HttpStatusCode.OK),
    (HttpMethod.Get, "/orders/1", null, "", HttpStatusCode.OK),
    (HttpMethod.Patch, "/orders/1", """{"total":2.50}""", "application/merge-patch+json", HttpStatusCode.OK),
    (HttpMethod.Post, "/orders", "{\"a\":", "application/json", HttpStatusCode.BadRequest),
    (HttpMethod.Post, "/orders", "", "application/json", HttpStatusCode.BadRequest),
    (HttpMethod.Post, "/orders", new string('[', 100_000), "application/json", HttpStatusCode.BadRequest),
    (HttpMethod.Post, "/orders", "not a document", "application/vnd.blittable", HttpStatusCode.BadRequest),
    (HttpMethod.Post, "/orders", "text", "text/plain", HttpStatusCode.UnsupportedMediaType),
];

var latencies = new ConcurrentBag<double>();
var wrong = new ConcurrentDictionary<string, int>();
long warm = 0;
var clock = Stopwatch.StartNew();
await Task.WhenAll(Enumerable.Range(0, 16).Select(worker => Task.Run(async () =>
{
    var random = new Random(worker);
    while (clock.Elapsed.TotalSeconds < seconds)
    {
        var (method, path, body, type, expected) = requests[random.Next(requests.Length)];
        var start = Stopwatch.GetTimestamp();
        var status = await Send(method, path, body, type);
        latencies.Add(Stopwatch.GetElapsedTime(start).TotalMilliseconds);
        if (status != expected)
        {
            wrong.AddOrUpdate($"{method} {path} {type}: {status}", 1, (_, count) => count + 1);
        }

        if (warm == 0 && clock.Elapsed.TotalSeconds > seconds / 3.0)
        {
            process.Refresh();
            Interlocked.CompareExchange(ref warm, process.WorkingSet64, 0);
        }
    }
})));

process.Refresh();
var sorted = latencies.Order().ToArray();
var growth = process.WorkingSet64 - warm;
Console.WriteLine($"{sorted.Length} requests, p50 {sorted[sorted.Length / 2]:f2} ms, p99 {sorted[sorted.Length * 99 / 100]:f2} ms; memory {warm >> 20} MB after a third, {process.WorkingSet64 >> 20} MB at the end");
foreach (var (what, count) in wrong)
{
    Console.WriteLine($"unexpected: {what}, {count} times");
}

return wrong.IsEmpty && growth < 64 << 20 ? 0 : 1;

async Task<HttpStatusCode> Send(HttpMethod method, string path, string? body, string type)
{
    using var request = new HttpRequestMessage(method, path);
    if (body is not null)
    {
        request.Content = new ByteArrayContent(Encoding.UTF8.GetBytes(body));
        request.Content.Headers.TryAddWithoutValidation("Content-Type", type);
    }

    using var response = await client.SendAsync(request);
    await response.Content.CopyToAsync(Stream.Null);
    return response.StatusCode;
}
