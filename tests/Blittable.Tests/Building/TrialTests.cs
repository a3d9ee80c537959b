using System.Text;
using Blittable.Building;

namespace Blittable.Tests.Building;

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
    [InlineData(100, 256)]
    public void One_sample_in_32_is_left_where_too_little_was_saved(int saved, int due)
    {
        var trial = default(Trial);
        for (var i = 0; i < 100; i++)
        {
            trial.Learn(100, saved, part: 8);
        }

        Assert.Equal(due, Enumerable.Range(0, 256).Count(sample => trial.IsDue((byte)sample)));
    }

    [Fact]
    public void What_saves_again_is_due_again()
    {
        var trial = default(Trial);
        for (var i = 0; i < 100; i++)
        {
            trial.Learn(100, 0, part: 8);
        }

        for (var i = 0; i < 10; i++)
        {
            trial.Learn(100, 90, part: 8);
        }

        Assert.True(trial.IsDue(255));
    }

    [Theory]
    [InlineData(0, false)]
    [InlineData(20, false)]
    [InlineData(40, true)]
    public void A_context_shows_what_it_has_saved(int saved, bool hasSaved)
    {
        var trial = default(Trial);
        Assert.False(trial.HasSaved(part: 4));
        trial.Learn(100, saved, part: 4);
        Assert.Equal(hasSaved, trial.HasSaved(part: 4));
    }

    [Fact]
    public void Sums_of_the_longest_strings_do_not_overflow()
    {
        var trial = default(Trial);
        for (var i = 0; i < 1000; i++)
        {
            trial.Learn(int.MaxValue, int.MaxValue, part: 64);
            Assert.True(trial.IsDue(255));
        }
    }

    [Fact]
    public void Containers_are_looked_for_in_runs_where_none_is_found()
    {
        var trial = default(ContainerTrial);
        var tried = 0;
        for (var i = 0; i < 100_000; i++)
        {
            if (trial.IsDue())
            {
                trial.Learn(isFound: false);
                tried++;
            }
        }

        Assert.InRange(tried, 100_000 / 40, 100_000 / 10);
    }

    [Fact]
    public void Containers_that_are_found_are_looked_for_each_time()
    {
        var trial = default(ContainerTrial);
        for (var i = 0; i < 1000; i++)
        {
            Assert.True(trial.IsDue());
            trial.Learn(isFound: i % 4 == 0);
        }
    }

    [Fact]
    public void Equal_strings_have_one_sample_and_different_ones_are_spread()
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
