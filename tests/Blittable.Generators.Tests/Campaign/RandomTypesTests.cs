namespace Blittable.Generators.Tests.Campaign;

/// <summary>Random types compile, and random instances have the framework's text and round-trip, in both modes, with and without a dictionary.</summary>
public sealed class RandomTypesTests
{
    [Fact]
    public void Instances_of_random_types_have_the_text_of_the_framework_and_round_trip()
    {
        var output = new StringWriter();
        Assert.True(new TypeCampaign(new() { Seed = 1, Types = 15, Instances = 50, ShowsSource = true }, output).Run() == 0, output.ToString());
    }
}
