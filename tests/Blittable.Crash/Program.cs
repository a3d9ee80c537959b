using System.Globalization;
using Blittable.Crash.Campaigns;
using Blittable.Crash.Workloads;

namespace Blittable.Crash;

/// <summary>Runs campaigns and the writers that they kill: <c>dotnet run -c Release --project tests/Blittable.Crash -- kill --count 2000</c>. Other
/// arguments go to xUnit.</summary>
internal static class Program
{
    /// <summary>The seeds of writers are derived from the seed of the campaign, and have 32 bits.</summary>
    private const int MostSeeds = 10_000;

    private const string Usage =
        """
        Blittable.Crash kill  [--count WRITERS] [--seed S] [--durability each|every|none]
        Blittable.Crash power [--count CUTS] [--seed S] [--durability each|every|none]
        Blittable.Crash flush [--count WRITERS] [--seed S]
        Blittable.Crash soak  [--minutes M] [--seed S]
        Blittable.Crash commits [--count COMMITS]
        """;

    public static int Main(string[] args)
    {
        switch (args)
        {
            case []:
                Console.WriteLine(Usage);
                return 2;
            case [WriterProcess.Verb, .. var rest]:
                WriterProcess.Run(rest);
                return 0;
            case [RewriteProcess.Verb, var path]:
                RewriteProcess.Run(path);
                return 0;
            case ["kill" or "power" or "flush" or "soak" or "commits", ..]:
                var seed = Option(args, "--seed", 1) % MostSeeds;
                return args[0] switch
                {
                    "kill" => new KillCampaign(seed, Console.Out, Durability(args)).Run(Option(args, "--count", 2000)),
                    "commits" => new SmallCommitCampaign(Console.Out).Run(Option(args, "--count", 100_000)),
                    "flush" => new FlushCampaign(seed, Console.Out).Run(Option(args, "--count", 400)),
                    "power" => new PowerCutCampaign(seed, Console.Out, Durability(args)).Run(Option(args, "--count", 10_000)),
                    _ => new SoakCampaign(seed, Console.Out).Run(TimeSpan.FromMinutes(Option(args, "--minutes", 30))),
                } ? 0 : 1;
            default:
                return Xunit.Runner.InProc.SystemConsole.ConsoleRunner.Run(args).GetAwaiter().GetResult();
        }
    }

    private static string Durability(string[] args)
    {
        var at = Array.IndexOf(args, "--durability");
        return at < 0 ? WriterProcess.Durabilities[0] : args[at + 1];
    }

    private static int Option(string[] args, string name, int otherwise)
    {
        var at = Array.IndexOf(args, name);
        return at < 0 ? otherwise : int.Parse(args[at + 1], CultureInfo.InvariantCulture);
    }
}
