using System.Text;

namespace Blittable.Tests;

/// <summary>Documents with a dictionary are edited, and stored for readers that have another dictionary or none.</summary>
public sealed class DocumentDictionaryTests
{
    private const string Json = """{"state":"shipped to the customer","tags":["express","fragile"],"customer":{"name":"the name of a customer","id":7}}""";
    private const string Edited = """{"state":"shipped to the customer","tags":["express","fragile","new"],"customer":{"name":"the name of a customer","id":8}}""";

    private static readonly BlittableTrainingOptions WithStrings = new() { FrequentStrings = true };
    private static readonly BlittableDictionary Own = Train(Json, WithStrings);
    private static readonly BlittableDictionary Other = Train("""{"other":"the text of others","customer":{"id":1}}""", WithStrings);

    public static TheoryData<BlittableMode, StringCompression> Forms { get; } = new()
    {
        { BlittableMode.Memory, StringCompression.None },
        { BlittableMode.Disk, StringCompression.None },
        { BlittableMode.Disk, StringCompression.Smaz },
        { BlittableMode.Disk, StringCompression.Trained },
    };

    [Theory]
    [MemberData(nameof(Forms))]
    public void An_edited_document_keeps_its_dictionary_if_the_options_name_none(BlittableMode mode, StringCompression strings)
    {
        using var document = Parse(mode, strings);
        foreach (var options in (BlittableOptions?[])[null, BlittableOptions.Balanced, BlittableOptions.Fastest])
        {
            foreach (var isCompact in (bool[])[false, true])
            {
                using var editor = new BlittableEditor(document, options);
                Edit(editor);
                using var result = isCompact ? editor.Compact() : editor.ToDocument();
                Assert.True(result.NeedsDictionary);
                RequireReadable(result.Bytes, Own);
                Assert.Equal(BlittableErrorCode.DictionaryMissing, Assert.Throws<BlittableException>(() => BlittableDocument.Open(result.Bytes)).Code);
            }
        }
    }

    /// <summary>A document whose only strings are in the dictionary was written in disk mode, and stays small.</summary>
    [Fact]
    public void A_document_of_dictionary_strings_is_compacted_in_disk_mode()
    {
        using var document = Parse(BlittableMode.Disk, StringCompression.Smaz);
        using var editor = new BlittableEditor(document);
        editor.SetNumber("$.customer.id", 8);
        using var compact = editor.Compact();
        Assert.Equal(document.Bytes.Length, compact.Bytes.Length);
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void An_edited_document_gets_the_dictionary_of_the_options(BlittableMode mode, StringCompression strings)
    {
        using var document = Parse(mode, strings);
        var options = BlittableOptions.Balanced with { Dictionary = Other };
        foreach (var editor in (BlittableEditor[])[new(document, options), new(document.Root, options)])
        {
            using (editor)
            {
                Edit(editor);
                using var result = editor.ToDocument();
                RequireReadable(result.Bytes, Other);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void A_part_of_a_document_with_a_dictionary_is_edited(BlittableMode mode, StringCompression strings)
    {
        using var document = Parse(mode, strings);
        foreach (var dictionary in (BlittableDictionary?[])[null, Own, Other])
        {
            using var editor = new BlittableEditor(document.Root.GetProperty("customer"u8), BlittableOptions.Balanced with { Dictionary = dictionary });
            editor.SetNumber("$.id", 8);
            using var result = editor.ToDocument();
            using var opened = BlittableDocument.Open(result.Bytes, dictionary ?? Own);
            opened.Validate();
            Assert.Equal("""{"name":"the name of a customer","id":8}""", opened.Root.ToJson());
        }
    }

    [Theory]
    [MemberData(nameof(Forms))]
    public void Bytes_can_be_read_with_the_dictionary_that_they_were_requested_for(BlittableMode mode, StringCompression strings)
    {
        using var document = Parse(mode, strings);
        var copy = BlittableDictionary.Load(Own.Save());
        var newer = BlittableDictionary.Load(Own.Save());
        newer.Retrain(Texts("""{"a name of a newer version":1}"""));
        foreach (var dictionary in (BlittableDictionary?[])[null, Own, Other, copy, newer, new BlittableDictionary()])
        {
            var bytes = document.GetBytesFor(dictionary);
            using var read = BlittableDocument.Open(bytes, dictionary);
            read.Validate();
            Assert.Equal(Json, read.Root.ToJson());

            // Bytes are copied only if they must be.
            Assert.Equal(dictionary == Own || dictionary == copy || dictionary == newer, bytes.Equals(document.Bytes));
        }
    }

    [Fact]
    public void Bytes_of_a_version_that_a_copy_lacks_or_has_differently_are_copied()
    {
        var own = BlittableDictionary.Load(Own.Save());
        var older = BlittableDictionary.Load(own.Save());
        var diverged = BlittableDictionary.Load(own.Save());
        own.Retrain(Texts("""{"one":1}"""));
        diverged.Retrain(Texts("""{"two":1}"""));
        using var document = BlittableDocument.Parse("""{"one":1}""", BlittableOptions.Balanced with { Dictionary = own });
        foreach (var dictionary in (BlittableDictionary[])[older, diverged])
        {
            Assert.Throws<BlittableException>(() => BlittableDocument.Open(document.Bytes, dictionary));
            using var read = BlittableDocument.Open(document.GetBytesFor(dictionary), dictionary);
            Assert.Equal("""{"one":1}""", read.Root.ToJson());
        }
    }

    [Fact]
    public void Bytes_of_a_document_without_a_dictionary_are_not_copied()
    {
        using var document = BlittableDocument.Parse(Json, BlittableOptions.Balanced);
        Assert.True(document.GetBytesFor(null).Equals(document.Bytes));
        Assert.True(document.GetBytesFor(Own).Equals(document.Bytes));
        document.Dispose();
        Assert.Throws<ObjectDisposedException>(() => document.GetBytesFor(null));
    }

    [Fact]
    public async Task A_request_body_of_stored_bytes_needs_no_dictionary()
    {
        using var document = Parse(BlittableMode.Disk, StringCompression.Smaz);
        using var content = new BlittableContent(document, asJson: false);
        var bytes = await content.ReadAsByteArrayAsync();
        Assert.Equal(bytes.Length, content.Headers.ContentLength);
        using var received = BlittableDocument.Open(bytes);
        Assert.Equal(Json, received.Root.ToJson());
    }

    private static BlittableDocument Parse(BlittableMode mode, StringCompression strings) =>
        BlittableDocument.Parse(Json, new BlittableOptions { Mode = mode, StringCompression = strings, Dictionary = Own });

    private static void Edit(BlittableEditor editor)
    {
        editor.SetNumber("$.customer.id", 8);
        editor.Append("$.tags", "\"new\""u8);
    }

    private static void RequireReadable(ReadOnlyMemory<byte> bytes, BlittableDictionary? dictionary)
    {
        using var opened = BlittableDocument.Open(bytes, dictionary);
        opened.Validate();
        Assert.Equal(Edited, opened.Root.ToJson());
    }

    private static BlittableDictionary Train(string json, BlittableTrainingOptions options) => BlittableDictionary.Train(Texts(json), options);

    private static IEnumerable<ReadOnlyMemory<byte>> Texts(string json) => Enumerable.Repeat(new ReadOnlyMemory<byte>(Encoding.UTF8.GetBytes(json)), 50);
}
