using Blittable.Layout;

namespace Blittable.Tests.Layout;

[Trait(Category.Name, Category.Vector)]
public class RawBytesTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(4)]
    public void A_slot_of_any_size_is_read_at_every_address_inside_the_bytes(int size)
    {
        var random = new Random(size);
        var bytes = new byte[40];
        for (var round = 0; round < 200; round++)
        {
            random.NextBytes(bytes);
            for (var at = 0; at <= bytes.Length - size; at++)
            {
                uint expected = 0;
                for (var i = size - 1; i >= 0; i--)
                {
                    expected = (expected << 8) | bytes[at + i];
                }

                Assert.Equal(expected, RawBytes.ReadBits(bytes, at, 8 * size));
                Assert.Equal(expected, RawBytes.ReadUpTo32(bytes, at, size));
            }
        }

        Assert.Throws<BlittableException>(() => RawBytes.ReadBits(bytes, bytes.Length - size + 1, 8 * size));
        Assert.Throws<BlittableException>(() => RawBytes.ReadBits(bytes, -1, 8 * size));
    }
}
