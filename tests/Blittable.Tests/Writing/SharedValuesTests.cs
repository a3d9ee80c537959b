using System.Numerics;
using Blittable.Writing;

namespace Blittable.Tests.Writing;

[Trait(Category.Name, Category.Vector)]
public sealed unsafe class SharedValuesTests
{
    [Fact]
    public void Adding_a_value_again_replaces_its_address()
    {
        const ulong hash = 0x0123_4567_89AB_CDEF;
        var values = new SharedValues();
        values.Clear(expectedInput: 0);

        for (var address = 1; address <= 100; address++)
        {
            values.Add(hash, address);
        }

        Assert.Equal([new(100, -1, 0)], Found(values, hash));
    }

    [Fact]
    public void A_bucket_keeps_as_many_values_as_it_has_entries()
    {
        // A table without expected text has one bucket.
        var values = new SharedValues();
        values.Clear(expectedInput: 0);
        var numbers = Enumerable.Range(1, SharedValues.BucketSize).ToArray();

        foreach (var number in numbers)
        {
            values.Add(HashOf(number), number);
        }

        Assert.Equal(numbers, numbers.SelectMany(number => Found(values, HashOf(number))).Select(value => value.Address));
    }

    [Fact]
    public void A_full_bucket_accepts_a_new_value()
    {
        var values = new SharedValues();
        values.Clear(expectedInput: 0);
        var numbers = Enumerable.Range(1, SharedValues.BucketSize + 1).ToArray();

        foreach (var number in numbers)
        {
            values.Add(HashOf(number), number, source: number + 100);
        }

        Assert.Equal([new(numbers[^1], numbers[^1] + 100, 0)], Found(values, HashOf(numbers[^1])));
        Assert.Equal(SharedValues.BucketSize, numbers.Count(number => Found(values, HashOf(number)).Count != 0));
    }

    [Fact]
    public void A_growing_table_keeps_its_values()
    {
        var values = new SharedValues();
        values.Clear(expectedInput: 1 << 20);

        // Evenly distributed over the buckets, however many there are.
        var hashes = Enumerable.Range(1, 4_000).Select(HashOf).ToArray();
        for (var i = 0; i < hashes.Length; i++)
        {
            values.Add(hashes[i], i, source: 2 * i);
        }

        Assert.All(hashes.Index(), hash => Assert.Equal([new(hash.Index, 2 * hash.Index, 0)], Found(values, hash.Item)));
    }

    [Fact]
    public void A_cleared_table_is_empty()
    {
        var values = new SharedValues();
        values.Clear(expectedInput: 1 << 20);
        values.Add(1UL << 40, 1);

        values.Clear(expectedInput: 1 << 20);

        Assert.Empty(Found(values, 1UL << 40));
    }

    /// <summary>Returns a hash whose upper half, the part that a table keeps, is the number and one bit.</summary>
    private static ulong HashOf(int number) => (ulong)number << 33;

    private static List<SharedValues.Value> Found(SharedValues values, ulong hash)
    {
        var found = new List<SharedValues.Value>();
        for (var places = values.Find(hash, out var bucket); places != 0; places &= places - 1)
        {
            found.Add(bucket[BitOperations.TrailingZeroCount(places)]);
        }

        return found;
    }
}
