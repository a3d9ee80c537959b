using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Blittable.AspNetCore.Tests;

/// <summary>A server on the loopback interface, with its log messages.</summary>
internal sealed class Service : IAsyncDisposable
{
    public const int MaxBody = 300_000;

    private readonly WebApplication _app;

    private Service(WebApplication app, ServiceLog log, RequestWatch requests)
    {
        _app = app;
        Log = log;
        Requests = requests;
        Client = new HttpClient { BaseAddress = new Uri(app.Urls.First()) };
    }

    public HttpClient Client { get; }

    public ServiceLog Log { get; }

    public RequestWatch Requests { get; }

    public static async Task<Service> StartAsync(
        Action<WebApplication> map, Action<IServiceCollection>? configure = null, bool throws = false, long maxBody = MaxBody)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Limits.MaxRequestBodySize = maxBody);
        builder.Logging.ClearProviders();
        builder.Logging.SetMinimumLevel(LogLevel.Debug);
        var log = new ServiceLog();
        builder.Logging.AddProvider(log);
        builder.Services.Configure<RouteHandlerOptions>(options => options.ThrowOnBadRequest = throws);
        configure?.Invoke(builder.Services);
        var app = builder.Build();
        var requests = new RequestWatch();
        app.Use(requests.RunAsync);
        map(app);
        await app.StartAsync();
        return new Service(app, log, requests);
    }

    /// <summary>Asserts that requests caused no exception in the pipeline and no warning.</summary>
    /// <remarks>Stops the server first, because it may log the end of a request after the client has the response.</remarks>
    /// <param name="except">A part of a warning that is allowed.</param>
    public async Task AssertIsQuietAsync(string? except = null)
    {
        await _app.StopAsync();
        Assert.Empty(Requests.Exceptions);
        var warnings = Log.Above(LogLevel.Warning).Where(text => except is null || !text.Contains(except, StringComparison.Ordinal)).ToList();
        Assert.True(warnings.Count == 0, string.Join('\n', warnings));
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await _app.DisposeAsync();
    }
}
