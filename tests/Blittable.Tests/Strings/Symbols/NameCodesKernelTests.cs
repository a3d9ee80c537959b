using System.Runtime.InteropServices;
using System.Text;
using Blittable.Strings;
using FsCheck;
using FsCheck.Fluent;

namespace Blittable.Tests.Strings;

/// <summary>Names compared, measured and decoded in their codes, against the table that coded them.</summary>
public sealed class NameCodesKernelTests
{
    [Fact]
    public void Every_code_but_the_escape_has_a_symbol_without_zeros()
    {
        Assert.Equal(SymbolTableView.Escape, GeneralSymbols.Table.Count);
        for (var code = 0; code < SymbolTableView.Escape; code++)
        {
            Assert.True(GeneralSymbols.Table.View.TryGetSymbol(code, out var bytes, out var length));
            Assert.False(Symbol.Of(bytes, length).HasZero);
        }
    }

    [Fact]
    public void Any_name_is_decoded_and_equals_itself_and_no_other() =>
        Prop.ForAll(ArbMap.Default.ArbFor<NonNull<string>>(), ArbMap.Default.ArbFor<NonNull<string>>(), (name, other) =>
            AssertName(Encoding.UTF8.GetBytes(name.Get), Encoding.UTF8.GetBytes(other.Get))).QuickCheckThrowOnFailure();

    [Fact]
    public void A_name_has_one_coding_the_longest_symbol_at_each_step()
    {
        var symbols = Enumerable.Range(0, SymbolTableView.Escape).Select(code =>
        {
            Assert.True(GeneralSymbols.Table.View.TryGetSymbol(code, out var bytes, out var length));
            return (Code: (byte)code, Text: BitConverter.GetBytes(bytes)[..length]);
        }).OrderByDescending(symbol => symbol.Text.Length).ToArray();
        var random = new Random(5);
        for (var attempt = 0; attempt < 4000; attempt++)
        {
            // Symbols one behind the other, some cut short, and bytes that have none.
            var name = Enumerable.Range(0, random.Next(1, attempt % 10 == 0 ? 120 : 24)).SelectMany(_ => random.Next(6) == 0
                ? [(byte)random.Next(256)]
                : symbols[random.Next(symbols.Length)].Text[..random.Next(1, 2)].Concat(symbols[random.Next(symbols.Length)].Text)).ToArray();
            var expected = new List<byte>();
            for (var at = 0; at < name.Length;)
            {
                var rest = name[at..];
                var longest = Array.Find(symbols, symbol => rest.AsSpan().StartsWith(symbol.Text));
                expected.AddRange(longest.Text is null ? [SymbolTableView.Escape, name[at]] : [longest.Code]);
                at += longest.Text?.Length ?? 1;
            }

            foreach (var room in new[] { 0, SymbolVectorKernel.Slack })
            {
                var codes = new byte[(2 * name.Length) + room];
                Assert.Equal(Convert.ToHexString([.. expected]), Convert.ToHexString(codes.AsSpan(0, NameCodesKernel.Encode(name, codes))));
                Assert.True(NameCodesKernel.IsCoding([.. expected], name));
            }
        }
    }

    [Theory]
    [InlineData("")]
    [InlineData("a")]
    [InlineData("created_at")]
    [InlineData("production_companies")]
    [InlineData("a name of more than thirty-two bytes, so that it is never predicted, and of more than sixty-four too")]
    [InlineData("größe\0\0")]
    public void Names_that_differ_in_one_byte_or_in_their_length_are_different(string name)
    {
        var text = Encoding.UTF8.GetBytes(name);
        AssertName(text, [.. text, 0]);
        AssertName(text, [.. text, .. text]);
        for (var i = 0; i < text.Length; i++)
        {
            AssertName(text, text[..i]);
            AssertName(text, text[i..]);
            var other = text.ToArray();
            other[i] ^= 0x20;
            AssertName(text, other);
        }
    }

    [Fact]
    public void Any_codes_equal_what_they_decode_to_and_an_escape_at_the_end_means_nothing()
    {
        var random = new Random(3);
        for (var attempt = 0; attempt < 5000; attempt++)
        {
            var codes = new byte[random.Next(12)];
            random.NextBytes(codes);
            for (var i = random.Next(3); i > 0 && codes.Length > 0; i--)
            {
                codes[random.Next(codes.Length)] = SymbolTableView.Escape;
            }

            var length = NameCodesKernel.Measure(codes);
            var decoded = new byte[(NameCodesKernel.MaxExpansion * codes.Length) + 1];
            if (length < 0)
            {
                Assert.Throws<BlittableException>(() => GeneralSymbols.Table.DecompressedLength(codes));
                Assert.False(AreEqual(codes, decoded));
                continue;
            }

            Assert.Equal(length, GeneralSymbols.Table.Decompress(codes, decoded));
            AssertCodes(codes, decoded[..length]);
        }
    }

    private static void AssertName(byte[] name, byte[] other)
    {
        var codes = new byte[2 * name.Length];
        codes = codes[..NameCodesKernel.Encode(name, codes)];
        AssertCodes(codes, name);
        Assert.Equal(name.AsSpan().SequenceEqual(other), AreEqual(codes, other));
    }

    private static void AssertCodes(byte[] codes, byte[] text)
    {
        Assert.Equal(text.Length, NameCodesKernel.Measure(codes));
        var decoded = new byte[text.Length + NameCodesKernel.Slack];
        Assert.Equal(text.Length, NameCodesKernel.Decode(codes, decoded));
        Assert.Equal(Convert.ToHexString(text), Convert.ToHexString(decoded.AsSpan(0, text.Length)));
        Assert.True(NameCodesKernel.MayStandFor((uint)codes.Length, text.Length));
        Assert.True(AreEqual(codes, text));
    }

    private static bool AreEqual(byte[] codes, byte[] text) =>
        NameCodesKernel.AreEqual(ref MemoryMarshal.GetArrayDataReference(codes), (uint)codes.Length, text);
}
