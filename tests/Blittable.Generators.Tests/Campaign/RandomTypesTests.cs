namespace Blittable.Generators.Tests.Campaign;

/// <summary>Random types compile, and random instances have the text of the framework and come back, in both modes, with and without a dictionary.</summary>
public sealed class RandomTypesTests
{
    [Fact]
    public void Instances_of_random_types_have_the_text_of_the_framework_and_come_back()
    {
        var output = new StringWriter();
        Assert.True(new TypeCampaign(new() { Seed = 1, Types = 15, Instances = 50, ShowsSource = true }, output).Run() == 0, output.ToString());
    }
}
