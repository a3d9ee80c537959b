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
}
