using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace Blittable.Testing;

/// <summary>Keeps what is logged.</summary>
public sealed class RecordedLog : ILoggerFactory, ILogger
{
    private readonly ConcurrentQueue<(LogLevel, string, string)> _all = new();

    /// <summary>Gets the category that a logger was made for.</summary>
    public string Category { get; private set; } = "";

    /// <summary>Gets the messages so far.</summary>
    public IReadOnlyCollection<(LogLevel Level, string Event, string Text)> All => _all;

    public ILogger CreateLogger(string categoryName)
    {
        Category = categoryName;
        return this;
    }

    public void AddProvider(ILoggerProvider provider)
    {
    }

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
        _all.Enqueue((logLevel, eventId.Name ?? "", formatter(state, exception)));

    public void Dispose()
    {
    }
}
