namespace Blittable.Generators.Tests.Campaign;

/// <summary>What a campaign checks. A type depends on the seed and its number alone, so that a campaign can be continued and each type checked again by itself.</summary>
internal sealed record TypeCampaignOptions
{
    public long Seed { get; init; } = 1;

    public long First { get; init; }

    public int Types { get; init; } = 300;

    public int Instances { get; init; } = 1000;

    /// <summary>Gets a value that indicates whether the source of a type with a fault is written.</summary>
    public bool ShowsSource { get; init; }
}
