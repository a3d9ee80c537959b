using System.Reflection;
using BenchmarkDotNet.Running;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks;

/// <summary>Finds the suite that the first argument names; any other arguments go to BenchmarkDotNet's switcher.</summary>
internal static class Suites
{
    /// <summary>Suites of cells, each run by the harness.</summary>
    private static readonly CellSuite[] OfCells =
    [
        new Documents.ConvertSuite(),
        new Documents.ReadSuite(),
        new Documents.WriteSuite(),
        new Documents.ScaleSuite(),
    ];

    /// <summary>Each suite's name and what runs it with the arguments that follow the name; it returns the exit code.</summary>
    private static readonly Dictionary<string, Func<string[], int>> ByName =
        new(OfCells.Select(suite => KeyValuePair.Create<string, Func<string[], int>>(suite.Name, suite.Run)), StringComparer.Ordinal)
        {
            [Documents.SizeSuite.Name] = Documents.SizeSuite.Run,
        };

    /// <summary>Suites that measure in their own way.</summary>
    private static readonly Dictionary<string, Func<string[], int>> Others = new(StringComparer.Ordinal)
    {
        ["storage"] = Storage.StorageSuite.Run,
    };

    public static int Run(string[] args)
    {
        if (args.Length > 0 && (ByName.TryGetValue(args[0], out var suite) || Others.TryGetValue(args[0], out suite)))
        {
            return suite(args[1..]);
        }

        BenchmarkSwitcher.FromAssembly(Assembly.GetExecutingAssembly()).Run(args);
        return 0;
    }
}
