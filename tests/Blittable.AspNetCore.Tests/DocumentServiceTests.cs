using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Blittable.AspNetCore.Tests;

/// <summary>Tests entity tags, streams, patches, clients and OpenAPI descriptions of a service.</summary>
public sealed class DocumentServiceTests
{
    private static readonly BlittableDocument s_stored = BlittableDocument.Parse("""{"id":1,"tags":["a"]}""");

    /// <summary>A document from a store whose dictionary the application does not have, such as a collection.</summary>
    private static readonly BlittableDocument s_storedWithDictionary = BlittableDocument.Parse(
        """{"id":1,"tags":["a"]}""",
        BlittableOptions.Balanced with { Dictionary = BlittableDictionary.Train(Enumerable.Repeat((ReadOnlyMemory<byte>)"""{"id":1,"tags":["a"]}"""u8.ToArray(), 9)) });

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_client_with_the_current_entity_tag_gets_NotModified()
    {
        await using var service = await Service.StartAsync(Map);
        using var first = await service.Client.GetAsync("/document", Cancellation);
        var tag = first.Headers.ETag!;
        Assert.False(tag.IsWeak);

        using var again = await Get(service, tag, null);
        Assert.Equal(HttpStatusCode.NotModified, again.StatusCode);
        Assert.Equal(tag, again.Headers.ETag);
        Assert.Empty(await again.Content.ReadAsByteArrayAsync(Cancellation));

        using var binary = await Get(service, tag, BlittableMediaType.Document);
        Assert.Equal(HttpStatusCode.OK, binary.StatusCode);
        Assert.NotEqual(tag, binary.Headers.ETag);

        using var any = await Get(service, EntityTagHeaderValue.Any, null);
        Assert.Equal(HttpStatusCode.NotModified, any.StatusCode);

        using var posted = await service.Client.PostAsync("/created", null, Cancellation);
        Assert.Null(posted.Headers.ETag);
    }

    [Theory]
    [InlineData("application/json-patch+json", """[{"op":"add","path":"/tags/-","value":"b"}]""", HttpStatusCode.OK, """{"id":1,"tags":["a","b"]}""")]
    [InlineData("application/merge-patch+json", """{"tags":null}""", HttpStatusCode.OK, """{"id":1}""")]
    [InlineData("application/json-patch+json", """[{"op":"test","path":"/id","value":2}]""", HttpStatusCode.Conflict, null)]
    [InlineData("application/json-patch+json", """[{"op":"remove","path":"/none"}]""", HttpStatusCode.UnprocessableEntity, null)]
    [InlineData("application/json-patch+json", """{"tags":null}""", HttpStatusCode.BadRequest, null)]
    [InlineData("application/json-patch+json", """[{"op":"jump","path":""}]""", HttpStatusCode.BadRequest, null)]
    [InlineData("application/json-patch+json", "[", HttpStatusCode.BadRequest, null)]
    [InlineData("application/json", "[]", HttpStatusCode.UnsupportedMediaType, null)]
    public async Task A_patch_is_bound_and_applied(string mediaType, string body, HttpStatusCode status, string? expected)
    {
        await using var service = await Service.StartAsync(Map);
        foreach (var path in new[] { "/document", "/with-dictionary" })
        {
            using var content = new StringContent(body, Encoding.UTF8, mediaType);
            using var response = await service.Client.PatchAsync(path, content, Cancellation);

            Assert.Equal(status, response.StatusCode);
            Assert.Equal(expected ?? "", await response.Content.ReadAsStringAsync(Cancellation));
        }

        Assert.Empty(service.Log.Above(LogLevel.Warning));
    }

    [Theory]
    [InlineData("{\"n\":1}\n{\"n\":2}\n", HttpStatusCode.OK, "{\"n\":1}\n{\"n\":2}\n")]
    [InlineData("", HttpStatusCode.OK, "")]
    [InlineData("{\"n\":\n", HttpStatusCode.BadRequest, "")]
    public async Task A_stream_of_documents_is_received_and_sent(string body, HttpStatusCode status, string expected)
    {
        await using var service = await Service.StartAsync(Map);
        foreach (var path in new[] { "/through", "/count" })
        {
            using var content = new StringContent(body, Encoding.UTF8, "application/x-ndjson");
            using var response = await service.Client.PostAsync(path, content, Cancellation);
            Assert.Equal(status, response.StatusCode);
            if (path == "/through")
            {
                Assert.Equal(expected, await response.Content.ReadAsStringAsync(Cancellation));
            }
        }

        Assert.Empty(service.Log.Above(LogLevel.Warning));
    }

    [Fact]
    public async Task Each_document_of_a_stream_is_sent_as_soon_as_it_is_available()
    {
        var gate = new TaskCompletionSource();
        await using var service = await Service.StartAsync(app => app.MapGet("/slow", () => Results.Blittable(Slow(gate.Task))));
        using var response = await service.Client.GetAsync("/slow", HttpCompletionOption.ResponseHeadersRead, Cancellation);
        Assert.Equal("application/x-ndjson", response.Content.Headers.ContentType!.MediaType);
        using var reader = new StreamReader(await response.Content.ReadAsStreamAsync(Cancellation));

        Assert.Equal("[1]", await reader.ReadLineAsync(Cancellation));
        gate.SetResult();
        Assert.Equal("[2]", await reader.ReadLineAsync(Cancellation));
        Assert.Null(await reader.ReadLineAsync(Cancellation));
    }

    [Fact]
    public async Task A_client_sends_and_receives_documents()
    {
        await using var service = await Service.StartAsync(Map);
        using var received = await service.Client.GetBlittableAsync(new Uri("/document", UriKind.Relative), null, Cancellation);
        Assert.Equal(s_stored.Bytes.ToArray(), received.Bytes.ToArray());

        foreach (var asJson in new[] { true, false })
        {
            using var content = new BlittableContent(received, asJson);
            using var response = await service.Client.PostAsync("/echo", content, Cancellation);
            using var echoed = await response.Content.ReadAsBlittableAsync(cancellationToken: Cancellation);
            Assert.Equal(received.Root.ToJson(), echoed.Root.ToJson());
        }
    }

    [Fact]
    public async Task OpenAPI_describes_bodies_and_responses()
    {
        await using var service = await Service.StartAsync(
            app =>
            {
                Map(app);
                app.MapOpenApi();
            },
            services => services.AddOpenApi());
        var description = JsonNode.Parse(await service.Client.GetStringAsync(new Uri("/openapi/v1.json", UriKind.Relative), Cancellation))!["paths"]!;

        var echo = description["/echo"]!["post"]!;
        Assert.Equal(["application/json", "application/vnd.blittable"], echo["requestBody"]!["content"]!.AsObject().Select(content => content.Key));
        Assert.True((bool)echo["requestBody"]!["required"]!);
        Assert.Equal(["application/json", "application/vnd.blittable"], echo["responses"]!["200"]!["content"]!.AsObject().Select(content => content.Key));
        Assert.Equal(
            ["application/json-patch+json", "application/merge-patch+json"], description["/document"]!["patch"]!["requestBody"]!["content"]!.AsObject().Select(content => content.Key));
        Assert.Contains("$ref", description["/typed"]!["post"]!["requestBody"]!["content"]!["application/json"]!["schema"]!.AsObject().Select(member => member.Key));
        Assert.Equal("application/x-ndjson", Assert.Single(description["/through"]!["post"]!["responses"]!["200"]!["content"]!.AsObject()).Key);
    }

    private static async Task<HttpResponseMessage> Get(Service service, EntityTagHeaderValue tag, string? accept)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/document");
        request.Headers.IfNoneMatch.Add(tag);
        if (accept is not null)
        {
            request.Headers.Accept.ParseAdd(accept);
        }

        return await service.Client.SendAsync(request, Cancellation);
    }

    private static async IAsyncEnumerable<BlittableDocument> Slow(Task gate)
    {
        yield return BlittableDocument.Parse("[1]");
        await gate;
        yield return BlittableDocument.Parse("[2]");
    }

    private static void Map(WebApplication app)
    {
        app.MapGet("/document", () => Results.Blittable(s_stored));
        app.MapPost("/created", () => Results.Blittable(s_stored, StatusCodes.Status201Created));
        app.MapPatch("/document", (BlittablePatchBody patch) => Results.Blittable(patch.ApplyTo(s_stored)));
        app.MapPatch("/with-dictionary", (BlittablePatchBody patch) => Results.Blittable(patch.ApplyTo(s_storedWithDictionary)));
        app.MapPost("/echo", (BlittableBody body) => Results.Blittable(body.Document));
        app.MapPost("/typed", (BlittableBody body) => Results.Blittable(body.Document)).Accepts<Order>("application/json");
        app.MapPost("/through", (BlittableBodyStream documents) => Results.Blittable(documents));
        app.MapPost("/count", async (BlittableBodyStream documents) =>
        {
            var count = 0;
            await foreach (var document in documents)
            {
                using (document)
                {
                    count++;
                }
            }

            return count;
        });
    }

    private sealed record Order(int Id);
}
