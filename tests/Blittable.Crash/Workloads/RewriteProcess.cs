using System.Diagnostics;
using System.Text;
using Blittable.Collections;

namespace Blittable.Crash.Workloads;

/// <summary>A process that updates one large document until its writer replaces the file by one without the old versions.</summary>
internal static class RewriteProcess
{
    public const string Verb = "rewrite";

    private const int Versions = 40;

    /// <summary>Starts the process.</summary>
    public static Process Start(string path, IReadOnlyDictionary<string, string> environment)
    {
        var host = Environment.ProcessPath!;
        string[] program = Path.GetFileNameWithoutExtension(host) == "dotnet" ? [typeof(RewriteProcess).Assembly.Location] : [];
        var start = new ProcessStartInfo(host, [.. program, Verb, path]);
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        return Process.Start(start)!;
    }

    /// <summary>Runs in the started process.</summary>
    public static void Run(string path)
    {
        var random = new Random(1);
        using var writer = CollectionWriter.Create(path, new CollectionOptions { Key = "$.id" });
        for (var version = 0; version < Versions; version++)
        {
            writer.Update(Encoding.UTF8.GetBytes($$"""{"id":1,"text":"{{random.GetHexString(100_000)}}"}"""));
            writer.Commit();
        }
    }
}
