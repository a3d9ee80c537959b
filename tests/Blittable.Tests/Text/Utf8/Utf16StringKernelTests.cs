using System.Text;
using Blittable.Tests.Json;
using Blittable.Text;

namespace Blittable.Tests.Text;

/// <summary>Compares new strings from UTF-8 with those that the framework creates.</summary>
[Trait(Category.Name, Category.Vector)]
public unsafe class Utf16StringKernelTests
{
    private static IEnumerable<int> Lengths => Enumerable.Range(0, 140).Concat([255, 256, 257, 300, 1000, 4095, 4096, 4097, 5000]);

    [Fact]
    public void ASCII_of_any_length_is_converted_and_memory_around_it_is_unchanged()
    {
        var random = new Random(1);
        var made = new List<(string Expected, string Text)>();
        foreach (var length in Lengths)
        {
            var bytes = Enumerable.Range(0, length).Select(_ => (byte)random.Next(128)).ToArray();
            using var text = new GuardedBytes(bytes);
            made.Add((Encoding.ASCII.GetString(bytes), Utf16StringKernel.Create(new ReadOnlySpan<byte>(text.Start, length))));
        }

        // Strings are adjacent in memory: a write past the end of one string would change the next.
        GC.Collect();
        Assert.All(made, pair => Assert.Equal(pair.Expected, pair.Text));
    }

    [Fact]
    public void Bytes_around_a_text_are_ignored()
    {
        foreach (var length in Lengths)
        {
            var bytes = Enumerable.Repeat((byte)0xC3, length + 2).ToArray();
            bytes.AsSpan(1, length).Fill((byte)'x');

            Assert.Equal(new string('x', length), Utf16StringKernel.Create(bytes.AsSpan(1, length)));
        }
    }

    [Theory]
    [InlineData("é")]
    [InlineData("漢")]
    [InlineData("🙂")]
    public void A_non_ASCII_character_is_detected_at_every_position(string character)
    {
        var inserted = Encoding.UTF8.GetBytes(character);
        foreach (var length in Lengths.Where(length => length is > 0 and < 300))
        {
            for (var place = 0; place < length; place++)
            {
                byte[] bytes = [.. Enumerable.Repeat((byte)'y', place), .. inserted, .. Enumerable.Repeat((byte)'z', length - place - 1)];

                Assert.Equal(Encoding.UTF8.GetString(bytes), Utf16StringKernel.Create(bytes));
            }
        }
    }

    [Fact]
    public void Invalid_UTF8_is_replaced_like_the_framework_does()
    {
        var random = new Random(2);
        for (var i = 0; i < 20_000; i++)
        {
            var bytes = new byte[random.Next(i % 100 == 0 ? 600 : 40)];
            random.NextBytes(bytes);
            if (i % 2 == 0)
            {
                for (var k = 0; k < bytes.Length; k++)
                {
                    bytes[k] = random.Next(10) == 0 ? bytes[k] : (byte)(bytes[k] & 0x7F);
                }
            }

            Assert.Equal(Encoding.UTF8.GetString(bytes), Utf16StringKernel.Create(bytes));
        }
    }
}
