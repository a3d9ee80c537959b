using System.Globalization;
using System.Text;
using Blittable.Format;

namespace Blittable.Tests.Json;

/// <summary>Documents that carry a symbol table trained on their own strings.</summary>
public sealed class DocumentSymbolsTests
{
    private static readonly BlittableOptions Trained = new() { Mode = BlittableMode.Disk, StringCompression = StringCompression.Trained };

    [Fact]
    public void A_large_document_carries_a_table_that_makes_it_smaller()
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
    public void A_document_without_use_for_a_table_carries_none(int count, string reason)
    {
        var json = count == 10 ? Numerals(count) : "[" + string.Join(',', Enumerable.Range(0, count).Select(i => $"\"{i:x8}\"")) + "]";
        using var document = BlittableDocument.Parse(json, Trained);

        Assert.True(Trailer.Read(document.Bytes.Span).Symbols.IsEmpty, reason);
        Assert.Equal(json, document.Root.ToJson());
    }

    [Fact]
    public void A_document_knows_nothing_of_the_table_of_the_one_before()
    {
        using var converter = new BlittableConverter(Trained);
        var small = Numerals(10);
        converter.Convert(Numerals(4000));

        var after = converter.Convert(small).ToArray();

        Assert.True(Trailer.Read(after).Symbols.IsEmpty);
        Assert.Equal(small, BlittableValue.Open(after).ToJson());
    }

    [Fact]
    public void A_document_like_the_one_before_carries_its_table()
    {
        using var converter = new BlittableConverter(Trained);
        var first = Trailer.Read(converter.Convert(Numerals(4000))).Symbols.ToArray();
        var like = Numerals(4100);

        var document = converter.Convert(like).ToArray();

        Assert.Equal(first, Trailer.Read(document).Symbols.ToArray());
        Assert.Equal(like, BlittableValue.Open(document).ToJson());
    }

    [Fact]
    public void A_document_of_other_words_than_the_one_before_is_learned_from()
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
    public void Every_damage_to_the_table_is_found_by_validation_and_kept_within_bounds_by_reading()
    {
        using var document = BlittableDocument.Parse(Numerals(2000), Trained);
        var bytes = document.Bytes.ToArray();
        var trailer = Trailer.Read(bytes);
        var table = bytes.AsSpan().IndexOf(trailer.Symbols);
        var buffer = new byte[4096];
        for (var i = table; i < table + trailer.Symbols.Length; i++)
        {
            bytes[i] ^= (byte)(1 << (i & 7));
            Assert.Throws<BlittableException>(() => BlittableDocument.Open(bytes).Validate());
            ReadAll(bytes, buffer);
            bytes[i] ^= (byte)(1 << (i & 7));
        }
    }

    [Fact]
    public void A_document_whose_table_was_taken_away_says_so()
    {
        using var document = BlittableDocument.Parse(Numerals(2000), Trained);
        var bytes = document.Bytes.ToArray();
        bytes[^1] &= unchecked((byte)~Trailer.HasSymbols);

        var exception = Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes)[1000].GetString());

        Assert.Contains("symbol table", exception.Message, StringComparison.Ordinal);
    }

    private static void ReadAll(byte[] bytes, byte[] buffer)
    {
        try
        {
            foreach (var value in BlittableValue.Open(bytes).EnumerateArray())
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
