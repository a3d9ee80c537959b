using Blittable.Json;

namespace Blittable.Tests.Json;

[Trait(Category.Name, Category.Vector)]
public unsafe class SameTextKernelTests
{
    [Fact]
    public void Texts_are_as_long_alike_as_a_loop_finds_them()
    {
        var random = new Random(3);
        var told = 0;
        for (var round = 0; round < 20_000; round++)
        {
            var bytes = new byte[400];
            random.NextBytes(bytes);
            var other = (byte[])bytes.Clone();
            var length = random.Next(1, 330);
            for (var changes = random.Next(3); changes > 0; changes--)
            {
                other[random.Next(2 * length) % other.Length] ^= 1;
            }

            var expected = bytes.AsSpan(0, length).CommonPrefixLength(other.AsSpan(0, length));
            fixed (byte* text = bytes, same = other)
            {
                var actual = SameTextKernel.Length(text, same, length);
                if (expected == length)
                {
                    Assert.Equal(length, actual);
                }
                else
                {
                    // The last bytes are looked at first.
                    const int step = SameTextKernel.Step;
                    var differsAtEnd = length > step && !bytes.AsSpan(length - step, step).SequenceEqual(other.AsSpan(length - step, step));
                    Assert.Equal(differsAtEnd ? 0 : expected, actual);
                    told++;
                }
            }
        }

        Assert.InRange(told, 1000, 20_000);
    }
}
