using System.Text;
using Blittable.Strings;

namespace Blittable.Tests.Strings;

/// <summary>Codes compared with texts where they lie, against codes that are decoded first.</summary>
public class EncodedEqualityKernelTests
{
    private const string Words = "the of and is you that http:// www. Zürich 東京 0815 ABC? e-mail \r\n people\0 \u0001 which of the it";

    private static readonly SymbolTable Table =
        SymbolTable.Train([Encoding.UTF8.GetBytes(Words), Encoding.UTF8.GetBytes("the people of the world and their words")]);

    /// <summary>Smaz, and a table in memory.</summary>
    private static ExpandedSymbols?[] Tables => [null, Table.View.Expanded, GeneralSymbols.Table.Expanded];

    [Fact]
    public void Codes_stand_for_their_text_and_for_no_other()
    {
        var random = new Random(5);
        for (var attempt = 0; attempt < 3_000; attempt++)
        {
            var text = RandomText(random, random.Next(1, attempt % 5 == 0 ? 700 : 60));
            foreach (var table in Tables)
            {
                byte[] codes = [.. Encode(table, text), .. RandomBytes(random, random.Next(20))];
                Assert.True(StringCodec.Equals(table, codes, text));
                var other = text.ToArray();
                other[random.Next(other.Length)] ^= (byte)(1 << random.Next(8));
                AssertAlike(table, codes, other);
                AssertAlike(table, codes, text.AsSpan(0, random.Next(text.Length) + 1));
            }
        }
    }

    [Fact]
    public void Any_bytes_are_compared_as_if_they_were_decoded()
    {
        var random = new Random(6);
        for (var attempt = 0; attempt < 20_000; attempt++)
        {
            var text = RandomText(random, random.Next(1, 40));
            foreach (var table in Tables)
            {
                var codes = Encode(table, text);
                for (var i = random.Next(3); i > 0; i--)
                {
                    codes[random.Next(codes.Length)] = (byte)(random.Next(2) == 0 ? 253 + random.Next(3) : random.Next(256));
                }

                AssertAlike(table, codes.AsSpan(0, random.Next(4) == 0 ? random.Next(codes.Length) : codes.Length), text);
                AssertAlike(table, codes, text);
            }
        }
    }

    [Fact]
    public void A_text_has_other_codes_too()
    {
        var text = "the people of the world"u8.ToArray();
        var codes = Encode(null, text);
        Assert.True(StringCodec.Equals(null, codes, text));
        byte[] verbatim = [SmazCodebook.VerbatimRun, (byte)(text.Length - 1), .. text];
        Assert.True(StringCodec.Equals(null, verbatim, text));

        // The same until the last character, which is verbatim here.
        byte[] longer = [.. Encode(null, text.AsSpan(0, text.Length - 1)), SmazCodebook.VerbatimByte, text[^1]];
        Assert.True(StringCodec.Equals(null, longer, text));
        longer[^1]++;
        Assert.False(StringCodec.Equals(null, longer, text));
    }

    private static void AssertAlike(ExpandedSymbols? table, ReadOnlySpan<byte> codes, ReadOnlySpan<byte> text)
    {
        var expected = DecodedStart(table, codes, text.Length, out var written);
        Assert.Equal(written == text.Length && expected.SequenceEqual(text), StringCodec.Equals(table, codes, text));
        Assert.Equal(
            written == text.Length && expected.SequenceEqual(text),
            table is null ? EncodedEqualityKernel.SmazEquals(codes, text) : EncodedEqualityKernel.SymbolsEqual(table, codes, text));
        Assert.Equal(
            written >= text.Length && expected.SequenceEqual(text),
            table is null ? EncodedEqualityKernel.SmazStartsWith(codes, text) : EncodedEqualityKernel.SymbolsStartWith(table, codes, text));
    }

    /// <summary>The first bytes of the text of some codes.</summary>
    private static byte[] DecodedStart(ExpandedSymbols? table, ReadOnlySpan<byte> codes, int goal, out int written)
    {
        var text = new byte[goal + 512];
        var isDecoded = table is null
            ? SmazDecoder.DecodeInTurn(codes, goal, text, out _, out written)
            : SymbolDecoder.Decode(table, codes, goal, text, out _, out written);
        written = isDecoded ? written : 0;
        return text[..Math.Min(written, goal)];
    }

    private static byte[] Encode(ExpandedSymbols? table, ReadOnlySpan<byte> text)
    {
        var codes = new byte[StringCodec.MaxEncodedLength(text.Length)];
        var written = table is null ? Smaz.Compress(text, codes)
            : ReferenceEquals(table, Table.View.Expanded) ? Table.Compress(text, codes)
            : GeneralSymbols.Table.Compress(text, codes);
        return codes[..written];
    }

    private static byte[] RandomText(Random random, int length)
    {
        var text = new StringBuilder();
        var words = Words.Split(' ');
        while (text.Length < length)
        {
            text.Append(words[random.Next(words.Length)]).Append(random.Next(4) == 0 ? (char)random.Next(32, 127) : ' ');
        }

        return Encoding.UTF8.GetBytes(text.ToString())[..length];
    }

    private static byte[] RandomBytes(Random random, int count)
    {
        var bytes = new byte[count];
        random.NextBytes(bytes);
        return bytes;
    }
}
