using BenchmarkDotNet.Loggers;

namespace Blittable.Benchmarks.Harness;

/// <summary>Shows one line per benchmark instead of the full output of BenchmarkDotNet, which is in its own log file.</summary>
internal sealed class ProgressLogger(PassOrderer orderer) : ILogger
{
    /// <summary>The prefix of the line that BenchmarkDotNet writes when it starts a benchmark.</summary>
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
