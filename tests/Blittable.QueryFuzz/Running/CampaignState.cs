using System.Globalization;

namespace Blittable.QueryFuzz.Running;

/// <summary>The progress of a campaign: four numbers in a file.</summary>
internal sealed record CampaignState(ulong Seed, long Done, long Queries, long Failures)
{
    public static CampaignState Load(string? path, ulong seed)
    {
        if (path is null || !File.Exists(path))
        {
            return new(seed, 0, 0, 0);
        }

        var numbers = File.ReadAllText(path).Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        var state = new CampaignState(
            ulong.Parse(numbers[0], CultureInfo.InvariantCulture),
            long.Parse(numbers[1], CultureInfo.InvariantCulture),
            long.Parse(numbers[2], CultureInfo.InvariantCulture),
            long.Parse(numbers[3], CultureInfo.InvariantCulture));
        return state.Seed == seed ? state : throw new ArgumentException($"'{path}' is the state of a campaign with seed {state.Seed}.");
    }

    public CampaignState Add(long queries, long failures) => this with { Done = Done + 1, Queries = Queries + queries, Failures = Failures + failures };

    /// <summary>Saves the state atomically by writing another file first.</summary>
    public void Save(string? path)
    {
        if (path is not null)
        {
            File.WriteAllText(path + ".new", string.Create(CultureInfo.InvariantCulture, $"{Seed} {Done} {Queries} {Failures}"));
            File.Move(path + ".new", path, overwrite: true);
        }
    }
}
