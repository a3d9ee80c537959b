using System.Net;
using System.Net.Http.Headers;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace Blittable.AspNetCore.Tests;

/// <summary>Compares the binding of documents with the binding of a type by ASP.NET itself.</summary>
public sealed class StockEndpointTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public static TheoryData<string, string, bool> BadBodies()
    {
        var data = new TheoryData<string, string, bool>();
        foreach (var throws in new[] { false, true })
        {
            data.Add("application/json", "{\"a\":", throws);
            data.Add("application/json", "", throws);
            data.Add("application/json", "[1]", throws);
            data.Add("text/plain", "1", throws);
            data.Add("application/json", "[" + new string(' ', Service.MaxBody) + "]", throws);
        }

        return data;
    }

    [Theory]
    [MemberData(nameof(BadBodies))]
    public async Task A_bad_body_has_the_consequences_that_it_has_for_a_stock_endpoint(string mediaType, string body, bool throws)
    {
        var stock = await Consequences("/stock", mediaType, body, throws);
        Assert.Equal(stock, await Consequences("/echo", mediaType, body, throws));
    }

    private static async Task<(HttpStatusCode Status, int? ThrownStatus, bool LogsErrors)> Consequences(string path, string mediaType, string body, bool throws)
    {
        await using var service = await Service.StartAsync(
            app =>
            {
                app.MapPost("/echo", (BlittableBody body) => Results.Blittable(body.Document));
                app.MapPost("/stock", (JsonElement body) => body);
            },
            throws: throws);
        using var content = new StringContent(body, Encoding.UTF8);
        content.Headers.ContentType = MediaTypeHeaderValue.Parse(mediaType);
        using var response = await service.Client.PostAsync(path, content, Cancellation);
        var thrown = service.Requests.Exceptions.SingleOrDefault();
        return (response.StatusCode, thrown is null ? null : Assert.IsAssignableFrom<BadHttpRequestException>(thrown).StatusCode, service.Log.Above(LogLevel.Warning).Any());
    }
}
