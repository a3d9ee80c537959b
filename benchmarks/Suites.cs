using System.Reflection;
using BenchmarkDotNet.Running;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks;

/// <summary>Finds the suite named by the first argument. Without arguments, the headline suite runs. Options without a suite are passed to the switcher of
/// BenchmarkDotNet.</summary>
internal static class Suites
{
    /// <summary>The suites of cells, run by the harness.</summary>
    private static readonly CellSuite[] OfCells =
    [
        new Documents.HeadlineSuite(),
        new Documents.ConvertSuite(),
        new Documents.ReadSuite(),
        new Documents.WriteSuite(),
        new Documents.ScaleSuite(),
        new Documents.Wild.WildSuite(),
        new Guard.GuardSuite(),
        new Dates.DatesSuite(),
        new MessagePack.MessagePackSuite(),
        new Objects.ObjectsSuite(),
        new Columns.ColumnsSuite(),
        new Collections.CollectionsSuite(),
        new JsonBench.JsonBenchSuite(),
        new Strings.StringsSuite(),
        new Stores.StoresSuite(),
    ];

    /// <summary>The suites with their own measurement, which receive the arguments after the name and return the exit code.</summary>
    private static readonly Dictionary<string, Func<string[], int>> Others = new(StringComparer.Ordinal)
    {
        ["general-table"] = Strings.GeneralTableRecipe.Run,
        ["stepped"] = Documents.SteppedWork.Run,
        ["size"] = Documents.SizeSuite.Run,
        [Documents.ValidateSuite.Name] = Documents.ValidateSuite.Run,
        [Questions.QuestionsSuite.Name] = Questions.QuestionsSuite.Run,
        [Sql.SqlSuite.Name] = Sql.SqlSuite.Run,
        ["postgres"] = Postgres.PostgresSuite.Run,
        ["storage"] = Storage.StorageSuite.Run,
        [Publishing.Agreement.Name] = Publishing.Agreement.Run,
        [Publishing.Publication.Name] = Publishing.Publication.Run,
    };

    public static int Run(string[] args)
    {
        if (Corpora.Fault(Environment.GetEnvironmentVariable(Corpora.Variable)) is { } fault)
        {
            Console.Error.WriteLine(fault);
            return 2;
        }

        if (args is ["--help" or "-h" or "-?"])
        {
            Console.WriteLine(Usage());
            return 0;
        }

        string name = args.FirstOrDefault("headline");
        string[] rest = args.Length == 0 ? [] : args[1..];
        if (OfCells.FirstOrDefault(suite => suite.Name == name) is { } cells)
        {
            return cells.Run(rest);
        }

        if (Others.TryGetValue(name, out var other))
        {
            return other(rest);
        }

        if (!name.StartsWith('-'))
        {
            Console.Error.WriteLine($"Unknown suite '{name}'; the suites are {string.Join(", ", Names())}.");
            return 2;
        }

        BenchmarkSwitcher.FromAssembly(Assembly.GetExecutingAssembly()).Run(args);
        return 0;
    }

    private static IEnumerable<string> Names() => OfCells.Select(suite => suite.Name).Concat(Others.Keys).Order(StringComparer.Ordinal);

    private static string Usage() => $"""
        dotnet run -c Release --project benchmarks [-- SUITE [options]]

        Without arguments, the headline suite runs, which takes about ten minutes. Suites:

        {string.Join('\n', OfCells.OrderBy(suite => suite.Name, StringComparer.Ordinal).Select(suite => $"    {suite.Name,-14} {suite.Title}"))}

        Suites with their own options: {string.Join(", ", Others.Keys.Order(StringComparer.Ordinal))}.
        benchmarks/README.md describes all suites. Options of the suites in the list:

        {RunOptions.Usage}

        Options without a suite are passed to BenchmarkDotNet, such as --list flat.
        """;
}
