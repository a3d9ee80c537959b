using System.Net.Http.Headers;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Blittable.AspNetCore.Tests;

/// <summary>Tests the choice between JSON and the stored document.</summary>
public sealed class NegotiationTests
{
    [Theory]
    [InlineData("application/vnd.blittable", true)]
    [InlineData("Application/Vnd.Blittable", true)]
    [InlineData("application/vnd.blittable, application/json", true)]
    [InlineData("application/json, application/vnd.blittable", true)]
    [InlineData("application/vnd.blittable;q=0.1, application/json", false)]
    [InlineData("application/vnd.blittable;q=0.5, application/json;q=0.4", true)]
    [InlineData("application/vnd.blittable;q=0.5, */*", false)]
    [InlineData("application/vnd.blittable, */*;q=0.1", true)]
    [InlineData("*/*;q=0.9, application/*;q=0.2, application/vnd.blittable;q=0.5", true)]
    [InlineData("application/json;q=0.2, */*, application/vnd.blittable;q=0.5", true)]
    [InlineData("application/vnd.blittable;q=0.5, text/html", true)]
    [InlineData("application/vnd.blittable;q=0.5, application/json;charset=utf-8", false)]
    [InlineData("application/vnd.blittable;q=0", false)]
    [InlineData("application/vnd.blittable;q=0, application/json;q=0", false)]
    [InlineData("application/*", false)]
    [InlineData("*/*", false)]
    [InlineData("text/html", false)]
    public async Task The_stored_document_is_sent_if_the_client_does_not_prefer_JSON(string accept, bool isDocument)
    {
        await using var service = await Service.StartAsync(app => app.MapGet("/document", () => Results.Blittable(BlittableDocument.Parse("[1]"))));
        using var request = new HttpRequestMessage(HttpMethod.Get, "/document");
        request.Headers.Accept.ParseAdd(accept);
        using var response = await service.Client.SendAsync(request, TestContext.Current.CancellationToken);

        Assert.Equal(new MediaTypeHeaderValue(isDocument ? BlittableMediaType.Document : BlittableMediaType.Json), response.Content.Headers.ContentType);
    }

    [Fact]
    public async Task A_document_that_needs_a_dictionary_is_sent_as_JSON()
    {
        using var document = Samples.WithDictionary("""{"customer":"Anna"}""");
        await using var service = await Service.StartAsync(app => app.MapGet("/document", () => Results.Blittable(document)));
        using var request = new HttpRequestMessage(HttpMethod.Get, "/document");
        request.Headers.Accept.ParseAdd(BlittableMediaType.Document);
        using var response = await service.Client.SendAsync(request, TestContext.Current.CancellationToken);

        Assert.Equal("""{"customer":"Anna"}""", await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken));
    }
}
