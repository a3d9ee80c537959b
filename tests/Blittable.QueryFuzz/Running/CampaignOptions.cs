namespace Blittable.QueryFuzz.Running;

/// <summary>What a campaign runs.</summary>
internal sealed record CampaignOptions
{
    public ulong Seed { get; init; } = 1;

    public TimeSpan Time { get; init; } = TimeSpan.MaxValue;

    /// <summary>Gets the most collections, each of which is asked <see cref="Campaign.QueriesOfCollection"/> queries.</summary>
    public long Collections { get; init; } = 1_000_000_000;

    /// <summary>Gets the first collection; null for the one after the last that was done.</summary>
    public long? First { get; init; }

    /// <summary>Gets the only query to ask of each collection.</summary>
    public int? Query { get; init; }

    /// <summary>Gets the file with the state of the campaign.</summary>
    public string? State { get; init; }

    /// <summary>Gets the number of cases to show of each kind of difference.</summary>
    public int Shown { get; init; } = 2;

    /// <summary>Gets the most time to make a case smaller.</summary>
    public TimeSpan Shrinking { get; init; } = TimeSpan.FromSeconds(4);
}
