using System.CommandLine;
using System.Data.Common;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Storage;

/// <summary>Implements the suite <c>storage</c>, which compares storage formats of dates by workloads on real databases.</summary>
internal static class StorageSuite
{
    private const string All = "all";
    private static readonly string[] DatabaseNames = ["sqlite", "postgres", "mariadb"];

    /// <returns>The exit code: 0 for success, 1 if a workload failed or a database was skipped, 2 if the command line is invalid.</returns>
    public static int Run(string[] arguments)
    {
        var threads = Positive("--threads", 8, "Number of concurrent connections");
        var rows = Positive("--rows", 200_000, "Number of rows to insert");
        var batch = Positive("--batch", 1_000, "Number of rows per transaction");
        var index = new Option<bool>("--index") { Description = "Create an index on the date column" };
        var database = Names("--database", DatabaseNames, DatabaseNames[0], "Databases, separated by commas");
        var model = Names("--model", [.. DateModel.All.Select(known => known.Name)], All, "Date models, separated by commas");
        var workload = Names("--workload", [.. Workload.All.Select(known => known.Name)], All, "Workloads, separated by commas");
        var rounds = Positive("--rounds", 3, "Number of runs per model, alternating with the other models");
        var chart = new Option<bool>("--chart") { Description = "Draw bar charts as PNG and SVG files next to the tables" };
        var output = new Option<string>("--output") { Description = "Folder for the results", DefaultValueFactory = _ => "results" };
        var command = new RootCommand("Compares date models in databases.")
        {
            threads, rows, batch, rounds, index, database, model, workload, chart, output,
        };
        command.SetAction(parsed => Run(new StorageOptions(
            parsed.GetValue(threads),
            parsed.GetValue(rows),
            parsed.GetValue(batch),
            parsed.GetValue(index),
            Chosen(parsed.GetValue(database)!, DatabaseNames, name => name),
            Chosen(parsed.GetValue(model)!, DateModel.All, known => known.Name),
            Chosen(parsed.GetValue(workload)!, Workload.All, known => known.Name),
            parsed.GetValue(rounds),
            parsed.GetValue(output)!,
            parsed.GetValue(chart)), RunOptions.CommandOf("storage", arguments)));
        var result = command.Parse(arguments);
        var exitCode = result.Invoke();
        return result.Errors.Count > 0 ? 2 : exitCode;
    }

    private static int Run(StorageOptions options, string command)
    {
        try
        {
            var results = new List<ModelResult>();
            var missing = 0;
            foreach (var name in options.Databases)
            {
                if (TryReach(name, Console.Error) is not { } database)
                {
                    missing++;
                    continue;
                }

                using var disposable = database as IDisposable;
                results.AddRange(RunRounds(database, options));
            }

            if (results.Count > 0)
            {
                StorageResults.Write(options, results, command, Console.Out);
            }

            return missing == 0 ? 0 : 1;
        }
        catch (Exception error) when (error is StorageException or WorkloadException)
        {
            Console.Error.WriteLine($"storage: {error.Message}");
            return 1;
        }
    }

    /// <summary>Runs all models once per round, so that changes in the state of the machine affect all models.</summary>
    private static ModelResult[] RunRounds(StorageDatabase database, StorageOptions options)
    {
        ModelResult[] results = [.. options.Models.Select(model => new ModelResult(database.Name, model.Name))];
        using var connection = database.Open();
        ControlTable.Create(database, connection, options);
        try
        {
            for (var round = 1; round <= options.Rounds; round++)
            {
                foreach (var (model, result) in options.Models.Zip(results))
                {
                    Console.Error.WriteLine($"{result.DatabaseModel}: round {round} of {options.Rounds}");
                    new WorkloadRunner(database, model, options, Console.Error).Run(result);
                }
            }
        }
        finally
        {
            ControlTable.Drop(connection);
        }

        return results;
    }

    /// <summary>Returns a database that responds. If it does not, returns null and writes a line with the reason and a remedy.</summary>
    public static StorageDatabase? TryReach(string name, TextWriter log)
    {
        try
        {
            var database = Open(name);
            using var connection = database.Open();
            return database;
        }
        catch (Exception absent)
            when (absent is ArgumentException or FormatException or OverflowException or DllNotFoundException or StorageException or DbException)
        {
            log.WriteLine($"storage: {name} was skipped. {absent.Message.Split('\n')[0]}");
            return null;
        }
    }

    public static StorageDatabase Open(string name) => name switch
    {
        "postgres" => new PostgresDatabase(Address(PostgresDatabase.Variable)),
        "mariadb" => new MariaDbDatabase(Address(MariaDbDatabase.Variable)),
        _ => new SqliteDatabase(),
    };

    private static string Address(string variable) => Environment.GetEnvironmentVariable(variable) is { Length: > 0 } address
        ? address
        : throw new ArgumentException($"No server is configured: '.ci/servers run COMMAND' starts one and sets {variable}.");

    private static Option<int> Positive(string name, int value, string description)
    {
        var option = new Option<int>(name) { Description = description, DefaultValueFactory = _ => value };
        option.Validators.Add(result =>
        {
            if (result.GetValueOrDefault<int>() < 1)
            {
                result.AddError($"{name} must be at least 1.");
            }
        });
        return option;
    }

    private static Option<string> Names(string name, string[] known, string value, string description)
    {
        var choice = $"{string.Join(", ", known)} or {All}";
        var option = new Option<string>(name) { Description = $"{description}: {choice}", DefaultValueFactory = _ => value };
        option.Validators.Add(result =>
        {
            foreach (var word in Split(result.GetValueOrDefault<string>() ?? "").Where(word => word != All && !known.Contains(word)))
            {
                result.AddError($"{name}: expected {choice}, found '{word}'.");
            }
        });
        return option;
    }

    private static T[] Chosen<T>(string words, IReadOnlyList<T> known, Func<T, string> name)
    {
        var wanted = Split(words);
        return [.. known.Where(item => wanted.Contains(All) || wanted.Contains(name(item)))];
    }

    private static string[] Split(string words) => words.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
}
