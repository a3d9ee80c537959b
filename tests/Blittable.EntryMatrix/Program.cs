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
        Blittable.EntryMatrix generated [--documents N] [--minutes M] [--seed S] [--first NUMBER]
        Blittable.EntryMatrix extremes [--many N]
        Blittable.EntryMatrix files FOLDER
        Blittable.EntryMatrix histories FOLDER [--rounds N]
        Blittable.EntryMatrix linear
        """;

    public static int Main(string[] args)
    {
        if (args is not ["generated" or "extremes" or "files" or "histories" or "linear", ..])
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
            case ["generated", .. var options]:
                Generated(run, options, time);
                break;
            default:
                return Fail(Usage);
        }

        run.Flush();
        Console.WriteLine($"{run.Documents:N0} documents, {run.Pairs:N0} pairs of entries, {run.Failures.Count} failures, {time.Elapsed.TotalSeconds:N0} s");
        run.Failures.Take(MostShown).ToList().ForEach(Console.WriteLine);
        return run.Failures.Count == 0 ? 0 : 1;
    }

    private static void Generated(MatrixRun run, string[] options, Stopwatch time)
    {
        var first = Option(options, "--first", 0);
        var seed = (ulong)Option(options, "--seed", 1);
        var minutes = Option(options, "--minutes", double.MaxValue);
        for (var number = 0L; number < Option(options, "--documents", double.MaxValue) && time.Elapsed.TotalMinutes < minutes; number++)
        {
            GeneratedDocuments.Add(run, seed, (long)first + number);
        }
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

    private static double Option(string[] options, string name, double otherwise)
    {
        var index = Array.IndexOf(options, name);
        return index < 0 ? otherwise : double.Parse(options[index + 1], CultureInfo.InvariantCulture);
    }

    private static int Fail(string message)
    {
        Console.WriteLine(message);
        return 2;
    }
}
