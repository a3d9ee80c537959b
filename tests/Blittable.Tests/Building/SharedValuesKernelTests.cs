using System.Numerics;
using Blittable.Building;

namespace Blittable.Tests.Building;

public sealed unsafe class SharedValuesKernelTests
{
    [Fact]
    public void A_value_written_again_takes_the_place_of_its_first_address()
    {
        const ulong hash = 0x0123_4567_89AB_CDEF;
        var values = new SharedValuesKernel();
        values.Clear(expectedInput: 0);

        for (var address = 1; address <= 100; address++)
        {
            values.Add(hash, address);
        }

        Assert.Equal([(100, -1)], Found(values, hash));
    }

    [Fact]
    public void A_bucket_keeps_as_many_values_as_it_has_places()
    {
        // Hashes that differ in their low half only meet in one bucket.
        var values = new SharedValuesKernel();
        values.Clear(expectedInput: 0);

        for (ulong number = 1; number <= SharedValuesKernel.BucketSize; number++)
        {
            values.Add(2 * number, (int)number);
        }

        Assert.Equal([1, 2, 3, 4], Enumerable.Range(1, 4).SelectMany(number => Found(values, 2 * (ulong)number)).Select(value => value.Address));
    }

    [Fact]
    public void A_full_bucket_gives_a_place_to_a_new_value()
    {
        var values = new SharedValuesKernel();
        values.Clear(expectedInput: 0);

        for (ulong number = 1; number <= SharedValuesKernel.BucketSize + 1; number++)
        {
            values.Add(2 * number, (int)number, source: (int)number + 100);
        }

        Assert.Equal([(5, 105)], Found(values, 10));
        Assert.Equal(SharedValuesKernel.BucketSize - 1, Enumerable.Range(1, 4).Count(number => Found(values, 2 * (ulong)number).Count != 0));
    }

    [Fact]
    public void A_table_that_grows_keeps_what_it_has()
    {
        var values = new SharedValuesKernel();
        values.Clear(expectedInput: 1 << 20);

        // Each in a bucket of its own, however large the table is.
        var hashes = Enumerable.Range(1, 4_000).Select(number => (ulong)number << 34).ToArray();
        for (var i = 0; i < hashes.Length; i++)
        {
            values.Add(hashes[i], i, source: 2 * i);
        }

        Assert.All(hashes.Index(), hash => Assert.Equal([(hash.Index, 2 * hash.Index)], Found(values, hash.Item)));
    }

    [Fact]
    public void A_cleared_table_has_forgotten_all()
    {
        var values = new SharedValuesKernel();
        values.Clear(expectedInput: 1 << 20);
        values.Add(1UL << 40, 1);

        values.Clear(expectedInput: 1 << 20);

        Assert.Empty(Found(values, 1UL << 40));
    }

    private static List<(int Address, int Source)> Found(SharedValuesKernel values, ulong hash)
    {
        var found = new List<(int, int)>();
        var bucket = values.Of(hash);
        for (var places = bucket->Find(hash); places != 0; places &= places - 1)
        {
            var place = BitOperations.TrailingZeroCount(places);
            found.Add((bucket->Addresses[place], bucket->Sources[place]));
        }

        return found;
    }
}
