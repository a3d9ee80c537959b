using System.Reflection;
using BenchmarkDotNet.Running;

namespace Blittable.Benchmarks;

/// <summary>Finds the suite that the first argument names; any other arguments go to BenchmarkDotNet's switcher.</summary>
internal static class Suites
{
    /// <summary>Each suite's name and what runs it with the arguments that follow the name; it returns the exit code.</summary>
    private static readonly Dictionary<string, Func<string[], int>> ByName = new(StringComparer.Ordinal)
    {
    };

    public static int Run(string[] args)
    {
        if (args.Length > 0 && ByName.TryGetValue(args[0], out var suite))
        {
            return suite(args[1..]);
        }

        BenchmarkSwitcher.FromAssembly(Assembly.GetExecutingAssembly()).Run(args);
        return 0;
    }
}
