using Blittable.Json;

namespace Blittable.Tests.Json;

public sealed class HashesAheadTests
{
    [Fact]
    public void A_value_that_was_hashed_ahead_is_taken_by_its_start()
    {
        var hashes = new HashesAhead();
        hashes.Add(3, 30);
        hashes.Add(7, 70);

        Assert.True(hashes.TryTake(3, out var first));
        Assert.True(hashes.TryTake(7, out var second));
        Assert.Equal((30UL, 70UL), (first, second));
    }

    [Fact]
    public void A_value_that_was_not_hashed_leaves_those_behind_it()
    {
        var hashes = new HashesAhead();
        hashes.Add(3, 30);
        hashes.Add(7, 70);

        Assert.False(hashes.TryTake(5, out _));
        Assert.True(hashes.TryTake(7, out _));
        Assert.False(hashes.TryTake(int.MaxValue - 1, out _));
    }

    [Fact]
    public void Nothing_is_taken_once_they_are_cleared()
    {
        var hashes = new HashesAhead();
        for (var start = 0; !hashes.IsFull; start++)
        {
            hashes.Add(start, 1);
        }

        hashes.Clear();

        Assert.True(hashes.All.IsEmpty);
        Assert.False(hashes.TryTake(0, out _));
    }
}
