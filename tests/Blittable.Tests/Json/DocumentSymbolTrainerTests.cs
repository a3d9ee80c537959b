using System.Buffers.Binary;
using System.Globalization;
using System.Text;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Tests.Json;

/// <summary>Documents that contain a symbol table trained on their own strings.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class DocumentSymbolTrainerTests
{
    private static readonly BlittableOptions Trained = new() { Mode = BlittableMode.Disk, StringCompression = StringCompression.Trained };

    [Fact]
    public void A_large_document_contains_a_table_that_makes_it_smaller()
    {
        var json = Numerals(4000);
        var general = BlittableDocument.Parse(json, Trained with { StringCompression = StringCompression.General });
        using var document = BlittableDocument.Parse(json, Trained);

        Assert.NotEqual(0, Trailer.Read(document.Bytes.Span).Symbols.Length);
        Assert.InRange(document.Bytes.Length, 1, general.Bytes.Length * 3 / 4);
        Assert.Equal(json, document.Root.ToJson());
        document.Validate();
        general.Dispose();
    }

    [Theory]
    [InlineData(10, "too short to pay for a table")]
    [InlineData(40_000, "all of it nibbles")]
    public void A_document_that_would_not_benefit_contains_no_table(int count, string reason)
    {
        var json = count == 10 ? Numerals(count) : "[" + string.Join(',', Enumerable.Range(0, count).Select(i => $"\"{i:x8}\"")) + "]";
        using var document = BlittableDocument.Parse(json, Trained);

        Assert.True(Trailer.Read(document.Bytes.Span).Symbols.IsEmpty, reason);
        Assert.Equal(json, document.Root.ToJson());
    }

    [Fact]
    public void A_document_does_not_use_the_table_of_the_previous_document()
    {
        using var converter = new BlittableConverter(Trained);
        var small = Numerals(10);
        converter.Convert(Numerals(4000));

        var after = converter.Convert(small).ToArray();

        Assert.True(Trailer.Read(after).Symbols.IsEmpty);
        Assert.Equal(small, BlittableValue.Open(after).ToJson());
    }

    [Fact]
    public void A_table_is_trained_for_a_document_similar_to_the_previous_one()
    {
        using var converter = new BlittableConverter(Trained);
        converter.Convert(Numerals(4000));
        var like = Numerals(4100);
        using var alone = BlittableDocument.Parse(like, Trained);

        Assert.Equal(alone.Bytes.ToArray(), converter.Convert(like).ToArray());
    }

    [Fact]
    public void Converting_an_equal_document_again_allocates_nothing()
    {
        using var converter = new BlittableConverter(Trained);
        var json = Encoding.UTF8.GetBytes(Numerals(4000));
        converter.Convert(json);
        converter.Convert(json);
        var before = GC.GetAllocatedBytesForCurrentThread();
        converter.Convert(json);

        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
    }

    [Fact]
    public void A_table_is_trained_for_a_document_with_other_words_than_the_previous_one()
    {
        using var converter = new BlittableConverter(Trained);
        var other = "[" + string.Join(',', Enumerable.Range(0, 4000).Select(i => $"\"Grüße aus {(i % 2 == 0 ? "Österreich" : "Köln")}, Straße {i}\"")) + "]";
        var alone = BlittableDocument.Parse(other, Trained);
        converter.Convert(Numerals(4000));

        var document = converter.Convert(other).ToArray();

        Assert.Equal(alone.Bytes.ToArray(), document);
        alone.Dispose();
    }

    [Fact]
    public void An_edited_document_keeps_its_table()
    {
        using var document = BlittableDocument.Parse($$"""{"changed":1,"numerals":{{Numerals(4000)}}}""", Trained);
        using var editor = new BlittableEditor(document, Trained);
        editor.Set("$.changed", "\"one thousand nine hundred and ninety\""u8);

        using var edited = editor.ToDocument();

        Assert.Equal(Trailer.Read(document.Bytes.Span).Symbols.ToArray(), Trailer.Read(edited.Bytes.Span).Symbols.ToArray());
        Assert.Equal($$"""{"changed":"one thousand nine hundred and ninety","numerals":{{Numerals(4000)}}}""", edited.Root.ToJson());
    }

    [Fact]
    public void Every_flipped_bit_of_a_table_is_reported_when_its_document_is_opened()
    {
        using var document = BlittableDocument.Parse(Numerals(2000), Trained);
        var bytes = document.Bytes.ToArray();
        var trailer = Trailer.Read(bytes);
        var (start, end) = (trailer.SymbolTable, trailer.SymbolTable + trailer.Symbols.Length);
        for (var bit = 8 * start; bit < 8 * end; bit++)
        {
            bytes[bit / 8] ^= (byte)(1 << (bit % 8));
            var error = Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes));
            Assert.Equal(bit / 8 == start ? BlittableErrorCode.UnsupportedVersion : BlittableErrorCode.InvalidData, error.Code);
            Assert.Contains("symbol table", error.Message, StringComparison.Ordinal);
            Assert.InRange(error.Offset, start, end - 1);
            Assert.Equal(error.Message, Assert.Throws<BlittableException>(() => BlittableDocument.Open(bytes)).Message);
            bytes[bit / 8] ^= (byte)(1 << (bit % 8));
        }

        Assert.Equal(Numerals(2000), BlittableValue.Open(bytes).ToJson());
    }

    [Fact]
    public void A_symbol_outside_a_table_with_a_matching_checksum_is_reported_when_its_document_is_opened()
    {
        const int code = 3;
        using var document = BlittableDocument.Parse(Numerals(2000), Trained);
        var bytes = document.Bytes.ToArray();
        var trailer = Trailer.Read(bytes);
        var table = bytes.AsSpan(trailer.SymbolTable, trailer.Symbols.Length);
        var entry = SymbolTableView.HeaderSize + (2 * code);
        var behind = BinaryPrimitives.ReadUInt16LittleEndian(table[2..]) << SymbolTableView.LengthBits;
        BinaryPrimitives.WriteUInt16LittleEndian(table[entry..], (ushort)behind);
        BinaryPrimitives.WriteUInt32LittleEndian(table[SymbolTableView.ChecksumOffset..], SymbolTableWriter.Checksum(table));

        var error = Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes));

        Assert.Equal(BlittableErrorCode.InvalidData, error.Code);
        Assert.Equal(trailer.SymbolTable + entry, error.Offset);
        Assert.Contains("symbol 3 within", error.Message, StringComparison.Ordinal);

        // The last position inside the table is valid for a symbol.
        BinaryPrimitives.WriteUInt16LittleEndian(table[entry..], (ushort)(behind - 1));
        BinaryPrimitives.WriteUInt32LittleEndian(table[SymbolTableView.ChecksumOffset..], SymbolTableWriter.Checksum(table));
        Assert.Equal(2000, BlittableValue.Open(bytes).Count);
    }

    [Fact]
    public void Validate_reports_a_table_that_was_damaged_after_its_document_was_opened()
    {
        using var document = BlittableDocument.Parse(Numerals(2000), Trained);
        var bytes = document.Bytes.ToArray();
        using var open = BlittableDocument.Open(bytes);
        open.Validate();
        bytes[Trailer.Read(bytes).SymbolTable + 100] ^= 4;

        Assert.Contains("symbol table", Assert.Throws<BlittableException>(open.Validate).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_table_damaged_while_its_document_is_read_causes_no_access_outside()
    {
        using var document = BlittableDocument.Parse(Numerals(2000), Trained);
        var bytes = document.Bytes.ToArray();
        var trailer = Trailer.Read(bytes);
        var buffer = new byte[4096];
        using var guarded = new GuardedBytes(bytes);
        var root = BlittableValue.Open(guarded.Span);
        for (var i = trailer.SymbolTable; i < trailer.SymbolTable + trailer.Symbols.Length; i++)
        {
            bytes[i] ^= (byte)(1 << (i & 7));
            guarded.Hold(bytes);
            ReadAll(root, buffer);
            bytes[i] ^= (byte)(1 << (i & 7));
        }
    }

    [Fact]
    public void A_document_whose_table_was_removed_is_reported()
    {
        using var document = BlittableDocument.Parse(Numerals(2000), Trained);
        var bytes = document.Bytes.ToArray();
        bytes[^1] &= unchecked((byte)~Trailer.HasSymbols);

        var exception = Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes)[1000].GetString());

        Assert.Contains("symbol table", exception.Message, StringComparison.Ordinal);
    }

    private static void ReadAll(BlittableValue root, byte[] buffer)
    {
        try
        {
            foreach (var value in root.EnumerateArray())
            {
                value.TryCopyUtf8(buffer, out _);
            }
        }
        catch (BlittableException)
        {
        }
    }

    private static string Numerals(int count)
    {
        string[] words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
        var json = new StringBuilder("[");
        for (var i = 0; i < count; i++)
        {
            json.Append(i == 0 ? "\"" : ",\"");
            foreach (var digit in i.ToString(CultureInfo.InvariantCulture))
            {
                json.Append(digit == '0' ? "zero thousand " : words[digit - '1'] + "teen hundred ");
            }

            json.Append('"');
        }

        return json.Append(']').ToString();
    }
}
