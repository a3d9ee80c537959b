using System.Net;
using System.Net.Http.Headers;
using System.Text;
using Blittable.AspNetCore;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.Formatters;
using Microsoft.AspNetCore.Mvc.ModelBinding;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.Adapters.Tests.AspNetCore;

public sealed class FormatterTests
{
    [Theory]
    [InlineData("application/json", "application/json")]
    [InlineData("*/*", "application/json")]
    [InlineData(BlittableMediaType.Document, BlittableMediaType.Document)]
    public async Task A_client_receives_the_format_it_accepts(string accepted, string expected)
    {
        await using var app = await StartAsync(null);
        using var client = app.GetTestClient();
        using var request = new HttpRequestMessage(HttpMethod.Post, "/echo") { Content = Body(Encoding.UTF8.GetBytes(Samples.Json), "application/json") };
        request.Headers.Accept.ParseAdd(accepted);
        using var response = await client.SendAsync(request);
        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.Equal(expected, response.Content.Headers.ContentType!.MediaType);
        var body = await response.Content.ReadAsByteArrayAsync();
        Assert.Equal(Samples.Json, expected == "application/json" ? Encoding.UTF8.GetString(body) : BlittableValue.Open(body).ToJson());
    }

    [Fact]
    public async Task A_document_with_a_dictionary_is_accepted_as_the_request_body()
    {
        using var document = Samples.WithDictionary();
        await using var app = await StartAsync(new BlittableOptions { Dictionary = Samples.Dictionary });
        using var client = app.GetTestClient();
        using var response = await client.PostAsync("/echo", Body(document.Bytes.ToArray(), BlittableMediaType.Document));
        Assert.Equal(Samples.Json, await response.Content.ReadAsStringAsync());
    }

    [Fact]
    public async Task Damaged_documents_invalid_JSON_and_a_missing_dictionary_are_bad_requests()
    {
        await using var app = await StartAsync(null);
        using var client = app.GetTestClient();
        using var document = Samples.WithDictionary();
        using var whole = Samples.Document();
        var damaged = whole.Bytes.ToArray();
        damaged[0] = 0xff; // The first value, a string, gets an invalid tag.
        foreach (var content in new[]
        {
            Body(document.Bytes.ToArray(), BlittableMediaType.Document),
            Body(damaged, BlittableMediaType.Document),
            Body([], BlittableMediaType.Document),
            Body("""{"a":"""u8.ToArray(), "application/json"),
        })
        {
            using var response = await client.PostAsync("/echo", content);
            Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
            Assert.Contains("errors", await response.Content.ReadAsStringAsync(), StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task A_model_error_is_an_InputFormatterException_with_an_inner_BlittableException()
    {
        using var document = Samples.WithDictionary();
        using var damaged = Samples.Damaged();
        Assert.Equal(BlittableErrorCode.DictionaryMissing, await CodeOf(document));
        Assert.Equal(BlittableErrorCode.InvalidData, await CodeOf(damaged));

        static async Task<BlittableErrorCode> CodeOf(BlittableDocument document)
        {
            var http = new DefaultHttpContext();
            http.Request.ContentType = BlittableMediaType.Document;
            http.Request.Body = new MemoryStream(document.Bytes.ToArray());
            var errors = new ModelStateDictionary();
            var model = new EmptyModelMetadataProvider().GetMetadataForType(typeof(BlittableDocument));
            var context = new InputFormatterContext(http, "body", errors, model, (stream, encoding) => new StreamReader(stream, encoding));
            var result = await new BlittableInputFormatter().ReadRequestBodyAsync(context);
            Assert.True(result.HasError);
            var fault = Assert.IsType<InputFormatterException>(Assert.Single(errors["body"]!.Errors).Exception);
            return Assert.IsType<BlittableException>(fault.InnerException).Code;
        }
    }

    private static ByteArrayContent Body(byte[] bytes, string type) => new(bytes) { Headers = { ContentType = new MediaTypeHeaderValue(type) } };

    private static async Task<WebApplication> StartAsync(BlittableOptions? options)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseTestServer();
        builder.Services.AddControllers().AddApplicationPart(typeof(EchoController).Assembly).AddBlittable(options);
        var app = builder.Build();
        app.MapControllers();
        await app.StartAsync();
        return app;
    }
}

[ApiController]
[Route("echo")]
public sealed class EchoController : ControllerBase
{
    [HttpPost]
    public ActionResult<BlittableDocument> Post([FromBody] BlittableDocument document) => Ok(document);
}
