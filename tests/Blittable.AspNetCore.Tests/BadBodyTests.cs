using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json.Nodes;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Blittable.AspNetCore.Tests;

/// <summary>Tests that invalid and empty bodies get the same responses as for types that ASP.NET binds itself.</summary>
public sealed class BadBodyTests
{
    public static TheoryData<string, string, HttpStatusCode> BadBodies => new()
    {
        { "application/json", "{\"a\":", HttpStatusCode.BadRequest },
        { "application/json", "", HttpStatusCode.BadRequest },
        { "application/json", new string(' ', 100_000) + "x", HttpStatusCode.BadRequest },
        { "application/json", "[" + new string('1', 400_000) + "]", HttpStatusCode.RequestEntityTooLarge },
        { "application/json; charset=none-such", "1", HttpStatusCode.UnsupportedMediaType },
        { BlittableMediaType.Document, "no document", HttpStatusCode.BadRequest },
        { "text/plain", "1", HttpStatusCode.UnsupportedMediaType },
    };

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [MemberData(nameof(BadBodies))]
    public async Task A_bad_body_is_not_logged_as_a_warning(string mediaType, string body, HttpStatusCode expected)
    {
        await using var service = await Service.StartAsync(Map);
        using var response = await Post(service, "/echo", mediaType, body);

        Assert.Equal(expected, response.StatusCode);
        Assert.Empty(await response.Content.ReadAsStringAsync(Cancellation));
        await service.AssertIsQuietAsync();
        if (body.Length > 0 && mediaType != "text/plain")
        {
            // Routing and binding log the other two themselves.
            var (level, message) = Assert.Single(service.Log.Of("BadBody"));
            Assert.Equal(LogLevel.Debug, level);
            Assert.StartsWith($"The request body was rejected with status {(int)expected}: ", message, StringComparison.Ordinal);
        }
    }

    [Theory]
    [MemberData(nameof(BadBodies))]
    public async Task A_bad_body_is_answered_with_problem_details_if_the_service_is_registered(string mediaType, string body, HttpStatusCode expected)
    {
        await using var service = await Service.StartAsync(Map, services => services.AddProblemDetails());
        using var response = await Post(service, "/echo", mediaType, body);

        Assert.Equal(expected, response.StatusCode);
        if (body.Length > 0 && mediaType != "text/plain")
        {
            // Routing answers media types that no endpoint accepts, without a body.
            Assert.Equal("application/problem+json", response.Content.Headers.ContentType!.MediaType);
            var problem = JsonNode.Parse(await response.Content.ReadAsStringAsync(Cancellation))!;
            Assert.Equal((int)expected, (int)problem["status"]!);
            Assert.NotEmpty((string)problem["detail"]!);
        }

        await service.AssertIsQuietAsync();
    }

    [Fact]
    public async Task Problem_details_contain_the_position_of_the_JSON_error()
    {
        await using var service = await Service.StartAsync(Map, services => services.AddProblemDetails());
        using var response = await Post(service, "/echo", "application/json", "{\"lines\":[1,{\"it's\":2,\n \"price\":1.5.5}]}");

        var problem = JsonNode.Parse(await response.Content.ReadAsStringAsync(Cancellation))!;
        Assert.Equal(
            ("$.lines[1].price", 2, 10, 32, "InvalidNumber"),
            ((string?)problem["path"], (int)problem["line"]!, (int)problem["column"]!, (int)problem["offset"]!, (string?)problem["code"]));
    }

    [Theory]
    [InlineData("""{"":{"a":x}}""", "$[''].a")]
    [InlineData("""{"":x}""", "$['']")]
    [InlineData("{x", "$")]
    [InlineData("""{"a":1,x""", "$")]
    [InlineData("""{"a":{"b":1},"c":x""", "$.c")]
    [InlineData("[1,2,x", "$[2]")]
    [InlineData("""[[],{"a b":[x""", "$[1]['a b'][0]")]
    [InlineData("""{"it's":x""", """$['it\'s']""")]
    [InlineData("""{"1a":x""", "$['1a']")]
    [InlineData("""{"\ud800":x""", "$")]
    [InlineData("x", "$")]
    public async Task The_path_of_a_JSON_error_names_the_value(string json, string path)
    {
        await using var service = await Service.StartAsync(Map, services => services.AddProblemDetails());
        using var response = await Post(service, "/echo", "application/json", json);

        var problem = JsonNode.Parse(await response.Content.ReadAsStringAsync(Cancellation))!;
        Assert.Equal(path, (string?)problem["path"]);
    }

    [Fact]
    public async Task An_exception_is_thrown_if_the_application_requests_it()
    {
        await using var service = await Service.StartAsync(Map, throws: true);
        using var response = await Post(service, "/echo", "application/json", "{");

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        Assert.NotEmpty(service.Log.Above(LogLevel.Error));
    }

    [Theory]
    [InlineData("/optional", "application/json", "", "null")]
    [InlineData("/optional", null, null, "null")]
    [InlineData("/optional", "application/json", "[1]", "[1]")]
    [InlineData("/default", "application/json", "", "null")]
    [InlineData("/optional-patch", "application/json-patch+json", "", "null")]
    public async Task An_empty_body_is_null_if_the_parameter_is_optional(string path, string? mediaType, string? body, string expected)
    {
        await using var service = await Service.StartAsync(Map);
        using var response = mediaType is null ? await service.Client.PostAsync(path, null, Cancellation) : await Post(service, path, mediaType, body!);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(expected, await response.Content.ReadAsStringAsync(Cancellation));
    }

    [Theory]
    [InlineData("application/json")]
    [InlineData("application/json; charset=utf-16")]
    [InlineData(BlittableMediaType.Document)]
    public async Task An_empty_body_of_undeclared_length_is_null(string mediaType)
    {
        await using var service = await Service.StartAsync(Map);
        using var content = new ChunkedContent([]);
        content.Headers.ContentType = MediaTypeHeaderValue.Parse(mediaType);
        using var response = await service.Client.PostAsync("/optional", content, Cancellation);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal("null", await response.Content.ReadAsStringAsync(Cancellation));
    }

    [Theory]
    [InlineData("utf-16")]
    [InlineData("iso-8859-1")]
    [InlineData("UTF-8")]
    [InlineData("utf-32")]
    public async Task A_body_is_decoded_with_its_declared_charset(string charset)
    {
        const string json = """{"name":"größe"}""";
        await using var service = await Service.StartAsync(Map);
        using var content = new ByteArrayContent(Encoding.GetEncoding(charset).GetBytes(json));
        content.Headers.ContentType = new MediaTypeHeaderValue("application/json", charset);
        using var response = await service.Client.PostAsync("/echo", content, Cancellation);
        Assert.Equal(json, await response.Content.ReadAsStringAsync(Cancellation));

        // The default binding also rejects UTF-8 labelled as UTF-16.
        using var wrong = new ByteArrayContent(Encoding.UTF8.GetBytes(json));
        wrong.Headers.ContentType = new MediaTypeHeaderValue("application/json", "utf-16");
        using var refused = await service.Client.PostAsync("/echo", wrong, Cancellation);
        Assert.Equal(HttpStatusCode.BadRequest, refused.StatusCode);
    }

    [Theory]
    [InlineData("application/vnd.api+json")]
    [InlineData("text/json")]
    [InlineData("application/json")]
    public async Task JSON_media_types_except_text_json_are_accepted(string mediaType)
    {
        await using var service = await Service.StartAsync(Map);
        using var response = await Post(service, "/echo", mediaType, "[1]");
        Assert.Equal(mediaType == "text/json" ? HttpStatusCode.UnsupportedMediaType : HttpStatusCode.OK, response.StatusCode);
    }

    [Fact]
    public async Task A_byte_order_mark_is_skipped()
    {
        await using var service = await Service.StartAsync(Map);
        using var response = await Post(service, "/echo", "application/json", "\ufeff[1]");
        Assert.Equal("[1]", await response.Content.ReadAsStringAsync(Cancellation));
    }

    [Fact]
    public async Task A_long_body_is_accepted()
    {
        await using var service = await Service.StartAsync(Map);
        var json = $"[{string.Join(',', Enumerable.Range(0, 40_000))}]";
        using var response = await Post(service, "/echo", "application/json", json);
        Assert.Equal(json, await response.Content.ReadAsStringAsync(Cancellation));
    }

    private static async Task<HttpResponseMessage> Post(Service service, string path, string mediaType, string body)
    {
        using var content = new StringContent(body, Encoding.UTF8);
        content.Headers.ContentType = MediaTypeHeaderValue.Parse(mediaType);
        return await service.Client.PostAsync(path, content, Cancellation);
    }

    private static void Map(WebApplication app)
    {
        app.MapPost("/echo", (BlittableBody body) => Results.Blittable(body.Document));
        app.MapPost("/optional", (BlittableBody? body) => body is null ? "null" : body.Document.Root.ToJson());
        app.MapPost("/default", (HttpContext context, BlittableBody? body = null) => body is null ? "null" : body.Document.Root.ToJson());
        app.MapPost("/optional-patch", (BlittablePatchBody? body) => body is null ? "null" : body.Patch.ToJson());
    }
}
