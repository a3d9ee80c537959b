using System.Runtime.Intrinsics;
using System.Text;
using Blittable.Rendering;
using Blittable.Tests.Json;
using Blittable.Text;

namespace Blittable.Tests.Rendering;

/// <summary>Texts that end at the end of readable memory, followed by an inaccessible page.</summary>
[Trait(Category.Name, Category.Vector)]
public unsafe class RenderedTextKernelTests
{
    private const int Room = 64, MaxEscape = 6;

    [Fact]
    public void A_text_at_the_end_of_readable_memory_is_escaped_like_any_other()
    {
        var output = new byte[(MaxEscape * 200) + Room];
        for (var length = 0; length < 200; length++)
        {
            var characters = new string('x', length).ToCharArray();
            for (var place = -1; place < length; place++)
            {
                if (place >= 0)
                {
                    characters[place] = "\"\\\n\u0001"[place % 4];
                }

                using var text = new GuardedBytes(Encoding.UTF8.GetBytes(characters));
                fixed (byte* to = output)
                {
                    var end = EscapeKernel.CopyEscaped(to, text.Start, length, length);
                    Assert.Equal(Escaped(characters), Encoding.UTF8.GetString(to, (int)(end - to)));
                }

                if (place >= 0 && place % 3 != 0)
                {
                    characters[place] = 'x';
                }
            }
        }
    }

    [Fact]
    public void A_short_plain_text_at_the_end_of_readable_memory_is_copied()
    {
        var output = new byte[EscapeKernel.Reach];
        for (var length = 0; length < EscapeKernel.Reach; length++)
        {
            for (var place = -1; place < length; place++)
            {
                var characters = Enumerable.Range(0, length).Select(i => i == place ? (byte)'\\' : (byte)('a' + (i % 20))).ToArray();
                using var text = new GuardedBytes(characters);
                fixed (byte* to = output)
                {
                    var isPlain = EscapeKernel.TryCopyShort(to, text.Start, length, text.Start + length);
                    Assert.Equal(place < 0, isPlain);
                    Assert.Equal(place < 0, EscapeKernel.IsPlain(text.Start, length, text.Start + length));
                    if (isPlain)
                    {
                        Assert.Equal(characters, output[..length]);
                    }
                }
            }
        }
    }

    [Theory]
    [InlineData("0")]
    [InlineData("-1.25")]
    [InlineData("12345678901234567890.1234567890")]
    public void A_number_at_the_end_of_readable_memory_is_copied_like_any_other(string number)
    {
        using var text = new GuardedBytes(Encoding.ASCII.GetBytes(number));
        using var longer = new GuardedBytes(Encoding.ASCII.GetBytes(number.PadRight(100)));
        var to = stackalloc byte[Room];
        var isCopied = NumberCopyKernel.TryCopyPlain(to, longer.Start, number.Length, longer.Start + longer.Length);
        Assert.Equal(isCopied, NumberCopyKernel.TryCopyPlain(to, text.Start, number.Length, text.Start + number.Length));
        Assert.Equal(isCopied, Vector128.IsHardwareAccelerated);
        if (isCopied)
        {
            Assert.Equal(number, Encoding.ASCII.GetString(to, number.Length));
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("-")]
    [InlineData("-.5")]
    [InlineData("01")]
    [InlineData("1.")]
    [InlineData("1.2.3")]
    [InlineData("1x")]
    public void An_invalid_number_at_the_end_of_readable_memory_is_refused(string number)
    {
        using var text = new GuardedBytes(Encoding.ASCII.GetBytes(number));
        var to = stackalloc byte[Room];
        Assert.False(NumberCopyKernel.TryCopyPlain(to, text.Start, number.Length, text.Start + number.Length));
    }

    private static string Escaped(char[] characters) =>
        string.Concat(characters.Select(character => character switch
        {
            '\u0001' => "\\u0001",
            '"' or '\\' => $"\\{character}",
            '\n' => "\\n",
            _ => character.ToString(),
        }));
}
