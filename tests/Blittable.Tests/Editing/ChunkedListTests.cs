using Blittable.Editing;

namespace Blittable.Tests.Editing;

public sealed class ChunkedListTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1_000_000)]
    public void Random_changes_have_the_results_of_a_list(int expectedCount)
    {
        var random = new Random(42);
        var list = new ChunkedList<int>(expectedCount);
        var expected = new List<int>();
        for (var i = 0; i < 5_000; i++)
        {
            list.Add(i);
            expected.Add(i);
        }

        // Phases in which the list grows, shrinks to a few items, and grows again.
        for (var i = 0; i < 30_000; i++)
        {
            var place = random.Next(expected.Count);
            if (expected.Count > 2 && random.Next(4) < (i / 8_000 % 2 == 0 ? 3 : 1))
            {
                list.RemoveAt(place);
                expected.RemoveAt(place);
            }
            else
            {
                list.Insert(place, i);
                expected.Insert(place, i);
            }

            place = random.Next(expected.Count);
            Assert.Equal(expected[place], list[place]);
            list[place] = expected[place] = -i;
        }

        var copied = new List<int>();
        list.CopyTo(copied);
        Assert.Equal(expected, copied);
        Assert.Equal(expected.Count, list.Count);
    }
}
