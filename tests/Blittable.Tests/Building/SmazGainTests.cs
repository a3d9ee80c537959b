using Blittable.Building;

namespace Blittable.Tests.Building;

public class SmazGainTests
{
    private const int Long = 600, Short = 12, Trials = 6_000;

    [Fact]
    public void Lengths_that_saved_nothing_are_tried_every_thirty_second_time_and_others_always()
    {
        var gain = Prose();
        Assert.Equal(5, Enumerable.Range(0, 160).Count(_ => gain.IsWorthwhile(Short)));
        Assert.All(Enumerable.Range(0, 160), _ => Assert.True(gain.IsWorthwhile(Long)));
        Assert.All(Enumerable.Range(0, 160), _ => Assert.True(gain.IsWorthwhile(Short * 2)));
    }

    [Fact]
    public void A_length_counts_until_it_saves_less_than_a_sixteenth()
    {
        var gain = new SmazGain();
        for (var i = 0; i < Trials; i++)
        {
            gain.Learn(Long / 3, Long);
            gain.Learn(saved: 1, 15);
            gain.Learn(saved: 1, 18);
        }

        Assert.All(Enumerable.Range(0, 160), _ => Assert.True(gain.IsWorthwhile(15)));
        Assert.Equal(5, Enumerable.Range(0, 160).Count(_ => gain.IsWorthwhile(18)));
    }

    [Theory]
    [InlineData(3)]
    [InlineData(7)]
    [InlineData(64)]
    [InlineData(int.MaxValue)]
    public void Where_all_saved_too_little_every_length_has_one_trial_in_thirty_two(int length)
    {
        var gain = new SmazGain();
        for (var i = 0; i < Trials; i++)
        {
            gain.Learn(saved: 0, 3);
            gain.Learn(saved: 0, 7);
            gain.Learn(saved: 0, 64);
        }

        Assert.Equal(5, Enumerable.Range(0, 160).Count(_ => gain.IsWorthwhile(length)));
    }

    [Fact]
    public void Strings_left_out_for_their_length_count_as_those_that_are_tried()
    {
        var gain = Prose();
        var left = 0;
        while (gain.IsWorthwhile(Long))
        {
            Assert.InRange(left++, 0, 100_000);
            if (gain.IsWorthwhile(Short))
            {
                gain.Learn(saved: 0, Short);
            }
        }
    }

    [Fact]
    public void A_length_comes_back_when_its_strings_save()
    {
        var gain = Prose();
        for (var i = 0; i < Trials; i++)
        {
            if (gain.IsWorthwhile(Short))
            {
                gain.Learn(Short / 3, Short);
            }

            gain.Learn(Long / 3, Long);
        }

        Assert.All(Enumerable.Range(0, 160), _ => Assert.True(gain.IsWorthwhile(Short)));
    }

    [Fact]
    public void What_is_forgotten_is_tried_again()
    {
        var gain = Prose();
        gain.Forget();
        Assert.All(Enumerable.Range(0, 160), _ => Assert.True(gain.IsWorthwhile(Short)));
    }

    /// <summary>Long strings that save a third, and short ones that save nothing.</summary>
    private static SmazGain Prose()
    {
        var gain = new SmazGain();
        for (var i = 0; i < Trials; i++)
        {
            gain.Learn(Long / 3, Long);
            gain.Learn(saved: 0, Short);
        }

        return gain;
    }
}
