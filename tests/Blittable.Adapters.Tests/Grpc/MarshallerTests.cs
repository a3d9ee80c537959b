using Grpc.Core;
using Grpc.Net.Client;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;

namespace Blittable.Adapters.Tests.Grpc;

public sealed class MarshallerTests
{
    [Fact]
    public async Task A_document_passes_through_a_server_unchanged()
    {
        await using var app = await StartAsync();
        using var document = Samples.WithDictionary();
        var echo = await EchoAsync(app, DocumentMarshaller.Create(Samples.Dictionary, StatusCode.DataLoss), document);
        Assert.Equal(document.Bytes.ToArray(), echo.Bytes.ToArray());
        Assert.Equal(Samples.Json, echo.Root.ToJson());
    }

    [Fact]
    public async Task A_client_without_the_dictionary_gets_the_configured_status()
    {
        await using var app = await StartAsync();
        using var document = Samples.WithDictionary();
        var (requests, responses) = (DocumentMarshaller.Create(Samples.Dictionary, StatusCode.DataLoss), DocumentMarshaller.Create(null, StatusCode.DataLoss));
        var fault = await Assert.ThrowsAsync<RpcException>(() => EchoAsync(app, requests, responses, document));
        Assert.Equal(StatusCode.DataLoss, fault.StatusCode);
        Assert.Equal(BlittableErrorCode.DictionaryMissing, Assert.IsType<BlittableException>(fault.Status.DebugException).Code);
    }

    [Fact]
    public async Task A_client_sends_a_document_whose_dictionary_the_server_lacks()
    {
        await using var app = await StartAsync();
        using var document = Samples.WithAnotherDictionary();
        using var echo = await EchoAsync(app, DocumentMarshaller.Create(Samples.Dictionary, StatusCode.DataLoss), document);
        Assert.Equal(document.Root.ToJson(), echo.Root.ToJson());
    }

    [Fact]
    public async Task A_server_rejects_a_damaged_document_with_InvalidArgument()
    {
        await using var app = await StartAsync();
        using var whole = Samples.Document();
        var bytes = whole.Bytes.ToArray();
        bytes[0] = 0xff; // The first value, a string, gets an invalid tag.
        using var damaged = BlittableDocument.Open(bytes);
        var fault = await Assert.ThrowsAsync<RpcException>(() => EchoAsync(app, DocumentMarshaller.Create(null, StatusCode.DataLoss), damaged));
        Assert.Equal(StatusCode.InvalidArgument, fault.StatusCode);
    }

    private static Task<BlittableDocument> EchoAsync(WebApplication app, Marshaller<BlittableDocument> documents, BlittableDocument document) =>
        EchoAsync(app, documents, documents, document);

    private static async Task<BlittableDocument> EchoAsync(
        WebApplication app, Marshaller<BlittableDocument> requests, Marshaller<BlittableDocument> responses, BlittableDocument document)
    {
        using var channel = GrpcChannel.ForAddress("http://localhost", new GrpcChannelOptions { HttpHandler = app.GetTestServer().CreateHandler() });
        var method = new Method<BlittableDocument, BlittableDocument>(MethodType.Unary, "Documents", "Echo", requests, responses);
        return await channel.CreateCallInvoker().AsyncUnaryCall(method, null, default, document);
    }

    private static async Task<WebApplication> StartAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseTestServer();
        builder.Services.AddGrpc();
        var app = builder.Build();
        app.MapGrpcService<EchoService>();
        await app.StartAsync();
        return app;
    }
}
