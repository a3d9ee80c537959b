using Blittable.Crash.Campaigns;
using Blittable.Crash.Simulation;

namespace Blittable.Crash;

/// <summary>Campaigns with a small budget; <c>.ci/nightly</c> runs them for long. They run alone, since they measure the process.</summary>
[Collection(nameof(CampaignTests))]
[CollectionDefinition(nameof(CampaignTests), DisableParallelization = true)]
public sealed class CampaignTests
{
    [Fact]
    public void No_commit_of_a_killed_writer_is_lost()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "A kill at any moment is tested on Linux.");
        using var output = new StringWriter();

        Assert.True(new KillCampaign(7, output).Run(32), output.ToString());
    }

    [Fact]
    public void No_acknowledged_commit_is_lost_when_the_power_goes_flushes_fail_or_the_disk_is_full()
    {
        Assert.SkipUnless(InterposedLibrary.IsAvailable, "The library that stands between a writer and the disk needs Linux and gcc.");
        using var output = new StringWriter();
        var campaign = new PowerCutCampaign(7, output);

        Assert.True(campaign.Run(1500), output.ToString());
        Assert.True(campaign.Failures > 0);
    }

    [Fact]
    public void A_commit_whose_flush_fails_is_told_as_readers_see_it()
    {
        Assert.SkipUnless(InterposedLibrary.IsAvailable, "The library that stands between a writer and the disk needs Linux and gcc.");
        using var output = new StringWriter();
        var campaign = new FlushCampaign(7, output);

        Assert.True(campaign.Run(24), output.ToString());
        Assert.InRange(campaign.VisibleFailures, 1, campaign.Failures - 1);
    }

    [Fact]
    public void Memory_and_open_files_do_not_grow()
    {
        using var output = new StringWriter();

        Assert.True(new SoakCampaign(7, output).Run(TimeSpan.FromSeconds(15)), output.ToString());
    }
}
