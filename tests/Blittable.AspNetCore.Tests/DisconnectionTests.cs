using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;

namespace Blittable.AspNetCore.Tests;

/// <summary>Tests that a client that disconnects is no fault of the application.</summary>
public sealed class DisconnectionTests
{
    private static readonly BlittableDocument s_large = BlittableDocument.Parse($"\"{new string('a', 16_000_000)}\"");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData("/through", false)]
    [InlineData("/through", true)]
    [InlineData("/count", false)]
    [InlineData("/count", true)]
    [InlineData("/echo", false)]
    [InlineData("/echo", true)]
    [InlineData("/stock", false)]
    [InlineData("/stock", true)]
    public async Task A_client_may_disconnect_while_it_sends(string path, bool throws)
    {
        await using var service = await Service.StartAsync(Map, throws: throws);
        var (type, body) = path is "/echo" or "/stock" ? ("application/json", "{\"n\":1,\"m\":") : (BlittableMediaType.JsonLines, "{\"n\":1}\n{\"n\":");
        using var socket = await Connect(service, $"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Type: {type}\r\nContent-Length: 1000\r\n\r\n{body}");
        await service.Requests.Begun.Task.WaitAsync(Cancellation);
        socket.Close();

        await service.Requests.Ended.Task.WaitAsync(Cancellation);
        // Kestrel warns if an endpoint has ended before Kestrel has noticed that the client is gone.
        await service.AssertIsQuietAsync(except: "automatic draining of the request body failed");
    }

    [Theory]
    [InlineData("/large", "application/json")]
    [InlineData("/large", BlittableMediaType.Document)]
    [InlineData("/slow", "application/json")]
    public async Task A_client_may_disconnect_while_it_receives(string path, string accept)
    {
        await using var service = await Service.StartAsync(Map);
        using var socket = await Connect(service, $"GET {path} HTTP/1.1\r\nHost: x\r\nAccept: {accept}\r\n\r\n");
        Assert.True(await socket.ReceiveAsync(new byte[1000], Cancellation) > 0);
        socket.Close();

        await service.Requests.Ended.Task.WaitAsync(Cancellation);
        await service.AssertIsQuietAsync();
    }

    private static async Task<Socket> Connect(Service service, string request)
    {
        // Closing resets the connection.
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { LingerState = new LingerOption(true, 0) };
        await socket.ConnectAsync(IPAddress.Loopback, service.Client.BaseAddress!.Port, Cancellation);
        await socket.SendAsync(Encoding.ASCII.GetBytes(request), Cancellation);
        return socket;
    }

    private static async IAsyncEnumerable<BlittableDocument> Slow([EnumeratorCancellation] CancellationToken stop = default)
    {
        yield return BlittableDocument.Parse(s_large.Root.ToJson());
        await Task.Delay(Timeout.Infinite, stop);
    }

    private static void Map(WebApplication app)
    {
        app.MapGet("/large", () => Results.Blittable(s_large));
        app.MapGet("/slow", () => Results.Blittable(Slow()));
        app.MapPost("/echo", (BlittableBody body) => Results.Blittable(body.Document));
        app.MapPost("/stock", (JsonElement body) => body);
        app.MapPost("/through", (BlittableBodyStream documents) => Results.Blittable(documents));
        app.MapPost("/count", async (BlittableBodyStream documents) =>
        {
            await foreach (var document in documents)
            {
                document.Dispose();
            }
        });
    }
}
