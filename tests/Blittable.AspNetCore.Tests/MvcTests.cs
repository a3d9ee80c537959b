using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Blittable.AspNetCore.Tests;

/// <summary>Tests documents, patches and streams of documents in MVC actions.</summary>
public sealed class MvcTests
{
    private const string Stored = """{"id":1,"tags":["a"]}""";

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(BadBodyTests.BadBodies), MemberType = typeof(BadBodyTests))]
    public async Task A_bad_body_is_answered_with_problem_details(string mediaType, string body, HttpStatusCode expected)
    {
        await using var service = await StartAsync();
        using var response = await Post(service, "/mvc/echo", mediaType, body);

        Assert.Equal(expected, response.StatusCode);
        Assert.Equal("application/problem+json", response.Content.Headers.ContentType!.MediaType);
        Assert.Equal((int)expected, (int)JsonNode.Parse(await response.Content.ReadAsStringAsync(Cancellation))!["status"]!);
        await service.AssertIsQuietAsync();
    }

    [Theory]
    [InlineData("application/json")]
    [InlineData("application/json; charset=utf-16")]
    [InlineData(BlittableMediaType.Document)]
    public async Task An_empty_body_is_null_if_the_parameter_is_optional(string mediaType)
    {
        await using var service = await StartAsync();
        foreach (var content in new HttpContent[] { new ChunkedContent([]), new ByteArrayContent([]) })
        {
            content.Headers.ContentType = MediaTypeHeaderValue.Parse(mediaType);
            using var response = await service.Client.PostAsync("/mvc/optional", content, Cancellation);
            Assert.Equal("null", await response.Content.ReadAsStringAsync(Cancellation));
        }

        using var required = new ChunkedContent([]);
        required.Headers.ContentType = MediaTypeHeaderValue.Parse(mediaType);
        using var refused = await service.Client.PostAsync("/mvc/echo", required, Cancellation);
        Assert.Equal(HttpStatusCode.BadRequest, refused.StatusCode);
    }

    [Theory]
    [InlineData("utf-16")]
    [InlineData("iso-8859-1")]
    public async Task A_body_is_decoded_with_its_declared_charset(string charset)
    {
        const string json = """{"name":"größe"}""";
        await using var service = await StartAsync();
        foreach (var path in new[] { "/mvc/echo", "/mvc/through" })
        {
            using var content = new ByteArrayContent(Encoding.GetEncoding(charset).GetBytes(json));
            content.Headers.ContentType = new MediaTypeHeaderValue("application/json", charset);
            using var response = await service.Client.PostAsync(path, content, Cancellation);
            Assert.Equal(json, (await response.Content.ReadAsStringAsync(Cancellation)).TrimEnd());
        }
    }

    [Theory]
    [InlineData("/mvc/document", "application/json-patch+json", """[{"op":"add","path":"/tags/-","value":"b"}]""", HttpStatusCode.OK)]
    [InlineData("/mvc/plain", "application/json-patch+json", """[{"op":"add","path":"/tags/-","value":"b"}]""", HttpStatusCode.OK)]
    [InlineData("/mvc/plain", "application/merge-patch+json", """{"tags":["a","b"]}""", HttpStatusCode.OK)]
    [InlineData("/mvc/document", "application/json-patch+json", """[{"op":"test","path":"/id","value":2}]""", HttpStatusCode.Conflict)]
    [InlineData("/mvc/document", "application/json-patch+json", """[{"op":"remove","path":"/none"}]""", HttpStatusCode.UnprocessableEntity)]
    [InlineData("/mvc/document", "application/json-patch+json", """{"tags":null}""", HttpStatusCode.BadRequest)]
    [InlineData("/mvc/plain", "application/json-patch+json", "[", HttpStatusCode.BadRequest)]
    [InlineData("/mvc/plain", "application/json-patch+json", "", HttpStatusCode.BadRequest)]
    [InlineData("/mvc/document", "application/json", "[]", HttpStatusCode.UnsupportedMediaType)]
    [InlineData("/mvc/plain", "application/vnd.blittable", "[]", HttpStatusCode.UnsupportedMediaType)]
    [InlineData("/mvc/plain", "application/json-patch+json; charset=none-such", "[]", HttpStatusCode.UnsupportedMediaType)]
    public async Task A_patch_is_bound_and_applied(string path, string mediaType, string body, HttpStatusCode expected)
    {
        await using var service = await StartAsync();
        using var content = new StringContent(body, Encoding.UTF8);
        content.Headers.ContentType = MediaTypeHeaderValue.Parse(mediaType);
        using var response = await service.Client.PatchAsync(path, content, Cancellation);

        Assert.Equal(expected, response.StatusCode);
        var answer = await response.Content.ReadAsStringAsync(Cancellation);
        if (expected == HttpStatusCode.OK)
        {
            Assert.Equal("""{"id":1,"tags":["a","b"]}""", answer);
        }
        else if (answer.Length > 0 || expected != HttpStatusCode.UnsupportedMediaType)
        {
            // Routing may answer media types that no action accepts, without a body.
            Assert.Equal((int)expected, (int)JsonNode.Parse(answer)!["status"]!);
        }

        await service.AssertIsQuietAsync();
    }

    [Theory]
    [InlineData("application/x-ndjson", "{\"n\":1}\n{\"n\":2}\n", HttpStatusCode.OK)]
    [InlineData("application/json", "[{\"n\":1},{\"n\":2}]", HttpStatusCode.OK)]
    [InlineData("application/x-ndjson", "", HttpStatusCode.OK)]
    [InlineData("application/x-ndjson", "{\"n\":\n", HttpStatusCode.BadRequest)]
    [InlineData("application/vnd.blittable", "", HttpStatusCode.UnsupportedMediaType)]
    [InlineData("text/plain", "1", HttpStatusCode.UnsupportedMediaType)]
    public async Task A_stream_of_documents_is_received_and_sent(string mediaType, string body, HttpStatusCode expected)
    {
        await using var service = await StartAsync();
        using var counted = await Post(service, "/mvc/count", mediaType, body);
        Assert.Equal(expected, counted.StatusCode);
        using var response = await Post(service, "/mvc/through", mediaType, body);
        Assert.Equal(expected, response.StatusCode);
        if (expected == HttpStatusCode.OK)
        {
            Assert.Equal("application/x-ndjson", response.Content.Headers.ContentType!.MediaType);
            Assert.Equal(body.Length == 0 ? "" : "{\"n\":1}\n{\"n\":2}\n", await response.Content.ReadAsStringAsync(Cancellation));
        }

        await service.AssertIsQuietAsync();
    }

    [Fact]
    public async Task A_fault_that_an_action_finds_is_described_and_logged_for_debugging()
    {
        await using var service = await StartAsync();
        using var response = await Post(service, "/mvc/count", "application/x-ndjson", "{\"n\":1}\n{\"n\":1.2.3}\n");

        var problem = JsonNode.Parse(await response.Content.ReadAsStringAsync(Cancellation))!;
        Assert.Equal((400, 2, 6, "InvalidNumber"), ((int)problem["status"]!, (int)problem["line"]!, (int)problem["column"]!, (string?)problem["code"]));
        Assert.NotNull(problem["traceId"]);
        Assert.Equal(LogLevel.Debug, Assert.Single(service.Log.Of("BadBody")).Level);
    }

    [Fact]
    public async Task A_client_with_the_current_entity_tag_gets_NotModified()
    {
        await using var service = await StartAsync();
        using var first = await Get(service, null);
        var tag = first.Headers.ETag!;
        Assert.Equal(Stored, await first.Content.ReadAsStringAsync(Cancellation));
        Assert.Equal("application/json", first.Content.Headers.ContentType!.MediaType);

        using var again = await Get(service, null, tag);
        Assert.Equal(HttpStatusCode.NotModified, again.StatusCode);
        Assert.Null(again.Content.Headers.ContentType);
        Assert.Empty(await again.Content.ReadAsByteArrayAsync(Cancellation));

        using var binary = await Get(service, BlittableMediaType.Document, tag);
        Assert.Equal(HttpStatusCode.OK, binary.StatusCode);
        Assert.Equal(BlittableMediaType.Document, binary.Content.Headers.ContentType!.MediaType);

        using var posted = await service.Client.PostAsync("/mvc/created", null, Cancellation);
        Assert.Equal(HttpStatusCode.Created, posted.StatusCode);
        Assert.Null(posted.Headers.ETag);
    }

    [Theory]
    [InlineData(BlittableMediaType.Document)]
    [InlineData("application/vnd.blittable, application/json;q=0.5")]
    public async Task A_document_that_needs_a_dictionary_is_sent_as_JSON(string accept)
    {
        using var document = Samples.WithDictionary(Stored);
        await using var service = await StartAsync(document);
        using var response = await Get(service, accept);

        Assert.Equal("application/json", response.Content.Headers.ContentType!.MediaType);
        Assert.Equal(Stored, await response.Content.ReadAsStringAsync(Cancellation));
    }

    [Fact]
    public async Task The_options_that_are_registered_as_a_service_are_used()
    {
        await using var service = await StartAsync(configure: services => services.AddSingleton(new BlittableOptions { MaxDepth = 2 }));
        using var response = await Post(service, "/mvc/echo", "application/json", "[[[1]]]");
        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
    }

    private static Task<Service> StartAsync(BlittableDocument? document = null, Action<IServiceCollection>? configure = null) =>
        Service.StartAsync(
            app => app.MapControllers(),
            services =>
            {
                services.AddSingleton(new DocumentsController.Store(document ?? BlittableDocument.Parse(Stored)));
                services.AddControllers().AddApplicationPart(typeof(DocumentsController).Assembly).AddBlittable();
                configure?.Invoke(services);
            });

    private static async Task<HttpResponseMessage> Post(Service service, string path, string mediaType, string body)
    {
        using var content = new StringContent(body, Encoding.UTF8);
        content.Headers.ContentType = MediaTypeHeaderValue.Parse(mediaType);
        return await service.Client.PostAsync(path, content, Cancellation);
    }

    private static async Task<HttpResponseMessage> Get(Service service, string? accept, EntityTagHeaderValue? tag = null)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/mvc/document");
        if (accept is not null)
        {
            request.Headers.Accept.ParseAdd(accept);
        }

        if (tag is not null)
        {
            request.Headers.IfNoneMatch.Add(tag);
        }

        return await service.Client.SendAsync(request, Cancellation);
    }
}
