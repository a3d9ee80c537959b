using System.Globalization;
using Blittable.Generators.Tests.Campaign;

namespace Blittable.Generators.Tests;

/// <summary>Runs campaigns: <c>dotnet run -c Release --project tests/Blittable.Generators.Tests -- --types N --seed S</c>. xUnit handles all other
/// command lines.</summary>
internal static class Program
{
    private static readonly string[] s_options = ["--types", "--seed", "--first", "--instances", "--source"];

    public static int Main(string[] args)
    {
        if (args.Length == 0 || !s_options.Contains(args[0]))
        {
            return Xunit.Runner.InProc.SystemConsole.ConsoleRunner.Run(args).GetAwaiter().GetResult();
        }

        var options = new TypeCampaignOptions();
        for (var i = 0; i + 1 < args.Length; i += 2)
        {
            options = Read(options, args[i], args[i + 1]);
        }

        return new TypeCampaign(options, Console.Out).Run() == 0 ? 0 : 1;
    }

    private static TypeCampaignOptions Read(TypeCampaignOptions options, string name, string value) => name switch
    {
        "--types" => options with { Types = int.Parse(value, CultureInfo.InvariantCulture) },
        "--seed" => options with { Seed = long.Parse(value, CultureInfo.InvariantCulture) },
        "--first" => options with { First = long.Parse(value, CultureInfo.InvariantCulture) },
        "--instances" => options with { Instances = int.Parse(value, CultureInfo.InvariantCulture) },
        "--source" => options with { ShowsSource = bool.Parse(value) },
        _ => throw new ArgumentException($"'{name}' is none of the options {string.Join(", ", s_options)}."),
    };
}
