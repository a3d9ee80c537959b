namespace Blittable.Generators.Tests.Campaign;

/// <summary>Options of a campaign. A type depends only on the seed and its number, so a campaign can be continued and each type rechecked.</summary>
internal sealed record TypeCampaignOptions
{
    public long Seed { get; init; } = 1;

    public long First { get; init; }

    public int Types { get; init; } = 300;

    public int Instances { get; init; } = 1000;

    /// <summary>Gets a value that indicates whether the source of a type with an error is written.</summary>
    public bool ShowsSource { get; init; }
}
