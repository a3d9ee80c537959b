using System.Reflection;
using Blittable.Fuzz.Running;
using Blittable.Fuzz.Targets;

namespace Blittable.Fuzz;

/// <summary>Runs the part of fuzzing that belongs to each build: regression inputs, and a few cases of each target.</summary>
public sealed class FuzzTests
{
    private const int Budget = 400;

    public static TheoryData<string> Targets => [.. FuzzTargets.All.Select(target => target.Name)];

    /// <summary>Gets the regressions by target and name: <c>Regressions/TARGET/NAME.hex</c>, whose lines may end with a comment after <c>#</c>.</summary>
    public static TheoryData<string, string> Regressions
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (var name in Assembly.GetExecutingAssembly().GetManifestResourceNames())
            {
                var parts = name.Split('/');
                data.Add(parts[0], parts[1]);
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Regressions))]
    public void A_regression_input_passes(string target, string name)
    {
        using var runner = new CaseRunner(FuzzTargets.All.Single(candidate => candidate.Name == target));
        var input = Read($"{target}/{name}");
        Assert.Equal(runner.Run(input, atEnd: false), runner.Run(input, atEnd: true));
    }

    [Theory]
    [MemberData(nameof(Targets))]
    public void The_first_cases_of_each_target_pass(string name)
    {
        var output = new StringWriter();
        var target = FuzzTargets.All.Single(candidate => candidate.Name == name);
        var failures = new Campaign(target, new CampaignOptions { Cases = Budget, Seed = 1 }, output).Run();
        Assert.True(failures == 0, output.ToString());
    }

    [Theory]
    [MemberData(nameof(Targets))]
    public void A_case_depends_only_on_its_seed_and_number(string name)
    {
        var target = FuzzTargets.All.Single(candidate => candidate.Name == name);
        var first = target.Make(new FuzzRandom(7, 5));
        target.Make(new FuzzRandom(7, 6));
        Assert.Equal(first, target.Make(new FuzzRandom(7, 5)));
    }

    private static byte[] Read(string resource)
    {
        using var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream(resource)!;
        using var reader = new StreamReader(stream);
        var text = string.Concat(reader.ReadToEnd().Split('\n').Select(line => line.Split('#')[0]));
        return Convert.FromHexString(string.Concat(text.Where(char.IsAsciiHexDigit)));
    }
}
