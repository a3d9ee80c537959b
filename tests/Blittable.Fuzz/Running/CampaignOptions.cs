namespace Blittable.Fuzz.Running;

/// <summary>The options of a campaign.</summary>
internal sealed record CampaignOptions
{
    /// <summary>Gets the number of cases.</summary>
    public long Cases { get; init; } = long.MaxValue;

    /// <summary>Gets the time after which no further case starts.</summary>
    public TimeSpan Time { get; init; } = TimeSpan.MaxValue;

    /// <summary>Gets the number of the first case.</summary>
    public long First { get; init; }

    /// <summary>Gets the seed. Campaigns with different seeds have different cases.</summary>
    public ulong Seed { get; init; } = 1;

    /// <summary>Gets the folder to which inputs are written instead of being run, or null to run them.</summary>
    public string? Inputs { get; init; }

    /// <summary>Gets the folder for the number of the running case, or null to store none.</summary>
    public string? Journal { get; init; }
}
