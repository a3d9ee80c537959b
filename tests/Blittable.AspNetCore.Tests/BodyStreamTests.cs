using System.IO.Compression;
using System.Net;
using System.Net.Http.Headers;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Blittable.AspNetCore.Tests;

/// <summary>Tests streams of documents whose body turns out to be bad, too long, compressed or incomplete.</summary>
public sealed class BodyStreamTests
{
    private const string Good = "{\"n\":1}\n";
    private const string Bad = "{\"n\":\n";

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_body_in_an_unknown_charset_is_not_read_by_an_endpoint_without_the_filter()
    {
        await using var services = new ServiceCollection().AddLogging().BuildServiceProvider();
        var context = new DefaultHttpContext { RequestServices = services };
        context.Request.ContentType = "application/x-ndjson; charset=unknown";
        context.Request.Body = new MemoryStream(Encoding.UTF8.GetBytes(Good));
        Delegate handler = (BlittableBodyStream documents) => documents;

        var documents = await BlittableBodyStream.BindAsync(context, handler.Method.GetParameters()[^1]);

        var fault = await Assert.ThrowsAnyAsync<BadHttpRequestException>(async () => await documents!.GetAsyncEnumerator(Cancellation).MoveNextAsync());
        Assert.Equal(StatusCodes.Status415UnsupportedMediaType, fault.StatusCode);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(1 << 17)]
    public async Task A_response_that_has_begun_is_cut_off_at_a_bad_document(int goodDocuments)
    {
        await using var service = await Service.StartAsync(Map, maxBody: 1 << 24);
        using var content = Lines(Repeat(Good, goodDocuments) + Bad);
        await Assert.ThrowsAnyAsync<HttpRequestException>(() => service.Client.PostAsync("/through", content, Cancellation));

        await service.Requests.Ended.Task.WaitAsync(Cancellation);
        await service.AssertIsQuietAsync();
        Assert.Equal(LogLevel.Debug, Assert.Single(service.Log.Of("BadBody")).Level);
    }

    [Fact]
    public async Task A_response_of_a_handler_that_has_begun_is_cut_off_at_a_bad_document()
    {
        await using var service = await Service.StartAsync(Map);
        using var content = Lines(Good + Bad);
        await Assert.ThrowsAnyAsync<HttpRequestException>(() => service.Client.PostAsync("/written", content, Cancellation));

        await service.Requests.Ended.Task.WaitAsync(Cancellation);
        await service.AssertIsQuietAsync();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(1 << 17)]
    public async Task A_bad_document_is_a_bad_request_if_the_response_has_not_begun(int goodDocuments)
    {
        await using var service = await Service.StartAsync(Map, maxBody: 1 << 24);
        using var content = Lines(Repeat(Good, goodDocuments) + Bad);
        using var response = await service.Client.PostAsync("/count", content, Cancellation);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        await service.AssertIsQuietAsync();
    }

    [Theory]
    [InlineData("/count", false, false)]
    [InlineData("/count", true, false)]
    [InlineData("/through", false, false)]
    [InlineData("/count", false, true)]
    [InlineData("/through", false, true)]
    public async Task A_body_over_the_limit_is_too_large(string path, bool isChunked, bool throws)
    {
        await using var service = await Service.StartAsync(Map, throws: throws);
        var lines = Repeat(Good, Service.MaxBody / Good.Length + 100);
        using HttpContent content = isChunked ? new ChunkedContent(Encoding.UTF8.GetBytes(lines)) : Lines(lines);
        content.Headers.ContentType = new MediaTypeHeaderValue(BlittableMediaType.JsonLines);
        using var response = await service.Client.PostAsync(path, content, Cancellation);

        Assert.Equal(HttpStatusCode.RequestEntityTooLarge, response.StatusCode);
        await service.AssertIsQuietAsync();
    }

    [Fact]
    public async Task A_compressed_body_is_not_decompressed_past_the_limit()
    {
        await using var service = await Service.StartAsync(Map);
        using var content = new ByteArrayContent(Gzip($"{{\"text\":\"{Repeat("a", 1 << 22)}\"}}"));
        content.Headers.ContentType = new MediaTypeHeaderValue(BlittableMediaType.JsonLines);
        using var response = await service.Client.PostAsync("/count", content, Cancellation);

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        await service.AssertIsQuietAsync();
    }

    [Theory]
    [InlineData("/count", 1, HttpStatusCode.OK)]
    [InlineData("/echo", 1, HttpStatusCode.OK)]
    [InlineData("/count", 1 << 22, HttpStatusCode.RequestEntityTooLarge)]
    [InlineData("/echo", 1 << 22, HttpStatusCode.RequestEntityTooLarge)]
    [InlineData("/count", 0, HttpStatusCode.BadRequest)]
    [InlineData("/echo", 0, HttpStatusCode.BadRequest)]
    public async Task The_middleware_for_request_decompression_keeps_the_limit(string path, int length, HttpStatusCode expected)
    {
        await using var service = await Service.StartAsync(
            app =>
            {
                app.UseRequestDecompression();
                Map(app);
            },
            services => services.AddRequestDecompression());
        var gzip = Gzip($"{{\"text\":\"{Repeat("a", length)}\"}}");
        if (length == 0)
        {
            gzip.AsSpan(^8..).Clear();
        }

        using var content = new ByteArrayContent(gzip);
        content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
        content.Headers.ContentEncoding.Add("gzip");
        using var response = await service.Client.PostAsync(path, content, Cancellation);

        Assert.Equal(expected, response.StatusCode);
        await service.AssertIsQuietAsync();
    }

    [Theory]
    [InlineData("utf-16")]
    [InlineData("iso-8859-1")]
    [InlineData("none-such")]
    public async Task A_stream_is_decoded_with_its_declared_charset(string charset)
    {
        const string lines = "{\"name\":\"größe\"}\n{\"name\":\"maß\"}\n";
        await using var service = await Service.StartAsync(Map);
        using var content = new ByteArrayContent(charset == "none-such" ? [] : Encoding.GetEncoding(charset).GetBytes(lines));
        content.Headers.ContentType = new MediaTypeHeaderValue(BlittableMediaType.JsonLines, charset);
        using var response = await service.Client.PostAsync("/through", content, Cancellation);

        Assert.Equal(charset == "none-such" ? HttpStatusCode.UnsupportedMediaType : HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(charset == "none-such" ? "" : lines, await response.Content.ReadAsStringAsync(Cancellation));
        await service.AssertIsQuietAsync();
    }

    private static string Repeat(string text, int count) => new StringBuilder().Insert(0, text, count).ToString();

    private static StringContent Lines(string text) => new(text, Encoding.UTF8, BlittableMediaType.JsonLines);

    private static byte[] Gzip(string text)
    {
        using var output = new MemoryStream();
        using (var gzip = new GZipStream(output, CompressionLevel.Optimal, leaveOpen: true))
        {
            gzip.Write(Encoding.UTF8.GetBytes(text));
        }

        return output.ToArray();
    }

    private static void Map(WebApplication app)
    {
        app.MapPost("/echo", (BlittableBody body) => Results.Blittable(body.Document));
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
        app.MapPost("/written", async (BlittableBodyStream documents, HttpContext context) =>
        {
            await foreach (var document in documents)
            {
                await document.WriteJsonAsync(context.Response.BodyWriter);
            }
        });
    }
}
