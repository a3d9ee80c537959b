using Blittable.QueryFuzz.Running;

namespace Blittable.QueryFuzz;

/// <summary>Runs the part of the campaign that belongs to each build.</summary>
public sealed class QueryTests
{
    private const int Collections = 500 / Campaign.QueriesOfCollection;

    [Fact]
    public void Random_queries_have_the_answers_of_the_oracle_in_every_configuration()
    {
        var output = new StringWriter();
        using var campaign = new Campaign(new CampaignOptions { Seed = 1, First = 0, Collections = Collections }, output);
        var failures = campaign.Run();
        Assert.True(failures == 0, output.ToString());
    }
}
