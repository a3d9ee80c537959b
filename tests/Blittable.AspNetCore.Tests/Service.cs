using System.Collections.Concurrent;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Blittable.AspNetCore.Tests;

/// <summary>A server on the loopback interface, with its log messages.</summary>
internal sealed class Service : IAsyncDisposable
{
    private readonly WebApplication _app;

    private Service(WebApplication app, Logs logs)
    {
        _app = app;
        Log = logs;
        Client = new HttpClient { BaseAddress = new Uri(app.Urls.First()) };
    }

    public HttpClient Client { get; }

    public Logs Log { get; }

    public static async Task<Service> StartAsync(Action<WebApplication> map, Action<IServiceCollection>? configure = null, bool throws = false)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Limits.MaxRequestBodySize = 300_000);
        builder.Logging.ClearProviders();
        builder.Logging.SetMinimumLevel(LogLevel.Debug);
        var logs = new Logs();
        builder.Logging.AddProvider(logs);
        builder.Services.Configure<RouteHandlerOptions>(options => options.ThrowOnBadRequest = throws);
        configure?.Invoke(builder.Services);
        var app = builder.Build();
        map(app);
        await app.StartAsync();
        return new Service(app, logs);
    }

    public async ValueTask DisposeAsync()
    {
        Client.Dispose();
        await _app.DisposeAsync();
    }

    internal sealed class Logs : ILoggerProvider, ILogger
    {
        private readonly ConcurrentQueue<(LogLevel Level, string Message)> _entries = new();

        public IEnumerable<string> Above(LogLevel level) => _entries.Where(entry => entry.Level >= level).Select(entry => entry.Message);

        public ILogger CreateLogger(string categoryName) => this;

        public void Dispose()
        {
        }

        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => null;

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            _entries.Enqueue((logLevel, formatter(state, exception)));
    }
}
