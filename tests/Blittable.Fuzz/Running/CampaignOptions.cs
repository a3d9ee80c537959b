namespace Blittable.Fuzz.Running;

/// <summary>How long a campaign runs, and from which cases.</summary>
internal sealed record CampaignOptions
{
    /// <summary>The number of cases.</summary>
    public long Cases { get; init; } = long.MaxValue;

    /// <summary>The time after which no further case starts.</summary>
    public TimeSpan Time { get; init; } = TimeSpan.MaxValue;

    /// <summary>The number of the first case.</summary>
    public long First { get; init; }

    /// <summary>The seed; campaigns of different seeds have different cases.</summary>
    public ulong Seed { get; init; } = 1;

    /// <summary>The folder in which inputs are written instead of run, or null to run them.</summary>
    public string? Inputs { get; init; }

    /// <summary>The folder for the number of the running case, or null to keep none.</summary>
    public string? Journal { get; init; }
}
