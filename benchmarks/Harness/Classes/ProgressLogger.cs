using BenchmarkDotNet.Loggers;

namespace Blittable.Benchmarks.Harness;

/// <summary>Shows one line a benchmark instead of all that BenchmarkDotNet says, which goes to its own log file.</summary>
internal sealed class ProgressLogger(int benchmarks) : ILogger
{
    private const string Start = "// Benchmark: ";
    private const string Parameters = "[Cell=";

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
            int parameters = text.IndexOf(Parameters, StringComparison.Ordinal);
            string cell = parameters < 0 ? text[Start.Length..] : text[(parameters + Parameters.Length)..].TrimEnd(' ', '\n', '\r', ']');
            Console.Error.WriteLine($"[{++_started}/{benchmarks}] {cell}");
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
