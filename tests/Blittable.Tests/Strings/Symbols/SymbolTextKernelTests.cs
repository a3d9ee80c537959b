using System.Runtime.Intrinsics;
using Blittable.Strings;
using Blittable.Tests.Json;

namespace Blittable.Tests.Strings;

public unsafe class SymbolTextKernelTests
{
    /// <summary>What stands before codes in a document: the last byte of a length.</summary>
    private const byte LengthBefore = 0x7F;

    private delegate byte* Decoder(SymbolPlaces symbols, byte* codes, byte* codesEnd, byte* text, byte* end, bool canEscape, out bool isEscaped);

    /// <summary>The kernels that there are.</summary>
    private static readonly Decoder[] Decoders =
    [
        .. TurnVector256.IsSupported ? [SymbolTextKernel.Decode<Vector256<byte>, TurnVector256>] : Array.Empty<Decoder>(),
        .. TurnVector128.IsSupported ? [SymbolTextKernel.Decode<VectorHalves, TurnVector128>] : Array.Empty<Decoder>(),
    ];

    [Fact]
    public void Texts_come_back_escaped_wherever_codes_end_and_whatever_stands_behind_them()
    {
        Assert.SkipUnless(CodeTurnKernel.IsSupported, "The processor lacks the vectors of this kernel.");
        var random = new Random(3);
        for (var i = 0; i < 20_000; i++)
        {
            var symbols = Table(random);
            var codes = Codes(random, symbols, random.Next(1, random.Next(2) == 0 ? 12 : 150));
            var behind = new byte[random.Next(2) * random.Next(100)];
            random.NextBytes(behind);
            var length = Restore(symbols, codes, int.MaxValue)!.Length;
            using var guarded = new GuardedBytes([LengthBefore, .. codes, .. behind]);
            foreach (var wanted in (int[])[length, random.Next(length + 1)])
            {
                var expected = Restore(symbols, guarded.Span[1..], wanted);
                Assert.True(expected is not null || wanted != length);
                AssertDecodes(symbols, guarded, wanted, expected);
            }
        }
    }

    [Fact]
    public void Codes_without_a_symbol_and_escapes_at_the_end_are_refused_or_left_to_the_other_decoder()
    {
        Assert.SkipUnless(CodeTurnKernel.IsSupported, "The processor lacks the vectors of this kernel.");
        var random = new Random(4);
        for (var i = 0; i < 20_000; i++)
        {
            var symbols = Table(random);
            var codes = new byte[1 + random.Next(100)];
            random.NextBytes(codes);
            byte before = 0;
            foreach (ref var code in codes.AsSpan())
            {
                code = random.Next(60) == 0 ? SymbolTableView.Escape : random.Next(60) == 0 ? code : (byte)(code % symbols.Count);

                // A verbatim byte of 255 is told below.
                code = before == SymbolTableView.Escape && code == SymbolTableView.Escape ? (byte)0 : code;
                before = code;
            }

            using var guarded = new GuardedBytes([LengthBefore, .. codes]);
            var wanted = random.Next(2 * codes.Length);
            AssertDecodes(symbols, guarded, wanted, Restore(symbols, codes, wanted));
        }
    }

    [Fact]
    public void Verbatim_bytes_that_no_text_has_are_left_to_the_other_decoder()
    {
        Assert.SkipUnless(CodeTurnKernel.IsSupported, "The processor lacks the vectors of this kernel.");

        var symbols = Table(new Random(5));
        using var guarded = new GuardedBytes([LengthBefore, SymbolTableView.Escape, SymbolTableView.Escape, SymbolTableView.Escape, (byte)'a']);
        Assert.All(Decoders, decoder => Assert.False(Decode(decoder, symbols, guarded, 2, canEscape: true, out _, out _)));
        Assert.Equal([0xFF, (byte)'a'], Restore(symbols, guarded.Span[1..], 2));
    }

    private static void AssertDecodes(ExpandedSymbols symbols, GuardedBytes codes, int length, byte[]? expected)
    {
        foreach (var decoder in Decoders)
        {
            var isSound = Decode(decoder, symbols, codes, length, canEscape: true, out var decoded, out var isEscaped);
            Assert.Equal(expected is not null, isSound);
            if (expected is not null)
            {
                var escaped = Escape(expected);
                Assert.Equal(escaped, decoded);
                Assert.True(isEscaped);
                Assert.True(Decode(decoder, symbols, codes, length, canEscape: false, out decoded, out isEscaped));
                Assert.Equal(expected, decoded);
                Assert.True(isEscaped ? escaped.Length == length : escaped.Length != length);
            }
        }
    }

    /// <summary>Symbols of every length, some of which JSON escapes, and often none for some codes.</summary>
    private static ExpandedSymbols Table(Random random)
    {
        var letters = "etaoin shrdlu\"\\\n\u0001\u00e9"u8.ToArray();
        var plain = random.Next(2) == 0 ? 13 : letters.Length;
        return new([.. Enumerable.Range(0, random.Next(3) == 0 ? SymbolTableView.MaxSymbols : random.Next(1, SymbolTableView.MaxSymbols)).Select(_ =>
        {
            ulong word = 0;
            for (var i = 0; i < sizeof(ulong); i++)
            {
                word = (word << 8) | letters[random.Next(plain)];
            }

            return Symbol.Of(word, random.Next(1, 9));
        })]);
    }

    private static byte[] Codes(Random random, ExpandedSymbols symbols, int count)
    {
        var codes = new List<byte>();
        var escapes = random.Next(3) * random.Next(20);
        while (codes.Count < count)
        {
            if (random.Next(100) < escapes)
            {
                codes.Add(SymbolTableView.Escape);
                codes.Add((byte)random.Next(SymbolTableView.Escape));
            }
            else
            {
                codes.Add((byte)random.Next(symbols.Count));
            }
        }

        return [.. codes];
    }

    /// <summary>What the plain decoder makes of codes; null where it refuses them.</summary>
    private static byte[]? Restore(ExpandedSymbols symbols, ReadOnlySpan<byte> codes, int length)
    {
        var text = new byte[8 * codes.Length];
        var isDecoded = SymbolDecoderKernel.Decode(new ExpandedSymbolsKernel(symbols), codes, length, text, out _, out var written);
        return isDecoded && (written == length || length == int.MaxValue) ? text[..written] : null;
    }

    private static byte[] Escape(byte[] text)
    {
        var escaped = new List<byte>();
        foreach (var character in text)
        {
            var letter = "\b\t\n\f\r\"\\"u8.IndexOf(character);
            escaped.AddRange(EscapeKernel.IsPlain(character) ? [character]
                : letter >= 0 ? [(byte)'\\', "btnfr\"\\"u8[letter]]
                : System.Text.Encoding.ASCII.GetBytes($"\\u{character:x4}"));
        }

        return [.. escaped];
    }

    private static bool Decode(
        Decoder decoder, ExpandedSymbols symbols, GuardedBytes codes, int length, bool canEscape, out byte[] text, out bool isEscaped)
    {
        const byte untouched = 0xEE;
        var places = new SymbolPlaces(symbols.Words, symbols.Lengths, symbols.Count);
        var room = new byte[((canEscape ? EscapeKernel.MaxEscape : 1) * length) + SymbolTextKernel.Slack + 1];
        room[^1] = untouched;
        fixed (byte* start = room)
        {
            var end = decoder(places, codes.Start + 1, codes.Start + codes.Length, start, start + length, canEscape, out isEscaped);
            Assert.Equal(untouched, room[^1]);
            text = end == null ? [] : room[..(int)(end - start)];
            return end != null;
        }
    }
}
