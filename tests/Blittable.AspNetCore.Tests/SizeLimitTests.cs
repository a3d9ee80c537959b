using System.Net;
using System.Net.Http.Headers;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.AspNetCore.Tests;

/// <summary>Tests the limit on the size of the body that an endpoint declares.</summary>
public sealed class SizeLimitTests
{
    private const int Limit = 1000;

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("/document", "application/json")]
    [InlineData("/document", "application/json; charset=utf-16")]
    [InlineData("/document", BlittableMediaType.Document)]
    [InlineData("/patch", BlittableMediaType.MergePatch)]
    [InlineData("/stream", BlittableMediaType.JsonLines)]
    [InlineData("/mvc/limited/document", "application/json")]
    [InlineData("/mvc/limited/document", BlittableMediaType.Document)]
    [InlineData("/mvc/limited/patch", BlittableMediaType.MergePatch)]
    [InlineData("/mvc/limited/stream", BlittableMediaType.JsonLines)]
    public async Task A_body_over_the_limit_of_its_endpoint_is_too_large(string path, string mediaType)
    {
        await using var service = await Service.StartAsync(Map, services => services.AddControllers().AddApplicationPart(typeof(LimitedController).Assembly).AddBlittable());
        var type = MediaTypeHeaderValue.Parse(mediaType);
        var encoding = type.CharSet is null ? Encoding.UTF8 : Encoding.GetEncoding(type.CharSet);
        foreach (var isChunked in new[] { false, true })
        {
            foreach (var length in new[] { Limit / 2, Limit + 2 })
            {
                var bytes = mediaType == BlittableMediaType.Document
                    ? BlittableDocument.Parse($"{{\"a\":\"{new string('a', length)}\"}}").Bytes.ToArray()
                    : encoding.GetBytes($"{{\"a\":{new string(' ', (length / encoding.GetByteCount(" ")) - 7)}1}}");
                using HttpContent content = isChunked ? new ChunkedContent(bytes) : new ByteArrayContent(bytes);
                content.Headers.ContentType = type;
                using var response = await service.Client.PostAsync(path, content, Cancellation);
                Assert.Equal(bytes.Length > Limit ? HttpStatusCode.RequestEntityTooLarge : HttpStatusCode.OK, response.StatusCode);
            }
        }

        await service.AssertIsQuietAsync();
    }

    private static void Map(WebApplication app)
    {
        app.MapControllers();
        app.MapPost("/document", [RequestSizeLimit(Limit)] (BlittableBody body) => body.Document.Root.Count);
        app.MapPost("/patch", [RequestSizeLimit(Limit)] (BlittablePatchBody patch) => patch.Patch.ToJson().Length);
        app.MapPost("/stream", [RequestSizeLimit(Limit)] (BlittableBodyStream documents) => Results.Blittable(documents));
    }
}
