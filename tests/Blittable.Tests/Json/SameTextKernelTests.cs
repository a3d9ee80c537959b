using Blittable.Json;

namespace Blittable.Tests.Json;

[Trait(Category.Name, Category.Vector)]
public unsafe class SameTextKernelTests
{
    [Fact]
    public void The_common_length_equals_the_result_of_a_loop()
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
                    // The kernel checks the last bytes first.
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
