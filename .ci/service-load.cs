// Sends valid and hostile requests to samples/OrdersApi for some seconds: `dotnet run .ci/service-load.cs -- URL SECONDS PROCESS`.
// Prints latencies, responses by status and the memory of the server. Fails if a response is unexpected, or if the memory grows in the last two thirds.
#:project ../src/Blittable/Blittable.csproj
using System.Collections.Concurrent;
using System.Diagnostics;
using System.IO.Compression;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.RegularExpressions;
using Blittable;

const string json = "application/json", document = "application/vnd.blittable", jsonPatch = "application/json-patch+json", lines = "application/x-ndjson";
const long mostGrowth = 16 << 20;
var (url, seconds, process) = (new Uri(args[0]), int.Parse(args[1]), Process.GetProcessById(int.Parse(args[2])));
using var client = new HttpClient { BaseAddress = url };
await Send(HttpMethod.Post, "/orders", Utf8("""{"customer":"Ada","total":1}"""), json);

// Documents with shared values: the text of the first is several times as large as its bytes, and the text of the second, which has a few bytes, has megabytes.
using var repetitive = Order(10_000, row => $$"""{"row":{{row}},"text":"some text that repeats"}""");
using var bomb = Order(1_000_000, _ => """{"row":1,"text":"some text that repeats"}""");
(HttpMethod Method, string Path, byte[]? Body, string Type, HttpStatusCode Expected)[] requests =
[
    (HttpMethod.Get, "/orders/1", null, "", HttpStatusCode.OK),
    (HttpMethod.Get, "/orders/1", null, "", HttpStatusCode.OK),
    (HttpMethod.Get, "/orders/0", null, "", HttpStatusCode.NotFound),
    (HttpMethod.Patch, "/orders/1", Utf8("""{"total":2.50}"""), "application/merge-patch+json", HttpStatusCode.OK),
    (HttpMethod.Patch, "/orders/1", Utf8("""[{"op":"replace","path":"/total","value":3}]"""), jsonPatch, HttpStatusCode.OK),
    (HttpMethod.Patch, "/orders/1", Utf8("""[{"op":"test","path":"/customer","value":"Bob"}]"""), jsonPatch, HttpStatusCode.Conflict),
    (HttpMethod.Patch, "/orders/1", Utf8("""[{"op":"remove","path":"/missing"}]"""), jsonPatch, HttpStatusCode.UnprocessableEntity),
    (HttpMethod.Patch, "/orders/1", Utf8("""[{"op":"jump"}]"""), jsonPatch, HttpStatusCode.BadRequest),
    (HttpMethod.Post, "/orders", Utf8("{\"a\":"), json, HttpStatusCode.BadRequest),
    (HttpMethod.Post, "/orders", [], json, HttpStatusCode.BadRequest),
    (HttpMethod.Post, "/orders", Utf8(new string('[', 100_000)), json, HttpStatusCode.BadRequest),
    (HttpMethod.Post, "/orders", Utf8("[1]"), json, HttpStatusCode.UnprocessableEntity),
    (HttpMethod.Post, "/orders", Utf8(new string(' ', 2 << 20)), json, HttpStatusCode.RequestEntityTooLarge),
    (HttpMethod.Post, "/orders", Utf8("""{"a":1}"""), "application/json; charset=x-none", HttpStatusCode.UnsupportedMediaType),
    (HttpMethod.Post, "/orders", Utf8("""{"a":1}"""), "application/json; charset=utf-7", HttpStatusCode.UnsupportedMediaType),
    (HttpMethod.Post, "/orders", Compressed("""{"a":1}""", stream => new GZipStream(stream, CompressionMode.Compress)), json, HttpStatusCode.BadRequest),
    (HttpMethod.Post, "/orders", Compressed("""{"a":1}""", stream => new BrotliStream(stream, CompressionMode.Compress)), json, HttpStatusCode.BadRequest),
    (HttpMethod.Post, "/orders", Utf8("not a document"), document, HttpStatusCode.BadRequest),
    (HttpMethod.Post, "/orders", bomb.Bytes.ToArray(), document, HttpStatusCode.BadRequest),
    (HttpMethod.Post, "/orders", Utf8("text"), "text/plain", HttpStatusCode.UnsupportedMediaType),
    (HttpMethod.Post, "/orders/import", Utf8("{\"a\":1\n"), lines, HttpStatusCode.BadRequest),
    (HttpMethod.Post, "/orders/import", Compressed("{\"a\":1}\n", stream => new GZipStream(stream, CompressionMode.Compress)), lines, HttpStatusCode.BadRequest),
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
        var chosen = random.Next(requests.Length + 6);
        if (chosen == requests.Length)
        {
            await AbortAsync();
        }
        else if (chosen > requests.Length)
        {
            // Added orders are removed again, so the memory of the service can stay constant.
            await ((chosen - requests.Length) switch
            {
                1 => AddAndRemoveAsync("/orders", Utf8("""{"customer":"Eve","total":4}"""), json, 1),
                2 => AddAndRemoveAsync("/orders", Encoding.Unicode.GetBytes("""{"customer":"Eve"}"""), "application/json; charset=utf-16", 1),
                3 => AddAndRemoveAsync("/orders", Utf8("""{"customer":"Eve"}"""), "application/json; charset=\"utf-8\"", 1),
                4 => AddAndRemoveAsync("/orders", repetitive.Bytes.ToArray(), document, 1),
                _ => AddAndRemoveAsync("/orders/import", Utf8("{\"a\":1}\n{\"a\":2}\n"), lines, 2),
            });
        }
        else
        {
            var (method, path, body, type, expected) = requests[chosen];
            await ExpectAsync(method, path, body, type, expected);
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

return wrong.IsEmpty && growth < mostGrowth ? 0 : 1;

static byte[] Utf8(string text) => Encoding.UTF8.GetBytes(text);

static BlittableDocument Order(int rows, Func<int, string> row) =>
    BlittableDocument.Parse($$"""{"customer":"Eve","rows":[{{string.Join(',', Enumerable.Range(0, rows).Select(row))}}]}""", BlittableOptions.Balanced);

// The service does not decompress bodies, so a compressed body is not JSON.
static byte[] Compressed(string text, Func<Stream, Stream> compress)
{
    var bytes = new MemoryStream();
    using (var compressed = compress(bytes))
    {
        compressed.Write(Utf8(text));
    }

    return bytes.ToArray();
}

async Task<string> ExpectAsync(HttpMethod method, string path, byte[]? body, string type, HttpStatusCode expected)
{
    var start = Stopwatch.GetTimestamp();
    var (status, text) = await Send(method, path, body, type);
    latencies.Add(Stopwatch.GetElapsedTime(start).TotalMilliseconds);
    if (status != expected)
    {
        wrong.AddOrUpdate($"{method} {path} {type} ({body?.Length} bytes): {status}, not {expected}", 1, (_, count) => count + 1);
    }

    return text;
}

async Task AddAndRemoveAsync(string path, byte[] body, string type, int count)
{
    var text = await ExpectAsync(HttpMethod.Post, path, body, type, path == "/orders" ? HttpStatusCode.Created : HttpStatusCode.OK);
    var ids = Regex.Matches(text, "\"id\":([0-9]+)");
    foreach (Match id in ids)
    {
        await ExpectAsync(HttpMethod.Delete, $"/orders/{id.Groups[1].Value}", null, "", HttpStatusCode.NoContent);
    }

    if (ids.Count != count)
    {
        wrong.AddOrUpdate($"{path}: {ids.Count} orders instead of {count}", 1, (_, known) => known + 1);
    }
}

// Announces a body and disconnects within it.
async Task AbortAsync()
{
    using var socket = new TcpClient();
    await socket.ConnectAsync(url.Host, url.Port);
    await socket.GetStream().WriteAsync(Utf8($"POST /orders HTTP/1.1\r\nHost: {url.Host}\r\nContent-Type: {json}\r\nContent-Length: 1000\r\n\r\n{{\"a\":"));
}

async Task<(HttpStatusCode Status, string Text)> Send(HttpMethod method, string path, byte[]? body, string type)
{
    using var request = new HttpRequestMessage(method, path);
    if (body is not null)
    {
        request.Content = new ByteArrayContent(body);
        request.Content.Headers.TryAddWithoutValidation("Content-Type", type);

        // The server may refuse a large body before it has been sent.
        request.Headers.ExpectContinue = body.Length > 1 << 20;
    }

    using var response = await client.SendAsync(request);
    return (response.StatusCode, await response.Content.ReadAsStringAsync());
}
