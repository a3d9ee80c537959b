using System.Text;
using Blittable.Writing;

namespace Blittable.Tests.Writing;

[Trait(Category.Name, Category.Vector)]
public sealed unsafe class TrialTests
{
    [Fact]
    public void A_new_trial_is_due_for_every_sample()
    {
        var trial = default(Trial);
        Assert.All(Enumerable.Range(0, 256), sample => Assert.True(trial.IsDue((byte)sample)));
    }

    [Theory]
    [InlineData(0, 8)]
    [InlineData(39, 8)]
    [InlineData(40, 256)]
    public void One_sample_in_32_is_tried_if_the_gain_is_less_than_the_cost(int gain, int due)
    {
        var trial = default(Trial);
        for (var i = 0; i < 200; i++)
        {
            trial.Learn(40, gain);
        }

        Assert.Equal(due, Enumerable.Range(0, 256).Count(sample => trial.IsDue((byte)sample)));
        Assert.Equal(gain >= 40, trial.HasPaid);
    }

    [Fact]
    public void A_technique_that_pays_again_is_tried_again()
    {
        var trial = default(Trial);
        for (var i = 0; i < 200; i++)
        {
            trial.Learn(40, 0);
        }

        for (var i = 0; i < 20; i++)
        {
            trial.Learn(40, 80);
        }

        Assert.True(trial.IsDue(255));
    }

    [Fact]
    public void A_gain_in_another_context_counts()
    {
        var trial = default(Trial);
        for (var i = 0; i < 200; i++)
        {
            trial.LearnUse(50);
            trial.Learn(40, 0);
        }

        Assert.True(trial.IsDue(255));
    }

    [Fact]
    public void A_new_context_inherits_that_a_technique_does_not_pay_but_can_prove_otherwise()
    {
        var inherited = Trial.Poor.Inherited;
        Assert.Equal(8, Enumerable.Range(0, 256).Count(sample => inherited.IsDue((byte)sample)));
        for (var i = 0; i < 10; i++)
        {
            inherited.Learn(40, 80);
        }

        Assert.True(inherited.IsDue(255));
        Assert.True(default(Trial).Inherited.IsDue(255));
    }

    [Fact]
    public void Sums_of_the_longest_strings_do_not_overflow()
    {
        var trial = default(Trial);
        for (var i = 0; i < 1000; i++)
        {
            trial.Learn(int.MaxValue, int.MaxValue);
            Assert.True(trial.IsDue(255));
        }
    }

    [Fact]
    public void Values_are_searched_for_in_runs_if_none_is_found()
    {
        var trial = default(PausingTrial);
        var tried = 0;
        for (var i = 0; i < 100_000; i++)
        {
            if (trial.IsDue())
            {
                trial.Learn(cost: 40, gain: 0);
                tried++;
            }
        }

        Assert.InRange(tried, 100_000 / 60, 100_000 / 10);
    }

    [Fact]
    public void Values_that_are_found_are_searched_for_every_time()
    {
        var trial = default(PausingTrial);
        for (var i = 0; i < 1000; i++)
        {
            Assert.True(trial.IsDue());
            trial.Learn(cost: 40, gain: i % 4 == 0 ? 200 : 0);
        }
    }

    [Fact]
    public void Sums_of_the_largest_values_do_not_overflow()
    {
        var trial = default(PausingTrial);
        for (var i = 0; i < 1000; i++)
        {
            Assert.True(trial.IsDue());
            trial.Learn(int.MaxValue, int.MaxValue);
        }
    }

    [Fact]
    public void Equal_strings_have_equal_samples_and_distinct_strings_are_spread()
    {
        var counts = new int[256];
        for (var i = 0; i < 25_600; i++)
        {
            var text = Encoding.UTF8.GetBytes($"https://example.org/{i}/index");
            fixed (byte* start = text)
            {
                counts[StringSampleKernel.Of(start, (nuint)text.Length)]++;
            }

            // The bytes around a string do not matter.
            var elsewhere = Encoding.UTF8.GetBytes($"xyz{i}https://example.org/{i}/index\",1");
            fixed (byte* other = elsewhere, start = text)
            {
                var at = 3 + i.ToString(System.Globalization.CultureInfo.InvariantCulture).Length;
                Assert.Equal(StringSampleKernel.Of(start, (nuint)text.Length), StringSampleKernel.Of(other + at, (nuint)text.Length));
            }
        }

        Assert.All(counts, count => Assert.InRange(count, 5, 400));
    }
}
