using System.Text;
using Blittable.Text;

namespace Blittable.Tests.Text;

/// <summary>Compares the conversion of short texts to ASCII with the framework.</summary>
[Trait(Category.Name, Category.Vector)]
public unsafe class AsciiKernelTests
{
    private const int Longest = 70;
    private const byte Unwritten = 0xAA;

    [Fact]
    public void ASCII_of_any_length_is_converted_and_bytes_around_it_are_unchanged()
    {
        var random = new Random(1);
        for (var length = 0; length <= Longest; length++)
        {
            var text = string.Create(length, random, static (characters, random) =>
            {
                foreach (ref var character in characters)
                {
                    character = (char)random.Next(128);
                }
            });
            foreach (var narrow in new Narrowing[] { AsciiKernel.TryNarrow, AsciiKernel.TryNarrowScalar })
            {
                Assert.True(Narrow(narrow, text, out var bytes));
                Assert.Equal(Encoding.ASCII.GetBytes(text), bytes);
            }
        }
    }

    [Theory]
    [InlineData('\u0080')]
    [InlineData('\u00FF')]
    [InlineData('\u0141')]
    [InlineData('\u7F41')]
    [InlineData('\u8041')]
    [InlineData('\uD83D')]
    [InlineData('\uFF41')]
    public void A_character_that_is_not_ASCII_is_detected_at_every_position(char character)
    {
        for (var length = 1; length <= Longest; length++)
        {
            for (var place = 0; place < length; place++)
            {
                var text = new string('a', place) + character + new string('b', length - place - 1);
                Assert.False(Narrow(AsciiKernel.TryNarrow, text, out _));
                Assert.False(Narrow(AsciiKernel.TryNarrowScalar, text, out _));
            }
        }
    }

    [Fact]
    public void Characters_around_a_text_are_ignored()
    {
        for (var length = 0; length <= Longest; length++)
        {
            var text = "\u00E9" + new string('x', length) + "\u00E9";
            Assert.True(Narrow(AsciiKernel.TryNarrow, text.AsSpan(1, length), out var bytes));
            Assert.All(bytes, value => Assert.Equal((byte)'x', value));
        }
    }

    /// <summary>Converts a text, and verifies that no byte before or after the destination is written.</summary>
    private static bool Narrow(Narrowing narrow, ReadOnlySpan<char> text, out byte[] bytes)
    {
        const int around = 16;
        var room = new byte[around + text.Length + around];
        room.AsSpan().Fill(Unwritten);
        bool isAscii;
        fixed (byte* start = room)
        {
            isAscii = narrow(text, start + around);
        }

        Assert.All(room[..around].Concat(room[^around..]), value => Assert.Equal(Unwritten, value));
        bytes = room[around..^around];
        return isAscii;
    }

    private delegate bool Narrowing(ReadOnlySpan<char> text, byte* output);
}
