using System.Diagnostics;
using System.Globalization;

namespace Blittable.EntryMatrix;

/// <summary>
/// Runs the matrix: <c>dotnet run -c Release --project tests/Blittable.EntryMatrix -- generated --documents N --seed S</c>. Other arguments
/// go to xUnit.
/// </summary>
internal static class Program
{
    private const int MostShown = 20;

    private const string Usage =
        """
        Blittable.EntryMatrix generated [--documents N] [--minutes M] [--seed S] [--first NUMBER] [--state FILE]
        Blittable.EntryMatrix extremes [--many N]
        Blittable.EntryMatrix edges [--bits 8|16|24]
        Blittable.EntryMatrix files FOLDER
        Blittable.EntryMatrix histories FOLDER [--rounds N]
        Blittable.EntryMatrix linear
        """;

    public static int Main(string[] args)
    {
        if (args is not ["generated" or "extremes" or "edges" or "files" or "histories" or "linear", ..])
        {
            return args.Length == 0 ? Fail(Usage) : Xunit.Runner.InProc.SystemConsole.ConsoleRunner.Run(args).GetAwaiter().GetResult();
        }

        if (args is ["histories", var histories, .. var rounds])
        {
            var differences = Histories.Run(histories, (int)Option(rounds, "--rounds", 2), Console.Out);
            Console.WriteLine($"{differences} documents have other bytes after others");
            return differences == 0 ? 0 : 1;
        }

        if (args is ["linear"])
        {
            return new LinearTime(Console.Out).Run() == 0 ? 0 : 1;
        }

        using var run = new MatrixRun();
        var time = Stopwatch.StartNew();
        var state = new MatrixState(Seed: 0, Next: 0, Documents: 0, Pairs: 0, Reads: 0, Failures: 0);
        switch (args)
        {
            case ["files", var folder]:
                Files(run, folder);
                break;
            case ["extremes", .. var options]:
                foreach (var (name, json) in ExtremeDocuments.All((int)Option(options, "--many", 1_000_000)))
                {
                    run.Add(name, json);
                    run.Flush();
                }

                break;
            case ["edges", .. var options]:
                foreach (var (name, json) in EdgeDocuments.All((int)Option(options, "--bits", 16)))
                {
                    run.Add(name, json);
                }

                break;
            case ["generated", .. var options]:
                state = Generated(run, options, time);
                break;
            default:
                return Fail(Usage);
        }

        run.Flush();
        var seconds = time.Elapsed.TotalSeconds;
        Console.WriteLine($"{run.Documents:N0} documents, {run.Pairs:N0} pairs of entries, {run.Reads:N0} documents read, {run.Failures.Count} failures, {seconds:N0} s, {run.Documents / seconds:N1} documents a second");
        if (state.Documents > run.Documents)
        {
            Console.WriteLine($"In all: {state.Documents:N0} documents, {state.Pairs:N0} pairs of entries, {state.Reads:N0} documents read, {state.Failures} failures");
        }

        run.Failures.Take(MostShown).ToList().ForEach(Console.WriteLine);
        return run.Failures.Count == 0 ? 0 : 1;
    }

    /// <summary>Runs generated documents, and returns the state after them. A run with a state continues after the last document of the run before.</summary>
    private static MatrixState Generated(MatrixRun run, string[] options, Stopwatch time)
    {
        var path = Text(options, "--state");
        var first = MatrixState.Load(path, (ulong)Option(options, "--seed", 1), (long)Option(options, "--first", 0));
        var end = first.Next + Option(options, "--documents", double.MaxValue);
        var minutes = Option(options, "--minutes", double.MaxValue);
        var number = first.Next;
        while (number < end && time.Elapsed.TotalMinutes < minutes)
        {
            GeneratedDocuments.Add(run, first.Seed, number++);
            if (run.IsFlushed)
            {
                first.After(number, run).Save(path);
            }
        }

        run.Flush();
        var state = first.After(number, run);
        state.Save(path);
        return state;
    }

    private static void Files(MatrixRun run, string folder)
    {
        foreach (var path in Directory.EnumerateFiles(folder, "*.*json", SearchOption.AllDirectories).Order(StringComparer.Ordinal))
        {
            if (Path.GetExtension(path) == ".json")
            {
                run.Add(path, File.ReadAllBytes(path));
            }
            else
            {
                var line = 0;
                foreach (var json in File.ReadLines(path).Where(text => text.Length > 0))
                {
                    run.Add($"{path} line {++line}", System.Text.Encoding.UTF8.GetBytes(json));
                }
            }

            run.Flush();
            Console.WriteLine($"{path}: {run.Documents:N0} documents so far, {run.Failures.Count} failures");
        }
    }

    private static double Option(string[] options, string name, double otherwise) =>
        Text(options, name) is { } text ? double.Parse(text, CultureInfo.InvariantCulture) : otherwise;

    private static string? Text(string[] options, string name)
    {
        var index = Array.IndexOf(options, name);
        return index < 0 ? null : options[index + 1];
    }

    private static int Fail(string message)
    {
        Console.WriteLine(message);
        return 2;
    }
}
