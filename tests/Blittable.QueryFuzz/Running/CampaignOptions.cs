namespace Blittable.QueryFuzz.Running;

/// <summary>The options of a campaign.</summary>
internal sealed record CampaignOptions
{
    public ulong Seed { get; init; } = 1;

    public TimeSpan Time { get; init; } = TimeSpan.MaxValue;

    /// <summary>Gets the maximum number of collections. Each receives <see cref="Campaign.QueriesOfCollection"/> queries.</summary>
    public long Collections { get; init; } = 1_000_000_000;

    /// <summary>Gets the number of the first collection, or null to continue after the last one.</summary>
    public long? First { get; init; }

    /// <summary>Gets the only query to run over each collection.</summary>
    public int? Query { get; init; }

    /// <summary>Gets the file with the state of the campaign.</summary>
    public string? State { get; init; }

    /// <summary>Gets the number of cases to show for each kind of difference.</summary>
    public int Shown { get; init; } = 2;

    /// <summary>Gets the maximum time for shrinking a case.</summary>
    public TimeSpan Shrinking { get; init; } = TimeSpan.FromSeconds(4);
}
