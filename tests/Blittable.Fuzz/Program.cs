using System.Globalization;
using Blittable.Fuzz.Running;
using Blittable.Fuzz.Targets;

namespace Blittable.Fuzz;

/// <summary>Runs campaigns: <c>dotnet run -c Release --project tests/Blittable.Fuzz -- TARGET --cases N --seed S</c>. Other arguments go to xUnit.</summary>
internal static class Program
{
    private const string Usage =
        """
        Blittable.Fuzz TARGET|all [--cases N] [--minutes M] [--seed S] [--first CASE] [--journal FOLDER]
        Blittable.Fuzz TARGET --input HEX
        Blittable.Fuzz TARGET --write FOLDER [--cases N] [--seed S]
        Blittable.Fuzz TARGET --afl
        """;

    public static int Main(string[] args)
    {
        if (args.Length == 0)
        {
            Console.WriteLine(Usage);
            Console.WriteLine($"Targets: {string.Join(' ', FuzzTargets.All.Select(target => target.Name))}");
            return 2;
        }

        AflSession.Prepare();
        var targets = args[0] == "all" ? FuzzTargets.All : FuzzTargets.All.Where(target => target.Name == args[0]).ToList();
        if (targets.Count == 0)
        {
            return Xunit.Runner.InProc.SystemConsole.ConsoleRunner.Run(args).GetAwaiter().GetResult();
        }

        if (args is [_, "--input", var hex])
        {
            using var runner = new CaseRunner(targets[0]);
            Console.WriteLine($"{runner.Run(Convert.FromHexString(hex), atEnd: false)}, {runner.Run(Convert.FromHexString(hex), atEnd: true)}");
            return 0;
        }

        if (args is [_, "--afl"])
        {
            AflSession.Run(targets[0]);
            return 0;
        }

        var options = new CampaignOptions();
        for (var i = 1; i + 1 < args.Length; i += 2)
        {
            options = Read(options, args[i], args[i + 1]);
        }

        if (options.Inputs is { } folder)
        {
            AflSession.WriteInputs(targets[0], folder, options);
            return 0;
        }

        return targets.Sum(target => new Campaign(target, options, Console.Out).Run()) == 0 ? 0 : 1;
    }

    private static CampaignOptions Read(CampaignOptions options, string name, string value) => name switch
    {
        "--cases" => options with { Cases = long.Parse(value, CultureInfo.InvariantCulture) },
        "--minutes" => options with { Time = TimeSpan.FromMinutes(double.Parse(value, CultureInfo.InvariantCulture)) },
        "--first" => options with { First = long.Parse(value, CultureInfo.InvariantCulture) },
        "--seed" => options with { Seed = ulong.Parse(value, CultureInfo.InvariantCulture) },
        "--write" => options with { Inputs = value },
        "--journal" => options with { Journal = value },
        _ => throw new ArgumentException(Usage),
    };
}
