using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.AspNetCore.Tests;

/// <summary>Tests that a service accepts no body that it cannot return, and blames only the client's faults on the client.</summary>
public sealed class UntrustedBodyTests
{
    private const string Patch = """[{"op":"add","path":"/tags/-","value":"b"}]""";

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public static TheoryData<string> Hostile => ["repeated rows", "NaN", "infinity", "narrow infinity"];

    [Theory]
    [MemberData(nameof(Hostile))]
    public async Task A_stored_document_that_has_no_JSON_within_its_limit_is_rejected(string kind)
    {
        await using var service = await StartAsync();
        foreach (var path in new[] { "/echo", "/mvc/echo" })
        {
            using var content = new ByteArrayContent(Bytes(kind));
            content.Headers.ContentType = new MediaTypeHeaderValue(BlittableMediaType.Document);
            using var response = await service.Client.PostAsync(path, content, Cancellation);
            Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        }

        await service.AssertIsQuietAsync();
    }

    [Theory]
    [InlineData("application/json; charset=\"utf-8\"", HttpStatusCode.OK)]
    [InlineData("application/json; profile=x; charset=utf-8", HttpStatusCode.OK)]
    [InlineData("application/json; charset=utf-7", HttpStatusCode.UnsupportedMediaType)]
    [InlineData("application/json; charset=unicode-1-1-utf-7", HttpStatusCode.UnsupportedMediaType)]
    [InlineData("application/json; charset=\"\"", HttpStatusCode.UnsupportedMediaType)]
    public async Task A_charset_may_be_quoted_and_is_rejected_if_it_is_not_supported(string mediaType, HttpStatusCode expected)
    {
        await using var service = await StartAsync();
        foreach (var path in new[] { "/echo", "/mvc/echo", "/through", "/mvc/through" })
        {
            using var content = new ByteArrayContent("""{"a":"é"}"""u8.ToArray());
            content.Headers.TryAddWithoutValidation("Content-Type", mediaType);
            using var response = await service.Client.PostAsync(path, content, Cancellation);
            Assert.Equal(expected, response.StatusCode);
        }

        await service.AssertIsQuietAsync();
    }

    [Theory]
    [InlineData("br")]
    [InlineData("gzip")]
    [InlineData("deflate")]
    public async Task A_body_with_damaged_compression_is_rejected(string encoding)
    {
        await using var service = await StartAsync();
        foreach (var (path, mediaType) in new[] { ("/echo", "application/json"), ("/echo", BlittableMediaType.Document), ("/through", "application/x-ndjson"), ("/mvc/echo", "application/json") })
        {
            using var content = new ByteArrayContent(Enumerable.Repeat((byte)0x5B, 100).ToArray());
            content.Headers.ContentType = new MediaTypeHeaderValue(mediaType);
            content.Headers.ContentEncoding.Add(encoding);
            using var response = await service.Client.PostAsync(path, content, Cancellation);
            Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        }

        await service.AssertIsQuietAsync();
    }

    [Theory]
    [InlineData("/document")]
    [InlineData("/mvc/document")]
    public async Task A_document_that_needs_a_dictionary_is_patched_with_the_registered_options(string path)
    {
        var options = BlittableOptions.Balanced with { Dictionary = Samples.Dictionary("""{"id":1,"tags":["a"]}""") };
        using var document = BlittableDocument.Parse("""{"id":1,"tags":["a"]}""", options);
        Assert.True(document.NeedsDictionary);
        await using var service = await StartAsync(document, services => services.AddSingleton(options));
        using var response = await PatchAsync(service, path);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal("""{"id":1,"tags":["a","b"]}""", await response.Content.ReadAsStringAsync(Cancellation));
        await service.AssertIsQuietAsync();
    }

    [Theory]
    [InlineData("/document")]
    [InlineData("/mvc/document")]
    public async Task A_damaged_stored_document_is_not_a_fault_of_the_client(string path)
    {
        // The distance to the root, before the flags, leads out of the document.
        using var intact = BlittableDocument.Parse("""{"id":1,"tags":["a"]}""");
        var bytes = intact.Bytes.ToArray();
        using var document = BlittableDocument.Open(bytes);
        bytes[^2] = 0x7F;
        await using var service = await StartAsync(document);
        using var response = await PatchAsync(service, path);

        Assert.Equal(HttpStatusCode.InternalServerError, response.StatusCode);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_fault_in_a_stream_that_an_action_returns_is_described(bool throws)
    {
        await using var service = await StartAsync(throws: throws);
        foreach (var (body, status) in new[] { ("{\"n\":\n", 400), (new string('[', 2 * Service.MaxBody), 413) })
        {
            using var content = new StringContent(body, Encoding.UTF8, BlittableMediaType.JsonLines);
            using var response = await service.Client.PostAsync("/mvc/through", content, Cancellation);
            Assert.Equal(status, (int)response.StatusCode);
            Assert.Equal("application/problem+json", response.Content.Headers.ContentType!.MediaType);
            Assert.Equal(status, (int)JsonNode.Parse(await response.Content.ReadAsStringAsync(Cancellation))!["status"]!);
        }

        await service.AssertIsQuietAsync();
    }

    [Fact]
    public async Task The_offset_of_a_fault_counts_a_byte_order_mark()
    {
        await using var service = await StartAsync();
        using var content = new ByteArrayContent([0xEF, 0xBB, 0xBF, .. "[1,x]"u8]);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        using var response = await service.Client.PostAsync("/echo", content, Cancellation);

        var problem = JsonNode.Parse(await response.Content.ReadAsStringAsync(Cancellation))!;
        Assert.Equal((6, 4), ((int)problem["offset"]!, (int)problem["column"]!));
    }

    private static byte[] Bytes(string kind)
    {
        if (kind == "repeated rows")
        {
            using var document = BlittableDocument.Parse($"[{string.Join(',', Enumerable.Repeat("""{"a":1,"b":"the same text"}""", 20_000))}]", BlittableOptions.Balanced);
            return document.Bytes.ToArray();
        }

        using var builder = new BlittableBuilder(kind == "narrow infinity" ? BlittableOptions.Balanced : BlittableOptions.Fastest);
        builder.WriteStartArray();
        builder.WriteNumber(kind == "NaN" ? double.NaN : double.PositiveInfinity);
        builder.WriteEndArray();
        using var built = builder.ToDocument();
        return built.Bytes.ToArray();
    }

    private static async Task<HttpResponseMessage> PatchAsync(Service service, string path)
    {
        using var content = new StringContent(Patch, Encoding.UTF8, BlittableMediaType.JsonPatch);
        return await service.Client.PatchAsync(path, content, Cancellation);
    }

    private static Task<Service> StartAsync(BlittableDocument? document = null, Action<IServiceCollection>? configure = null, bool throws = false)
    {
        var stored = document ?? BlittableDocument.Parse("{}");
        return Service.StartAsync(
            app =>
            {
                app.UseRequestDecompression();
                app.MapControllers();
                app.MapPost("/echo", (BlittableBody body) => Results.Blittable(body.Document));
                app.MapPost("/through", (BlittableBodyStream documents) => Results.Blittable(documents));
                app.MapPatch("/document", (BlittablePatchBody patch) => Results.Blittable(patch.ApplyTo(stored)));
            },
            services =>
            {
                services.AddRequestDecompression();
                services.AddProblemDetails();
                services.AddSingleton(new DocumentsController.Store(stored));
                services.AddControllers().AddApplicationPart(typeof(DocumentsController).Assembly).AddBlittable();
                configure?.Invoke(services);
            },
            throws);
    }
}
