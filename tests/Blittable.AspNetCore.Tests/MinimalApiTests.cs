using System.Net;
using System.Net.Http.Headers;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Blittable.AspNetCore.Tests;

/// <summary>Tests documents with a server on the loopback interface.</summary>
public sealed class MinimalApiTests : IAsyncLifetime
{
    private const string Json = """{"id":7,"price":1.50,"at":"2011-01-01T00:00:00Z"}""";

    private WebApplication _app = null!;
    private HttpClient _client = null!;

    public async ValueTask InitializeAsync() => (_app, _client) = await StartAsync(BlittableOptions.Balanced);

    private static async Task<(WebApplication App, HttpClient Client)> StartAsync(BlittableOptions? options)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        if (options is not null)
        {
            builder.Services.AddSingleton(options);
        }

        var app = builder.Build();
        app.MapPost("/echo", (BlittableBody body) => body.Document.ToResult(StatusCodes.Status201Created));
        app.MapGet("/member", () => new Envelope(1, BlittableDocument.Parse("[1.0]")));
        app.MapGet("/other", () => new Plain(2));
        await app.StartAsync();
        return (app, new HttpClient { BaseAddress = new Uri(app.Urls.First()) });
    }

    public async ValueTask DisposeAsync()
    {
        _client.Dispose();
        await _app.DisposeAsync();
    }

    [Fact]
    public async Task A_JSON_body_is_bound_to_a_document_and_a_document_is_returned_as_JSON()
    {
        using var content = new StringContent(Json, Encoding.UTF8, "application/json");
        using var response = await _client.PostAsync("/echo", content, Cancellation);

        Assert.Equal(HttpStatusCode.Created, response.StatusCode);
        Assert.Equal("application/json", response.Content.Headers.ContentType!.MediaType);
        Assert.Equal(Json, await response.Content.ReadAsStringAsync(Cancellation));
    }

    [Fact]
    public async Task A_document_is_exchanged_in_binary_form_if_the_client_accepts_it()
    {
        using var document = BlittableDocument.Parse(Json, BlittableOptions.Balanced);
        using var content = new ByteArrayContent(document.Bytes.ToArray());
        content.Headers.ContentType = new MediaTypeHeaderValue(BlittableMediaType.Document);
        using var request = new HttpRequestMessage(HttpMethod.Post, "/echo") { Content = content };
        request.Headers.Accept.ParseAdd(BlittableMediaType.Document);
        using var response = await _client.SendAsync(request, Cancellation);

        Assert.Equal(BlittableMediaType.Document, response.Content.Headers.ContentType!.MediaType);
        Assert.Equal(document.Bytes.ToArray(), await response.Content.ReadAsByteArrayAsync(Cancellation));
    }

    [Theory]
    [InlineData("application/json", "{\"a\":", HttpStatusCode.BadRequest)]
    [InlineData(BlittableMediaType.Document, "no document", HttpStatusCode.BadRequest)]
    [InlineData("text/plain", "1", HttpStatusCode.UnsupportedMediaType)]
    public async Task A_body_that_is_not_a_document_is_a_client_error(string mediaType, string body, HttpStatusCode expected)
    {
        using var content = new StringContent(body, Encoding.UTF8, mediaType);
        using var response = await _client.PostAsync("/echo", content, Cancellation);

        Assert.Equal(expected, response.StatusCode);
    }

    [Fact]
    public async Task A_malformed_number_is_a_bad_request_in_both_modes()
    {
        foreach (var options in new[] { null, BlittableOptions.Balanced })
        {
            var (app, client) = await StartAsync(options);
            await using (app)
            {
                using (client)
                {
                    foreach (var number in new[] { "1.2.3", "1e", "0e+-1", "192.168.0.1", "1.", "-" })
                    {
                        using var content = new StringContent($$"""{"a":{{number}}}""", Encoding.UTF8, "application/json");
                        using var response = await client.PostAsync("/echo", content, Cancellation);

                        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
                    }
                }
            }
        }
    }

    [Fact]
    public async Task Types_with_and_without_a_document_are_serialized()
    {
        Assert.Equal("""{"number":1,"payload":[1.0]}""", await _client.GetStringAsync(new Uri("/member", UriKind.Relative), Cancellation));
        Assert.Equal("""{"number":2}""", await _client.GetStringAsync(new Uri("/other", UriKind.Relative), Cancellation));
    }

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private sealed record Envelope(int Number, BlittableDocument Payload);

    private sealed record Plain(int Number);
}
