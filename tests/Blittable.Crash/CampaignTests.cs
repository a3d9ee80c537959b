using Blittable.Crash.Campaigns;
using Blittable.Crash.Simulation;
using Blittable.Crash.Workloads;

namespace Blittable.Crash;

/// <summary>Runs campaigns with a small budget; <c>.ci/nightly</c> runs longer ones. They run alone because they measure the process.</summary>
[Collection(nameof(CampaignTests))]
[CollectionDefinition(nameof(CampaignTests), DisableParallelization = true)]
public sealed class CampaignTests
{
    public static TheoryData<string> Durabilities => [.. WriterProcess.Durabilities];

    [Theory]
    [MemberData(nameof(Durabilities))]
    public void No_acknowledged_commit_of_a_killed_writer_is_lost(string durability)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "A kill at any moment is tested on Linux.");
        using var output = new StringWriter();

        Assert.True(new KillCampaign(7, output, durability).Run(32), output.ToString());
    }

    [Fact]
    public void No_acknowledged_commit_is_lost_if_the_power_fails_a_flush_fails_or_the_disk_is_full()
    {
        Assert.SkipUnless(InterposedLibrary.IsAvailable, "The library that stands between a writer and the disk needs Linux and gcc.");
        using var output = new StringWriter();
        var campaign = new PowerCutCampaign(7, output);

        Assert.True(campaign.Run(1500), output.ToString());
        Assert.True(campaign.Failures > 0);
    }

    /// <summary>A power cut leaves the state of one commit, at least the last flushed one.</summary>
    [Theory]
    [InlineData("every")]
    [InlineData("none")]
    public void Only_unflushed_commits_are_lost_if_the_power_fails(string durability)
    {
        Assert.SkipUnless(InterposedLibrary.IsAvailable, "The library that stands between a writer and the disk needs Linux and gcc.");
        using var output = new StringWriter();
        var campaign = new PowerCutCampaign(7, output, durability);

        Assert.True(campaign.Run(500), output.ToString());
        Assert.True(campaign.Lost > 0);
    }

    [Fact]
    public void The_exception_of_a_failed_flush_reports_what_readers_see()
    {
        Assert.SkipUnless(InterposedLibrary.IsAvailable, "The library that stands between a writer and the disk needs Linux and gcc.");
        using var output = new StringWriter();
        var campaign = new FlushCampaign(7, output);

        Assert.True(campaign.Run(12), output.ToString());
        Assert.InRange(campaign.VisibleFailures, 1, campaign.Failures - 1);
    }

    [Fact]
    public void Memory_and_open_files_do_not_grow()
    {
        using var output = new StringWriter();

        Assert.True(new SoakCampaign(7, output).Run(rounds: 120), output.ToString());
    }
}
