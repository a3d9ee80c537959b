using BenchmarkDotNet.Loggers;

namespace Blittable.Benchmarks.Harness;

/// <summary>Shows one line a benchmark instead of all that BenchmarkDotNet says, which goes to its own log file.</summary>
internal sealed class ProgressLogger(PassOrderer orderer) : ILogger
{
    /// <summary>What the line begins with that BenchmarkDotNet writes when it starts a benchmark.</summary>
    private const string Start = "// Benchmark: ";

    private int _started;

    public string Id => nameof(ProgressLogger);

    public int Priority => 0;

    public void Write(LogKind logKind, string text) => WriteLine(logKind, text);

    public void WriteLine()
    {
    }

    public void WriteLine(LogKind logKind, string text)
    {
        if (text.StartsWith(Start, StringComparison.Ordinal))
        {
            string name = _started < orderer.Names.Count ? orderer.Names[_started] : text[Start.Length..].Trim();
            Console.Error.WriteLine($"[{++_started}/{Math.Max(_started, orderer.Names.Count)}] {name}");
        }
        else if (logKind == LogKind.Error && text.Trim().Length > 0)
        {
            Console.Error.WriteLine(text.TrimEnd());
        }
    }

    public void Flush()
    {
    }
}
