using System.Text;
using Blittable.Text;

namespace Blittable.Tests.Text;

[Trait(Category.Name, Category.Vector)]
public class StringCodecTests
{
    /// <summary>Bytes after a string in a document. They must not affect decoding.</summary>
    private static readonly byte[] Following = [0x41, 0xFF, 0x00, 0xFE, 0x20, 0x07, 0x80, 0xFF, 0xFF, 0x13];

    public static TheoryData<string> Texts =>
    [
        "the quick brown fox jumps over the lazy dog",
        "2026-11-21 10:12:18",
        "+49 (0)30 1234567",
        "c0ffee00c0ffee",
        "C0FFEE00C0FFEE",
        "https://api.github.com/repos/octocat/Hello-World/issues{/number}",
        "Zürich, 東京, Ελλάδα and the rest of it",
        "a\0b\0\0c and some more of the same, the same, the same",
        new string(' ', 100),
        string.Concat(Enumerable.Repeat("This is a test of the longest strings there are. ", 40)),
    ];

    [Theory]
    [MemberData(nameof(Texts))]
    public void A_text_is_restored_in_every_mode(string text)
    {
        var utf8 = Encoding.UTF8.GetBytes(text);
        var table = SymbolTable.Train([utf8]);
        foreach (var mode in Enum.GetValues<StringCompression>())
        {
            var encoded = Encode(utf8, mode, table, out var encoding);
            if (encoding == StringEncoding.Raw)
            {
                Assert.Empty(encoded);
                continue;
            }

            byte[] codes = [.. encoded, .. Following];
            foreach (var slack in new[] { 0, 1, 7, 8, 64 })
            {
                var decoded = new byte[utf8.Length + slack];
                Assert.True(StringCodec.TryDecode(encoding, codes, utf8.Length, table.View, decoded, out var consumed));
                Assert.Equal(encoded.Length, consumed);
                Assert.Equal(utf8, decoded[..utf8.Length]);
            }

            Assert.True(StringCodec.Equals(encoding, codes, utf8.Length, table.View, utf8));
            Assert.False(StringCodec.Equals(encoding, codes, utf8.Length, table.View, [.. utf8, (byte)'x']));
            for (var place = 0; place < utf8.Length; place++)
            {
                utf8[place] ^= 1;
                Assert.False(StringCodec.Equals(encoding, codes, utf8.Length, table.View, utf8), $"{mode}, byte {place}");
                utf8[place] ^= 1;
            }
        }
    }

    [Theory]
    [InlineData(StringCompression.General)]
    [InlineData(StringCompression.Trained)]
    internal void A_long_text_is_encoded_if_samples_of_it_shrink(StringCompression mode)
    {
        var prose = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("the general table and the text of the trained table ", 400)));
        var table = SymbolTable.Train([prose]);
        var random = new Random(5);
        var noise = Enumerable.Range(0, prose.Length).Select(_ => (byte)random.Next('!', '~')).ToArray();

        Assert.True(Encode(prose, mode, table, out var encoding).Length < prose.Length / 2);
        Assert.NotEqual(StringEncoding.Raw, encoding);
        Encode([.. noise, .. prose], mode, table, out encoding);
        Assert.NotEqual(StringEncoding.Raw, encoding);
        Encode(noise, mode, table, out encoding);
        Assert.Equal(StringEncoding.Raw, encoding);
    }

    [Theory]
    [InlineData("", StringCompression.Smaz, StringEncoding.Raw)]
    [InlineData("th", StringCompression.Smaz, StringEncoding.Raw)]
    [InlineData("thetheof", StringCompression.Smaz, StringEncoding.Raw)]
    [InlineData("thethethe", StringCompression.Smaz, StringEncoding.Smaz)]
    [InlineData("the", StringCompression.None, StringEncoding.Raw)]
    [InlineData("XQZ!", StringCompression.Smaz, StringEncoding.Raw)]
    [InlineData("123", StringCompression.Smaz, StringEncoding.Raw)]
    [InlineData("1234", StringCompression.Smaz, StringEncoding.NibbleDecimal)]
    [InlineData("12:30:59.5", StringCompression.General, StringEncoding.NibbleDecimal)]
    [InlineData("deadbeef", StringCompression.Trained, StringEncoding.NibbleHex)]
    [InlineData("the general table", StringCompression.General, StringEncoding.General)]
    [InlineData("the trained table", StringCompression.Trained, StringEncoding.Trained)]
    internal void The_encoding_is_the_smallest_that_the_mode_allows(string text, StringCompression mode, StringEncoding expected)
    {
        var utf8 = Encoding.UTF8.GetBytes(text);
        var table = SymbolTable.Train([Encoding.UTF8.GetBytes("the trained table")]);
        var encoded = Encode(utf8, mode, mode == StringCompression.Smaz ? null : table, out var encoding);
        Assert.Equal(expected, encoding);
        Assert.Equal(expected == StringEncoding.Raw, encoded.Length == 0);
    }

    [Theory]
    [InlineData("the trained table", StringEncoding.Trained)]
    [InlineData(" with this from have http://www. .com in the  of the ", StringEncoding.Smaz)]
    internal void A_trained_table_replaces_Smaz_unless_Smaz_saves_more(string text, StringEncoding expected)
    {
        var table = SymbolTable.Train([Encoding.UTF8.GetBytes("the trained table")]);
        Encode(Encoding.UTF8.GetBytes(text), StringCompression.Smaz, table, out var encoding);
        Assert.Equal(expected, encoding);
    }

    [Fact]
    public void The_general_table_is_used_without_a_trained_table()
    {
        Encode("the general table"u8.ToArray(), StringCompression.Trained, null, out var encoding);
        Assert.Equal(StringEncoding.General, encoding);
    }

    [Theory]
    [MemberData(nameof(Texts))]
    public void Codes_that_do_not_end_at_the_decoded_length_are_refused(string text)
    {
        var utf8 = Encoding.UTF8.GetBytes(text);
        var table = SymbolTable.Train([utf8]);
        foreach (var mode in Enum.GetValues<StringCompression>())
        {
            var encoded = Encode(utf8, mode, table, out var encoding);
            if (encoding == StringEncoding.Raw)
            {
                continue;
            }

            // Claims one byte of text too many: the codes end early, or the spare half byte holds nothing.
            if (encoding is not (StringEncoding.NibbleDecimal or StringEncoding.NibbleHex) || utf8.Length % 2 == 0)
            {
                Assert.False(StringCodec.TryDecode(encoding, encoded, utf8.Length + 1, table.View, new byte[utf8.Length + 1], out _));
            }

            // Provides one byte of codes too few.
            Assert.False(StringCodec.TryDecode(encoding, encoded.AsSpan(..^1), utf8.Length, table.View, new byte[utf8.Length], out _));
        }
    }

    [Fact]
    public void A_code_that_goes_past_the_decoded_length_is_refused()
    {
        // Code 1 of Smaz is "the".
        Assert.False(StringCodec.TryDecode(StringEncoding.Smaz, [1, 1], 5, default, new byte[64], out _));
        Assert.True(StringCodec.TryDecode(StringEncoding.Smaz, [1, 1], 6, default, new byte[64], out _));
    }

    [Fact]
    public void An_encoding_that_does_not_exist_is_refused()
    {
        Assert.False(StringCodec.TryDecode((StringEncoding)99, [1, 1], 6, default, new byte[64], out _));
    }

    private static byte[] Encode(byte[] text, StringCompression mode, SymbolTable? table, out StringEncoding encoding)
    {
        var destination = new byte[StringCodec.MaxEncodedLength(text.Length)];
        encoding = StringCodec.Compress(text, mode, table, destination, out var written);
        return destination[..written];
    }
}
