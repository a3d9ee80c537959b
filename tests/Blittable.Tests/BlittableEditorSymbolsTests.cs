using System.Text;
using System.Text.Json.Nodes;
using Blittable.Layout;

namespace Blittable.Tests;

/// <summary>Strings stay readable when an editor compacts a document, whose symbol table and dictionary version then change.</summary>
public class BlittableEditorSymbolsTests
{
    private const int Texts = 600;

    [Fact]
    public void Strings_are_written_without_the_symbol_table_that_compaction_removed()
    {
        using var document = BlittableDocument.Parse(Json(), BlittableOptions.Smallest);
        Assert.NotEqual(0, document.Bytes.Span[^1] & Trailer.HasSymbols);

        EditAndCompare(document, BlittableOptions.Smallest);
    }

    [Fact]
    public void Strings_are_written_with_the_symbol_table_of_the_dictionary_that_compaction_selected()
    {
        var dictionary = Train();
        using var own = BlittableDocument.Parse(Json(), BlittableOptions.Smallest);

        EditAndCompare(own, BlittableOptions.Smallest with { Dictionary = dictionary });
    }

    [Fact]
    public void Strings_are_written_with_the_dictionary_version_that_compaction_selected()
    {
        var dictionary = Train();
        using var document = BlittableDocument.Parse(Json(), BlittableOptions.Smallest with { Dictionary = dictionary });
        var version = dictionary.Version;
        dictionary.Retrain(Documents("The invoice of the supplier number"), new BlittableTrainingOptions { FrequentStrings = true });
        Assert.NotEqual(version, dictionary.Version);

        EditAndCompare(document, BlittableOptions.Smallest with { Dictionary = dictionary });
    }

    /// <summary>A document of an older version uses nothing that only a newer version contains, even if the editor of a newer one preceded it.</summary>
    [Fact]
    public void An_edited_document_uses_only_its_dictionary_version()
    {
        var dictionary = Train();
        var options = BlittableOptions.Smallest with { Dictionary = dictionary };
        using var older = BlittableDocument.Parse(Json(), options);
        var copy = BlittableDictionary.Load(dictionary.Save());
        dictionary.Retrain(Documents("The invoice of the supplier number"), new BlittableTrainingOptions { FrequentStrings = true });

        using var editor = new BlittableEditor(older, options);
        editor.Set("$.texts[0]", """{"id":1,"text":"The invoice of the supplier number 7 was paid","number":3}"""u8);
        editor.SetString("$.texts[1]", "The invoice of the supplier number 8 was returned to the sender");

        using var written = editor.ToDocument();
        using var edited = BlittableDocument.Open(written.Bytes.ToArray(), copy);
        edited.Validate();
        Assert.Equal(written.Root.ToJson(), edited.Root.ToJson());
    }

    /// <summary>A copy uses the symbols of the document, so it is about as small, and is not larger than a copy with the general table.</summary>
    [Fact]
    public void A_compacted_or_cloned_document_keeps_its_symbol_table()
    {
        using var document = BlittableDocument.Parse(Json(), BlittableOptions.Balanced with { StringCompression = StringCompression.Trained });
        Assert.NotEqual(0, document.Bytes.Span[^1] & Trailer.HasSymbols);
        using var editor = new BlittableEditor(document);
        editor.SetString("$.name", "changed");

        foreach (var copy in (BlittableDocument[])[editor.Compact(), document.Root.Clone()])
        {
            using (copy)
            {
                copy.Validate();
                Assert.NotEqual(0, copy.Bytes.Span[^1] & Trailer.HasSymbols);
                Assert.True(copy.Bytes.Length < document.Bytes.Length * 1.1, $"{document.Bytes.Length} bytes became {copy.Bytes.Length}");
            }
        }

        // A small rest does not need the table.
        using var rest = new BlittableEditor(document);
        rest.Set("$.texts", "[\"The order of customer 7 was shipped on day 8\"]"u8);
        using var small = rest.Compact();
        Assert.Equal(0, small.Bytes.Span[^1] & Trailer.HasSymbols);
        Assert.Equal("""{"name":"orders","texts":["The order of customer 7 was shipped on day 8"]}""", small.Root.ToJson());
    }

    /// <summary>The symbol table belongs to the dictionary version, so the version remains, and copies of the dictionary can read the document.</summary>
    [Fact]
    public void A_compacted_document_keeps_its_dictionary_version()
    {
        var dictionary = Train();
        using var document = BlittableDocument.Parse(Json(), BlittableOptions.Balanced with { Dictionary = dictionary });
        var copy = BlittableDictionary.Load(dictionary.Save());
        dictionary.Retrain(Documents("The invoice of the supplier number"), new BlittableTrainingOptions { FrequentStrings = true });

        using var editor = new BlittableEditor(document);
        using var compact = editor.Compact();
        using var read = BlittableDocument.Open(compact.Bytes, copy);
        read.Validate();
        Assert.Equal(document.Root.ToJson(), read.Root.ToJson());
        Assert.True(compact.Bytes.Length < document.Bytes.Length * 1.1, $"{document.Bytes.Length} bytes became {compact.Bytes.Length}");
    }

    private static void EditAndCompare(BlittableDocument document, BlittableOptions options)
    {
        using var editor = new BlittableEditor(document, options);
        var expected = JsonNode.Parse(document.Root.ToJson())!;
        for (var round = 0; round < 3 * Texts; round++)
        {
            // Such texts are shorter with the symbol table of the original document than without it.
            var text = $"The order of customer {round * 31 % 997} was {(round % 2 == 0 ? "shipped" : "returned")} on day {round}, furiously and quickly among the deposits";
            editor.SetString($"$.texts[{round % Texts}]", text);
            expected["texts"]![round % Texts] = text;
            if (round % 50 == 0)
            {
                // Compacts a document that has grown.
                editor.ToDocument().Validate();
            }
        }

        using var edited = editor.ToDocument();
        edited.Validate();
        Assert.Equal(expected.ToJsonString(), JsonNode.Parse(edited.Root.ToJson())!.ToJsonString());
    }

    private static BlittableDictionary Train() =>
        BlittableDictionary.Train(Documents("The shipment of the buyer number"), new BlittableTrainingOptions { FrequentStrings = true });

    private static ReadOnlyMemory<byte>[] Documents(string start) =>
    [
        .. Enumerable.Range(0, 400).Select(i => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(
            $$"""{"id":{{i}},"text":"{{start}} {{i * 17 % 91}} was {{(i % 3 == 0 ? "paid" : "sent")}}","{{start[4..11]}}":{{i}}}""")),
    ];

    private static string Json() =>
        $$"""{"name":"orders","texts":[{{string.Join(',', Enumerable.Range(0, Texts).Select(i =>
            $"\"The order of customer {i * 7919 % 1000} was {(i % 3 == 0 ? "shipped" : "returned")} on day {i}, furiously and quickly among the deposits\""))}}]}""";
}
