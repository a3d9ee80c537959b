using System.Text;
using Blittable.Text;

namespace Blittable.Tests.Text;

[Trait(Category.Name, Category.Vector)]
public class SymbolTableTests
{
    private static readonly byte[][] Samples =
        [.. Enumerable.Range(0, 500).Select(i => Encoding.UTF8.GetBytes($"https://example.org/repos/owner{i % 17}/project{i}/issues?state=open&page={i % 9}"))];

    private static readonly SymbolTable Table = SymbolTable.Train(Samples.Select(sample => (ReadOnlyMemory<byte>)sample));

    [Fact]
    public void A_table_of_two_symbols_is_laid_out_as_documented()
    {
        // "ing" is the end of "king" and needs no bytes of its own.
        var bytes = SymbolTable.Of([Symbol.Of(0x676E69, 3), Symbol.Of(0x676E696B, 4)]).Save();
        byte[] expected =
        [
            1,                              // version
            2,                              // symbols
            4, 0,                           // their bytes
            .. bytes.AsSpan(4, 4),          // checksum
            (1 << 3) | 2, 0,                // code 0: starts at 1, 3 bytes
            (0 << 3) | 3, 0,                // code 1: starts at 0, 4 bytes
            (byte)'k', (byte)'i', (byte)'n', (byte)'g',
            0, 0, 0, 0, 0, 0, 0,            // padding
        ];
        Assert.Equal(expected, bytes);
        Assert.NotEqual(0u, BitConverter.ToUInt32(bytes, 4));
    }

    [Fact]
    public void Trained_on_similar_text_a_table_shrinks_text_to_a_third_and_restores_it()
    {
        var total = 0;
        foreach (var sample in Samples)
        {
            var codes = Compress(Table, sample);
            total += codes.Length;
            Assert.Equal(sample.Length, Table.DecompressedLength(codes));
            Assert.Equal(sample, Decompress(Table, codes));
        }

        Assert.InRange(total, 1, Samples.Sum(sample => sample.Length) / 3);
    }

    [Fact]
    public void Arbitrary_bytes_are_restored_in_memory_and_in_place()
    {
        var random = new Random(3);
        for (var round = 0; round < 2000; round++)
        {
            var text = new byte[random.Next(120)];
            random.NextBytes(text);
            Samples[random.Next(Samples.Length)].AsSpan(0, Math.Min(text.Length / 2, 40)).CopyTo(text);
            var codes = Compress(Table, text);
            Assert.Equal(text, Decompress(Table, codes));
            Assert.True(SymbolTableView.TryOpen(Table.Bytes, out var inPlace));
            var decoded = new byte[text.Length];
            Assert.True(StringCodec.TryDecode(StringEncoding.Trained, codes, text.Length, inPlace, decoded, out var consumed));
            Assert.Equal(codes.Length, consumed);
            Assert.Equal(text, decoded);
        }
    }

    [Fact]
    public void The_same_samples_give_the_same_table()
    {
        Assert.Equal(Table.Save(), SymbolTable.Train(Samples.Select(sample => (ReadOnlyMemory<byte>)sample)).Save());
    }

    [Fact]
    public void Training_on_nothing_gives_an_empty_table_that_works()
    {
        var table = SymbolTable.Train([]);
        Assert.Equal(0, table.Count);
        Assert.Equal([255, (byte)'a', 255, (byte)'b'], Compress(table, "ab"u8.ToArray()));
        Assert.Equal("ab"u8.ToArray(), Decompress(table, [255, (byte)'a', 255, (byte)'b']));
    }

    [Fact]
    public void A_saved_table_is_small_and_compresses_identically()
    {
        var bytes = Table.Save();
        Assert.InRange(bytes.Length, 100, 2300);
        Assert.Equal(Compress(Table, Samples[7]), Compress(SymbolTable.Load(bytes), Samples[7]));
    }

    [Fact]
    public void Every_flipped_bit_of_a_saved_table_is_detected()
    {
        var bytes = Table.Save();
        for (var bit = 0; bit < bytes.Length * 8; bit++)
        {
            bytes[bit / 8] ^= (byte)(1 << (bit % 8));
            var error = Assert.Throws<BlittableException>(() => SymbolTable.Load(bytes));
            Assert.Equal(bit < 8 ? BlittableErrorCode.UnsupportedVersion : BlittableErrorCode.InvalidData, error.Code);
            bytes[bit / 8] ^= (byte)(1 << (bit % 8));
        }
    }

    [Fact]
    public void A_truncated_table_is_refused()
    {
        var bytes = Table.Save();
        for (var length = 0; length < bytes.Length; length++)
        {
            Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => SymbolTable.Load(bytes.AsSpan(0, length))).Code);
            Assert.False(SymbolTableView.TryOpen(bytes.AsSpan(0, length), out _));
        }
    }

    [Fact]
    public void Decoding_through_a_damaged_table_stays_inside_the_destination()
    {
        var random = new Random(11);
        var text = Samples[3];
        var codes = Compress(Table, text);
        for (var round = 0; round < 5000; round++)
        {
            var bytes = Table.Save();
            for (var hits = random.Next(1, 30); hits > 0; hits--)
            {
                bytes[random.Next(1, bytes.Length)] = (byte)random.Next(256);
            }

            if (!SymbolTableView.TryOpen(bytes, out var view))
            {
                continue;
            }

            var guarded = new byte[text.Length + 40];
            guarded.AsSpan(text.Length).Fill(0xEE);
            if (StringCodec.TryDecode(StringEncoding.Trained, codes, text.Length, view, guarded.AsSpan(0, text.Length), out var consumed))
            {
                Assert.InRange(consumed, 1, codes.Length);
            }

            Assert.DoesNotContain(guarded.Skip(text.Length), value => value != 0xEE);
        }
    }

    [Theory]
    [InlineData(3)]
    [InlineData(8)]
    [InlineData(40)]
    public void A_string_of_one_symbol_is_restored_with_and_without_spare_room(int room)
    {
        var text = new byte[room];
        Assert.Equal(3, SymbolTable.Of([Symbol.Of(0x676E69, 3)]).Decompress([0], text));
        Assert.Equal("ing"u8.ToArray(), text[..3]);
    }

    [Fact]
    public void A_symbol_that_starts_outside_a_damaged_table_is_refused()
    {
        var bytes = SymbolTable.Of([Symbol.Of(0x676E69, 3), Symbol.Of(0x676E696B, 4)]).Save();
        bytes[SymbolTableView.HeaderSize] = bytes[SymbolTableView.HeaderSize + 1] = 0xFF;
        Assert.True(SymbolTableView.TryOpen(bytes, out var view));
        Assert.True(SymbolDecoder.Decode(view, [1], 4, new byte[40], out _, out _));
        Assert.False(SymbolDecoder.Decode(view, [1, 0], 8, new byte[40], out var consumed, out var written));
        Assert.Equal((1, 4), (consumed, written));
    }

    [Fact]
    public void Codes_without_a_symbol_and_a_trailing_escape_are_refused()
    {
        var table = SymbolTable.Of([Symbol.Of(0x676E69, 3)]);
        Assert.Throws<BlittableException>(() => table.Decompress([1], new byte[64]));
        Assert.Throws<BlittableException>(() => table.Decompress([0, 0, 0, 0, 255], new byte[64]));
        Assert.Throws<ArgumentException>(() => table.Decompress([0, 0], new byte[5]));
        Assert.Throws<ArgumentException>(() => table.Compress("ing"u8, new byte[5]));
    }

    [Fact]
    public void The_built_in_table_is_valid_although_it_is_not_checked_when_used()
    {
        Assert.Equal(GeneralSymbols.Table.Count, SymbolTable.Load(GeneralSymbols.Table.Save()).Count);
    }

    [Fact]
    public void The_general_table_shortens_prose_and_addresses()
    {
        foreach (var text in new[] { "the value of the property is returned when the document has been read", "https://www.example.com/index.html" })
        {
            Assert.InRange(Compress(GeneralSymbols.Table, Encoding.UTF8.GetBytes(text)).Length, 1, text.Length * 3 / 4);
        }
    }

    private static byte[] Compress(SymbolTable table, byte[] text)
    {
        var codes = new byte[SymbolTable.MaxCompressedLength(text.Length)];
        return codes[..table.Compress(text, codes)];
    }

    private static byte[] Decompress(SymbolTable table, byte[] codes)
    {
        var text = new byte[table.DecompressedLength(codes)];
        return text[..table.Decompress(codes, text)];
    }
}
