using System.Numerics;
using System.Runtime.Intrinsics;
using Blittable.Json;
using Blittable.Reading;

namespace Blittable.Tests.Json;

/// <summary>Compares the vector paths that read tokens with their scalar twins on random bytes.</summary>
[Trait(Category.Name, Category.Vector)]
public unsafe class TokenKernelTests
{
    private const int Rounds = 20_000;

    /// <summary>Bytes that the kernels distinguish, and bytes with adjacent values or one different bit.</summary>
    private static readonly byte[] Interesting = "\"\\ \t\n\r\u000b!,-.]}[{0129:/aé\u007f\0"u8.ToArray();

    [Fact]
    public void Every_byte_that_ends_plain_text_is_marked()
    {
        ForRandomBytes((source, _, _) =>
        {
            ulong marks;
            StringMarkKernel.Mark(source, &marks, 1);
            Assert.Equal(StringMarkKernel.MarkScalar(source), marks);
            Assert.Equal(marks, StringMarkKernel.MarkHalves(source));
            Assert.Equal(marks, StringMarkKernel.MarkQuarters(source));
            StringMarkKernel.MarkText(source, &marks, 1);
            Assert.Equal(StringMarkKernel.MarkTextScalar(source), marks);
            Assert.Equal(marks, StringMarkKernel.MarkTextHalves(source));
            Assert.Equal(marks, StringMarkKernel.MarkTextQuarters(source));
        });
    }

    [Fact]
    public void Copied_text_is_marked_together_with_the_zeros_after_it()
    {
        const int MaxBlocks = 4;
        var random = new Random(7);
        var copies = stackalloc byte[3 * MaxBlocks * StringMarkKernel.Block];
        var marks = stackalloc ulong[3 * MaxBlocks];
        for (var length = 0; length <= MaxBlocks * StringMarkKernel.Block; length++)
        {
            using var text = new GuardedBytes(random.GetItems(Interesting, length));
            new Span<byte>(copies, 3 * MaxBlocks * StringMarkKernel.Block).Fill((byte)'x');
            var copy = copies + MaxBlocks * StringMarkKernel.Block;
            var copyOfHalves = copy + MaxBlocks * StringMarkKernel.Block;
            var blocks = StringMarkKernel.Copy(text.Start, length, copies, marks);
            Assert.Equal(blocks, StringMarkKernel.CopyScalar(text.Start, length, copy, marks + MaxBlocks));
            Assert.Equal(blocks, StringMarkKernel.CopyHalves(text.Start, length, copyOfHalves, marks + 2 * MaxBlocks));
            Assert.Equal((length + StringMarkKernel.Block - 1) / StringMarkKernel.Block, blocks);
            AssertCopied(text.Start, copies, length);
            AssertCopied(copy, copies, blocks * StringMarkKernel.Block);
            AssertCopied(copy, copyOfHalves, blocks * StringMarkKernel.Block);
            Assert.True(new ReadOnlySpan<ulong>(marks, blocks).SequenceEqual(new ReadOnlySpan<ulong>(marks + MaxBlocks, blocks)));
            Assert.True(new ReadOnlySpan<ulong>(marks, blocks).SequenceEqual(new ReadOnlySpan<ulong>(marks + 2 * MaxBlocks, blocks)));
        }
    }

    [Fact]
    public void Long_texts_end_where_the_scalar_twin_ends_them()
    {
        ForRandomBytes((source, vector, scalar) =>
        {
            bool high = false, highScalar = false;
            var expected = StringKernel.CopyTextScalar(source, scalar, ref highScalar);
            Assert.Equal(expected, StringKernel.CopyText(source, vector, ref high));
            Assert.Equal(highScalar, high);
            AssertCopied(source, vector, expected);
            var highOfHalves = false;
            Assert.Equal(expected, StringKernel.CopyTextOfHalves(source, vector, ref highOfHalves));
            Assert.Equal(highScalar, highOfHalves);
            AssertCopied(source, vector, expected);
            var highOfQuarters = false;
            new Span<byte>(vector, StringKernel.Step).Clear();
            Assert.Equal(expected, StringKernel.CopyTextOfQuarters(source, vector, ref highOfQuarters));
            Assert.Equal(highScalar, highOfQuarters);
            AssertCopied(source, vector, expected);
        });
    }

    [Fact]
    public void The_length_of_white_space_equals_the_result_of_the_scalar_twin()
    {
        ForRandomBytes((source, _, _) =>
        {
            Assert.Equal(WhitespaceKernel.RunScalar(source), WhitespaceKernel.Run(source));
            Assert.Equal(WhitespaceKernel.RunScalar(source), WhitespaceKernel.RunOfHalves(source));
            Assert.Equal(WhitespaceKernel.RunScalar(source), WhitespaceKernel.RunOfQuarters(source));
        });
    }

    [Fact]
    public void White_space_is_recognized_at_every_position()
    {
        var bytes = stackalloc byte[WhitespaceKernel.Step];
        for (var place = 0; place < WhitespaceKernel.Step; place++)
        {
            for (var value = 0; value < 256; value++)
            {
                new Span<byte>(bytes, WhitespaceKernel.Step).Fill((byte)' ');
                bytes[place] = (byte)value;
                var expected = value is ' ' or '\t' or '\n' or '\r' ? WhitespaceKernel.Step : place;
                Assert.Equal(expected, WhitespaceKernel.Run(bytes));
                Assert.Equal(expected, WhitespaceKernel.RunOfQuarters(bytes));
            }
        }
    }

    [Fact]
    public void Number_tokens_end_where_the_scalar_twin_ends_them()
    {
        ForRandomBytes((source, vector, scalar) =>
        {
            var expected = NumberTokenKernel.CopyScalar(source, scalar);
            Assert.Equal(expected, NumberTokenKernel.Copy(source, vector));
            AssertCopied(source, vector, expected);
            new Span<byte>(vector, NumberTokenKernel.Step).Clear();
            Assert.Equal(expected, NumberTokenKernel.CopyHalves(source, vector));
            AssertCopied(source, vector, expected);
        });
    }

    [Fact]
    public void Numbers_are_validated_like_the_scalar_twin_validates_them()
    {
        var random = new Random(8);
        var characters = "0123456789-+.eE,"u8.ToArray();
        var numbers = 0;
        ForRandomBytes((source, vector, scalar) =>
        {
            // Mostly digits, to cover every length up to a whole vector and every role of the other characters.
            for (var at = 0; at < NumberGrammarKernel.Reach; at++)
            {
                source[at] = characters[random.Next(6) > 0 ? random.Next(10) : random.Next(characters.Length)];
            }

            var expected = NumberGrammarKernel.CopyScalar(source, scalar);
            foreach (var halves in new[] { false, true })
            {
                new Span<byte>(vector, NumberGrammarKernel.Step).Clear();
                var length = halves ? NumberGrammarKernel.CopyHalves(source, vector) : NumberGrammarKernel.Copy(source, vector);
                Assert.Equal(expected >= NumberGrammarKernel.Step ? 0 : expected, length >= NumberGrammarKernel.Step ? 0 : length);
                AssertCopied(source, vector, expected);
            }

            numbers += expected > 0 ? 1 : 0;
        });
        Assert.InRange(numbers, Rounds / 4, Rounds);
    }

    [Fact]
    public void Digits_are_parsed_like_the_scalar_twin_parses_them()
    {
        var random = new Random(3);
        var digits = stackalloc byte[Vector128<byte>.Count];
        for (var round = 0; round < Rounds; round++)
        {
            var count = random.Next(1, Vector128<byte>.Count + 1);
            for (var i = 0; i < Vector128<byte>.Count; i++)
            {
                digits[i] = (byte)(i < count ? random.Next(10) : random.Next(256));
            }

            var vector = Vector128.Load(digits);
            Assert.Equal(DigitKernel.ParseScalar(vector, count), DigitKernel.Parse(vector, count));
        }
    }

    [Fact]
    public void Sixteen_digits_are_parsed_as_two_numbers_on_every_machine()
    {
        var random = new Random(9);
        var digits = stackalloc byte[Vector128<byte>.Count];
        for (var round = 0; round < Rounds; round++)
        {
            for (var i = 0; i < Vector128<byte>.Count; i++)
            {
                digits[i] = (byte)random.Next(10);
            }

            var vector = Vector128.Load(digits);
            var number = DigitKernel.ParseScalar(vector, Vector128<byte>.Count);
            foreach (var eights in new[] { DigitKernel.ToEights(vector), DigitKernel.ToEightsByHalves(vector) })
            {
                Assert.Equal(number, eights.GetElement(0) * 100_000_000UL + eights.GetElement(1));
            }
        }
    }

    [Fact]
    public void Eight_digits_are_parsed_like_the_scalar_twin_parses_them()
    {
        var random = new Random(5);
        Span<byte> digits = stackalloc byte[sizeof(ulong)];
        for (var round = 0; round < Rounds; round++)
        {
            var zeros = random.Next(digits.Length);
            for (var i = 0; i < digits.Length; i++)
            {
                digits[i] = (byte)(i < zeros ? 0 : random.Next(10));
            }

            var word = BitConverter.ToUInt64(digits);
            Assert.Equal(DigitKernel.ParseEightScalar(word), DigitKernel.ParseEight(word));
        }

        Assert.Equal(99_999_999u, DigitKernel.ParseEight(0x0909090909090909));
        Assert.Equal(12_345_678u, DigitKernel.ParseEight(0x0807060504030201));
    }

    [Fact]
    public void Numbers_are_read_like_the_scalar_twin_reads_them()
    {
        var random = new Random(6);
        var read = 0;
        ForRandomBytes((source, _, _) =>
        {
            for (var at = 0; at < random.Next(30); at++)
            {
                source[at] = (byte)(random.Next(12) == 0 ? '.' : '0' + random.Next(10));
            }

            var length = DecimalTokenKernel.ReadScalar(source, out var expected, out var expectedFraction);
            Assert.Equal(length, DecimalTokenKernel.Read(source, out var mantissa, out var fraction));
            Assert.Equal(expected, mantissa);
            Assert.Equal(length == 0 ? fraction : expectedFraction, fraction);
            read += length > 0 ? 1 : 0;
        });
        Assert.InRange(read, Rounds / 10, Rounds);
    }

    [Theory]
    [InlineData("0,", 1, 0, 0)]
    [InlineData("1234567890123456]", 16, 1234567890123456, 0)]
    [InlineData("12345678901234567]", 0, 0, 0)]
    [InlineData("0.5 ", 3, 5, 1)]
    [InlineData("65.613616999999977,", 18, 65613616999999977, 15)]
    [InlineData("12345678.1234567890,", 19, 123456781234567890, 10)]
    [InlineData("123456789.5,", 0, 0, 0)]
    [InlineData("12345678.12345678901,", 0, 0, 0)]
    [InlineData("05,", 0, 0, 0)]
    [InlineData("00.5,", 0, 0, 0)]
    [InlineData("5.,", 0, 0, 0)]
    [InlineData(".5,", 0, 0, 0)]
    [InlineData("5e1,", 0, 0, 0)]
    [InlineData("5.5E1,", 0, 0, 0)]
    public void Numbers_of_common_lengths_are_read(string text, int length, long mantissa, int fraction)
    {
        var bytes = stackalloc byte[64];
        new Span<byte>(bytes, 64).Clear();
        System.Text.Encoding.UTF8.GetBytes(text, new Span<byte>(bytes, 64));
        Assert.Equal(length, DecimalTokenKernel.Read(bytes, out var actual, out var actualFraction));
        Assert.Equal((ulong)mantissa, actual);
        Assert.Equal(fraction, length == 0 ? 0 : actualFraction);
    }

    private delegate void Check(byte* source, byte* vector, byte* scalar);

    private static void ForRandomBytes(Check check)
    {
        var random = new Random(4);
        var source = stackalloc byte[128];
        var vector = stackalloc byte[128];
        var scalar = stackalloc byte[128];
        for (var round = 0; round < Rounds; round++)
        {
            var plain = random.Next(70);
            var filling = random.Next(4) switch { 0 => (byte)' ', 1 => (byte)'7', 2 => (byte)0xC3, _ => (byte)'x' };
            for (var i = 0; i < 128; i++)
            {
                source[i] = i < plain ? filling : Interesting[random.Next(Interesting.Length)];
            }

            check(source, vector, scalar);
        }
    }

    private static void AssertCopied(byte* source, byte* destination, int length) =>
        Assert.True(new ReadOnlySpan<byte>(source, length).SequenceEqual(new ReadOnlySpan<byte>(destination, length)));
}
