using Blittable.Building;

namespace Blittable.Tests.Building;

public class GainTests
{
    private const int Share = 6, Text = 600;

    [Fact]
    public void What_is_new_is_tried_whatever_it_saves()
    {
        var gain = new Gain(Share);
        for (var i = 0; i < 50; i++)
        {
            Assert.True(gain.IsWorthwhile());
            gain.Learn(saved: 0, Text);
        }
    }

    [Fact]
    public void What_saved_nothing_is_tried_every_sixteenth_time()
    {
        var gain = Learned(saved: 0);
        Assert.Equal(10, Enumerable.Range(0, 160).Count(_ => gain.IsWorthwhile()));
    }

    [Fact]
    public void How_seldom_that_is_can_be_told()
    {
        var gain = new Gain(Share, trials: 64);
        Teach(gain, saved: 0, trials: 200);
        Assert.Equal(3, Enumerable.Range(0, 192).Count(_ => gain.IsWorthwhile()));
    }

    [Theory]
    [InlineData(Text / Share + 1, true)]
    [InlineData(Text / Share - 1, false)]
    public void The_share_is_the_least_that_is_worth_it(int saved, bool isWorthwhile) => Assert.Equal(isWorthwhile, Learned(saved).IsWorthwhile());

    [Theory]
    [InlineData(0, Text / 2)]
    [InlineData(Text / 2, 0)]
    public void What_was_learnt_first_is_outweighed_by_what_comes_later(int first, int later)
    {
        var gain = Learned(first);
        var worthwhile = gain.IsWorthwhile();
        Teach(gain, later, trials: 200);
        Assert.NotEqual(worthwhile, gain.IsWorthwhile());
    }

    [Fact]
    public void One_trial_in_sixteen_stands_for_those_that_were_left_out()
    {
        var gain = Learned(saved: 0);
        var left = 0;
        while (!gain.IsWorthwhile() || !gain.IsWorthwhile())
        {
            left++;
            Teach(gain, saved: Text / 2, trials: 1);
        }

        Assert.InRange(left * Text, 1, 1 << 12);
    }

    [Fact]
    public void A_text_that_is_longer_than_all_that_counts_is_judged_by_itself()
    {
        var gain = Learned(saved: 0);
        gain.Learn(saved: 1 << 28, tried: 1 << 29);
        Assert.True(gain.IsWorthwhile());
        gain.Learn(saved: 0, tried: 1 << 29);
        Assert.False(gain.IsWorthwhile());
    }

    [Fact]
    public void What_is_forgotten_is_tried_again()
    {
        var gain = Learned(saved: 0);
        gain.Forget();
        Assert.True(gain.IsWorthwhile());
        Assert.True(gain.IsWorthwhile());
    }

    private static Gain Learned(int saved)
    {
        var gain = new Gain(Share);
        Teach(gain, saved, trials: 200);
        return gain;
    }

    private static void Teach(Gain gain, int saved, int trials)
    {
        for (var i = 0; i < trials; i++)
        {
            gain.Learn(saved, Text);
        }
    }
}
