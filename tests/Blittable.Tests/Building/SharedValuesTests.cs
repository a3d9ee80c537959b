using Blittable.Building;

namespace Blittable.Tests.Building;

public sealed class SharedValuesTests
{
    [Fact]
    public void A_value_written_again_takes_the_place_of_its_first_address()
    {
        const ulong hash = 0x0123_4567_89AB_CDEF;
        var values = new SharedValues();
        values.Clear(expectedInput: 0);

        for (var address = 1; address <= 100; address++)
        {
            values.Add(hash, address);
        }

        Assert.Equal([new SharedValues.Entry(SharedValues.Key(hash), 100, -1)], values.Bucket(hash).ToArray().Where(entry => entry.Key != 0));
    }

    [Fact]
    public void A_bucket_keeps_as_many_values_as_it_has_places()
    {
        // Hashes that differ in their low half only meet in one bucket.
        var values = new SharedValues();
        values.Clear(expectedInput: 0);

        for (ulong key = 1; key <= SharedValues.BucketSize; key++)
        {
            values.Add(2 * key, (int)key);
        }

        Assert.Equal([1, 2, 3, 4], values.Bucket(0).ToArray().Select(entry => entry.Address).Order());
    }

    [Fact]
    public void A_table_that_grows_keeps_what_it_has()
    {
        var values = new SharedValues();
        values.Clear(expectedInput: 1 << 20);

        // Each in a bucket of its own, however large the table is.
        var hashes = Enumerable.Range(1, 4_000).Select(number => (ulong)number * SharedValues.BucketSize << 32).ToArray();
        for (var i = 0; i < hashes.Length; i++)
        {
            values.Add(hashes[i], i);
        }

        Assert.All(hashes.Index(), hash => Assert.Contains(new SharedValues.Entry(SharedValues.Key(hash.Item), hash.Index, -1), values.Bucket(hash.Item).ToArray()));
    }
}
