using System.CommandLine;

namespace Blittable.Benchmarks.Storage;

/// <summary>The suite <c>storage</c>: date models as stored forms, compared by workloads on real databases.</summary>
internal static class StorageSuite
{
    private const string All = "all";
    private static readonly string[] DatabaseNames = ["sqlite", "postgres", "mariadb"];

    /// <returns>The exit code: 0 done, 1 a workload or a database failed, 2 the command line or an address is wrong.</returns>
    public static int Run(string[] arguments)
    {
        var threads = Positive("--threads", 8, "Connections that work at the same time");
        var rows = Positive("--rows", 200_000, "Rows to insert");
        var batch = Positive("--batch", 1_000, "Rows in one transaction");
        var index = new Option<bool>("--index") { Description = "Put an index on the date column" };
        var database = Names("--database", DatabaseNames, DatabaseNames[0], "Databases, separated by commas");
        var model = Names("--model", [.. DateModel.All.Select(known => known.Name)], All, "Date models, separated by commas");
        var workload = Names("--workload", [.. Workload.All.Select(known => known.Name)], All, "Workloads, separated by commas");
        var output = new Option<string>("--output") { Description = "Folder for the results", DefaultValueFactory = _ => "results" };
        var command = new RootCommand("Compares date models as stored forms on real databases.")
        {
            threads, rows, batch, index, database, model, workload, output,
        };
        command.SetAction(parsed => Run(new StorageOptions(
            parsed.GetValue(threads),
            parsed.GetValue(rows),
            parsed.GetValue(batch),
            parsed.GetValue(index),
            Chosen(parsed.GetValue(database)!, DatabaseNames, name => name),
            Chosen(parsed.GetValue(model)!, DateModel.All, known => known.Name),
            Chosen(parsed.GetValue(workload)!, Workload.All, known => known.Name),
            parsed.GetValue(output)!)));
        var result = command.Parse(arguments);
        var exitCode = result.Invoke();
        return result.Errors.Count > 0 ? 2 : exitCode;
    }

    private static int Run(StorageOptions options)
    {
        try
        {
            var results = new List<ModelResult>();
            foreach (var name in options.Databases)
            {
                var database = Open(name);
                using var disposable = database as IDisposable;
                results.AddRange(options.Models.Select(model => new WorkloadRunner(database, model, options, Console.Error).Run()));
            }

            StorageResults.Write(options, results, Console.Out);
            return 0;
        }
        catch (Exception wrong) when (wrong is ArgumentException or FormatException or OverflowException)
        {
            Console.Error.WriteLine($"storage: {wrong.Message}");
            return 2;
        }
        catch (Exception error) when (error is StorageException or WorkloadException or DllNotFoundException)
        {
            Console.Error.WriteLine($"storage: {error.Message}");
            return 1;
        }
    }

    public static StorageDatabase Open(string name) => name switch
    {
        "postgres" => new PostgresDatabase(Address(PostgresDatabase.Variable)),
        "mariadb" => new MariaDbDatabase(MariaDbAddress.Parse(Address(MariaDbDatabase.Variable))),
        _ => new SqliteDatabase(),
    };

    private static string Address(string variable) => Environment.GetEnvironmentVariable(variable) is { Length: > 0 } address
        ? address
        : throw new ArgumentException($"No server is known: set {variable}, or run the command under '.ci/servers run'.");

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
