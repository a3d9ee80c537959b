using System.Reflection;
using Blittable.Fuzz.Running;
using Blittable.Fuzz.Targets;

namespace Blittable.Fuzz;

/// <summary>The part of fuzzing that each build runs: inputs that once broke a promise, and a few cases of each target.</summary>
public sealed class FuzzTests
{
    private const int Budget = 400;

    public static TheoryData<string> Targets => [.. FuzzTargets.All.Select(target => target.Name)];

    /// <summary>The regressions by target and name: <c>Regressions/TARGET/NAME.hex</c>, whose lines may end with a comment after <c>#</c>.</summary>
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
    public void An_input_that_broke_a_promise_breaks_it_no_longer(string target, string name)
    {
        using var runner = new CaseRunner(FuzzTargets.All.Single(candidate => candidate.Name == target));
        var input = Read($"{target}/{name}");
        Assert.Equal(runner.Run(input, atEnd: false), runner.Run(input, atEnd: true));
    }

    [Theory]
    [MemberData(nameof(Targets))]
    public void The_first_cases_of_a_target_break_no_promise(string name)
    {
        var output = new StringWriter();
        var target = FuzzTargets.All.Single(candidate => candidate.Name == name);
        var failures = new Campaign(target, new CampaignOptions { Cases = Budget, Seed = 1 }, output).Run();
        Assert.True(failures == 0, output.ToString());
    }

    [Theory]
    [MemberData(nameof(Targets))]
    public void A_case_depends_on_its_seed_and_number_alone(string name)
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
