using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace Blittable.AspNetCore.Tests;

/// <summary>Records the log messages of a server.</summary>
internal sealed class ServiceLog : ILoggerProvider, ILogger
{
    private readonly ConcurrentQueue<(LogLevel Level, string? Event, string Message, Exception? Exception)> _entries = new();

    public IEnumerable<string> Above(LogLevel level) => _entries
        .Where(entry => entry.Level >= level)
        .Select(entry => $"{entry.Message} {entry.Exception}");

    public IEnumerable<(LogLevel Level, string Message)> Of(string eventName) =>
        _entries.Where(entry => entry.Event == eventName).Select(entry => (entry.Level, entry.Message));

    public ILogger CreateLogger(string categoryName) => this;

    public void Dispose()
    {
    }

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
        _entries.Enqueue((logLevel, eventId.Name, formatter(state, exception), exception));
}
