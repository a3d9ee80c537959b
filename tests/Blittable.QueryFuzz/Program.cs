using System.Globalization;
using Blittable.QueryFuzz.Running;

namespace Blittable.QueryFuzz;

/// <summary>Runs campaigns: <c>dotnet run -c Release --project tests/Blittable.QueryFuzz -- --minutes N --seed S --state FILE</c>.</summary>
internal static class Program
{
    private static readonly string[] _options = ["--minutes", "--seed", "--state", "--collections", "--first", "--query", "--shown", "--shrink"];

    public static int Main(string[] args)
    {
        if (args.Length == 0 || !_options.Contains(args[0]))
        {
            return Xunit.Runner.InProc.SystemConsole.ConsoleRunner.Run(args).GetAwaiter().GetResult();
        }

        var options = new CampaignOptions();
        for (var i = 0; i + 1 < args.Length; i += 2)
        {
            options = Read(options, args[i], args[i + 1]);
        }

        using var campaign = new Campaign(options, Console.Out);
        return campaign.Run() == 0 ? 0 : 1;
    }

    private static CampaignOptions Read(CampaignOptions options, string name, string value) => name switch
    {
        "--minutes" => options with { Time = TimeSpan.FromMinutes(double.Parse(value, CultureInfo.InvariantCulture)) },
        "--seed" => options with { Seed = ulong.Parse(value, CultureInfo.InvariantCulture) },
        "--state" => options with { State = value },
        "--collections" => options with { Collections = long.Parse(value, CultureInfo.InvariantCulture) },
        "--first" => options with { First = long.Parse(value, CultureInfo.InvariantCulture) },
        "--query" => options with { Query = int.Parse(value, CultureInfo.InvariantCulture) },
        "--shown" => options with { Shown = int.Parse(value, CultureInfo.InvariantCulture) },
        "--shrink" => options with { Shrinking = TimeSpan.FromSeconds(double.Parse(value, CultureInfo.InvariantCulture)) },
        _ => throw new ArgumentException($"'{name}' is none of the options {string.Join(", ", _options)}."),
    };
}
