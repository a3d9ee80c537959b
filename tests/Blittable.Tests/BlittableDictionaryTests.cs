using System.Text;
using Blittable.Tests.Json;
using FsCheck;
using FsCheck.Fluent;

namespace Blittable.Tests;

/// <summary>Documents whose names, shapes and strings are stored in a dictionary.</summary>
[Trait(Category.Name, Category.Vector)]
public class BlittableDictionaryTests
{
    private const string Person = """{"name":"Ada","role":"administrator","tags":["one","two"],"address":{"city":"London","country":"United Kingdom"}}""";

    private static readonly BlittableTrainingOptions WithStrings = new() { FrequentStrings = true };

    public static TheoryData<BlittableMode> Modes => [BlittableMode.Memory, BlittableMode.Disk];

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_document_of_known_shapes_stores_no_names(BlittableMode mode)
    {
        var dictionary = Train(Person, Person);
        var bytes = Convert(Person, mode, dictionary);
        Assert.Equal(-1, bytes.AsSpan().IndexOf("country"u8));
        Assert.Equal(Person, Render(bytes, dictionary));
        Assert.Equal("London", BlittableValue.Open(bytes, dictionary).GetProperty("address"u8).GetProperty("city").GetString());
    }

    [Fact]
    public void A_frequent_string_is_stored_as_its_number_if_the_options_ask_for_it()
    {
        Assert.Equal(0, Train(Person, Person).StringCount);
        var dictionary = BlittableDictionary.Train(Texts(Person, Person), WithStrings);
        var bytes = Convert(Person, BlittableMode.Disk, dictionary);
        Assert.Equal(-1, bytes.AsSpan().IndexOf("administrator"u8));
        Assert.True(bytes.Length < 50, $"{bytes.Length} bytes");
        Assert.Equal(Person, Render(bytes, dictionary));
    }

    [Fact]
    public void Shapes_seen_often_enough_enter_the_dictionary_and_the_most_frequent_enter_first()
    {
        string[] documents = [.. Enumerable.Repeat("""{"a":1}""", 3), .. Enumerable.Repeat("""{"b":1}""", 5), """{"c":1}"""];
        Assert.Equal(2, BlittableDictionary.Train(Texts(documents)).ShapeCount);
        Assert.Equal(3, BlittableDictionary.Train(Texts(documents), new BlittableTrainingOptions { MinSightings = 1 }).ShapeCount);
        Assert.Equal(1, BlittableDictionary.Train(Texts(documents), new BlittableTrainingOptions { MinSightings = 4 }).ShapeCount);

        var one = BlittableDictionary.Train(Texts(documents), new BlittableTrainingOptions { MaxShapes = 1 });
        Assert.Equal(1, one.ShapeCount);
        Assert.True(Convert("""{"b":1}""", BlittableMode.Memory, one).Length < Convert("""{"a":1}""", BlittableMode.Memory, one).Length);
    }

    [Fact]
    public void At_most_the_requested_number_of_strings_enter()
    {
        string[] documents = [.. Enumerable.Repeat("""{"a":"administrator","b":"United Kingdom"}""", 3)];
        Assert.Equal(2, BlittableDictionary.Train(Texts(documents), WithStrings).StringCount);
        Assert.Equal(1, BlittableDictionary.Train(Texts(documents), WithStrings with { MaxStrings = 1 }).StringCount);
    }

    [Fact]
    public void Random_documents_round_trip_in_both_modes_and_with_every_compression()
    {
        var seeds = ArbMap.Default.ArbFor<int>();
        Prop.ForAll(seeds, seed =>
        {
            var random = new RandomJson(seed);
            var texts = Enumerable.Range(0, 12).Select(_ => random.Next()).ToList();
            var dictionary = BlittableDictionary.Train(texts.Take(8).Select(text => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(text.Text)), WithStrings);
            dictionary.GrowsWithUse = (seed & 1) == 0;
            foreach (var compression in Enum.GetValues<StringCompression>())
            {
                foreach (var mode in Enum.GetValues<BlittableMode>())
                {
                    var options = new BlittableOptions { Mode = mode, StringCompression = compression, Dictionary = dictionary };
                    using var converter = new BlittableConverter(options);
                    foreach (var (minified, text) in texts)
                    {
                        Assert.Equal(minified, Render(converter.Convert(Encoding.UTF8.GetBytes(text)).ToArray(), dictionary));
                    }
                }
            }
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(25));
    }

    [Fact]
    public void A_document_opened_without_its_dictionary_is_refused()
    {
        var bytes = Convert(Person, BlittableMode.Memory, Train(Person, Person));
        Assert.Equal(BlittableErrorCode.DictionaryMissing, Assert.Throws<BlittableException>(() => Render(bytes, null)).Code);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void A_root_that_lies_within_the_dictionary_field_is_refused(byte distance)
    {
        var dictionary = Train("""{"a":1,"b":2}""", """{"a":3,"b":4}""");
        var bytes = Convert("""{"a":1,"b":2}""", BlittableMode.Memory, dictionary);
        Assert.InRange(bytes[^2], 4, sbyte.MaxValue);
        bytes[^2] = distance;
        Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => BlittableValue.Open(bytes, dictionary)).Code);
    }

    [Fact]
    public void A_document_of_another_dictionary_is_refused()
    {
        var bytes = Convert(Person, BlittableMode.Memory, Train(Person, Person));
        Assert.NotEmpty(Render(bytes, Train(Person, Person)));
        var error = Assert.Throws<BlittableException>(() => Render(bytes, Train("""{"other":1}""", """{"other":1}""")));
        Assert.Equal(BlittableErrorCode.DictionaryMismatch, error.Code);
    }

    [Fact]
    public void A_document_of_a_later_version_is_refused_with_both_versions_in_the_message()
    {
        var dictionary = Train(Person, Person);
        var old = BlittableDictionary.Load(dictionary.Save());
        dictionary.Retrain(Texts("""{"a":1}""", """{"a":2}"""));
        var bytes = Convert(Person, BlittableMode.Memory, dictionary);
        var error = Assert.Throws<BlittableException>(() => Render(bytes, old));
        Assert.Equal(BlittableErrorCode.DictionaryOutdated, error.Code);
        Assert.Contains("written with version 2", error.Message, StringComparison.Ordinal);
        Assert.Contains("has version 1", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_document_of_a_copy_that_has_diverged_is_refused()
    {
        var dictionary = Train(Person, Person);
        var fork = BlittableDictionary.Load(dictionary.Save());
        dictionary.Retrain(Texts("""{"a":1}""", """{"a":2}"""));
        fork.Retrain(Texts("""{"b":1}""", """{"b":2}"""));
        Assert.Equal(dictionary.Version, fork.Version);
        var bytes = Convert(Person, BlittableMode.Memory, dictionary);
        Assert.Equal(BlittableErrorCode.DictionaryMismatch, Assert.Throws<BlittableException>(() => Render(bytes, fork)).Code);
    }

    [Fact]
    public void Retraining_keeps_documents_of_earlier_versions_readable()
    {
        string[] first = [.. Enumerable.Range(0, 400).Select(i => $$"""{"text":"the quick brown fox number {{i}} jumps over the lazy dog"}""")];
        string[] second = [.. Enumerable.Range(0, 400).Select(i => $$"""{"text":"LOREM IPSUM DOLOR SIT AMET CONSECTETUR {{i}} ADIPISCING"}""")];
        var dictionary = Train(first);
        var before = Convert(first[7], BlittableMode.Disk, dictionary);
        Assert.Equal(2, dictionary.Retrain(Texts(second)));
        Assert.Equal(2, dictionary.SymbolTableCount);
        var after = Convert(second[7], BlittableMode.Disk, dictionary);
        var loaded = BlittableDictionary.Load(dictionary.Save());
        Assert.Equal(first[7], Render(before, loaded));
        Assert.Equal(second[7], Render(after, loaded));
        Assert.True(after.Length < second[7].Length / 2, $"{after.Length} bytes");
    }

    [Fact]
    public void Training_twice_on_the_same_documents_adds_nothing()
    {
        var dictionary = BlittableDictionary.Train(Texts(Person, Person), WithStrings);
        Assert.Equal(1, dictionary.Retrain(Texts(Person, Person), WithStrings));
    }

    [Fact]
    public void Training_twice_on_texts_whose_symbol_table_is_known_adds_nothing()
    {
        var texts = Texts([.. Enumerable.Range(0, 2000).Select(i => $$"""{"text":"LOREM IPSUM DOLOR SIT AMET {{i * 7919}} CONSECTETUR ADIPISCING ELIT {{i * 104729}}"}""")]);
        var dictionary = BlittableDictionary.Train(texts);
        Assert.Equal(1, dictionary.SymbolTableCount);
        Assert.Equal(1, dictionary.Retrain(texts));
        Assert.Equal(1, dictionary.Retrain(texts, WithStrings));
        Assert.Equal(1, dictionary.SymbolTableCount);
    }

    [Fact]
    public void A_text_that_is_not_JSON_leaves_the_dictionary_unchanged()
    {
        var dictionary = Train(Person, Person);
        Assert.Equal(BlittableErrorCode.UnexpectedEnd, Assert.Throws<BlittableException>(() => dictionary.Retrain(Texts("{\"a\":1}", "{\"a\":"))).Code);
        Assert.Equal(1, dictionary.Version);
    }

    [Fact]
    public void Names_that_are_data_do_not_enter_the_dictionary()
    {
        string[] maps = [.. Enumerable.Range(0, 2000).Select(i => $$$"""{"counts":{"user-{{{i * 7919}}}":1,"user-{{{i * 104729}}}":2}}""")];
        Assert.Equal(1, Train(maps).ShapeCount);
        var growing = new BlittableDictionary();
        using var converter = new BlittableConverter(new BlittableOptions { Dictionary = growing });
        foreach (var map in maps)
        {
            Assert.Equal(map, Render(converter.Convert(Encoding.UTF8.GetBytes(map)).ToArray(), growing));
        }

        Assert.Equal(1, growing.ShapeCount);
    }

    [Fact]
    public void A_new_dictionary_learns_shapes_that_several_documents_share()
    {
        var dictionary = new BlittableDictionary();
        using var converter = new BlittableConverter(new BlittableOptions { Dictionary = dictionary });
        var text = Encoding.UTF8.GetBytes(Person);
        var first = converter.Convert(text).ToArray();
        Assert.Equal(0, dictionary.Version);
        for (var i = 0; i < 5; i++)
        {
            converter.Convert(text);
        }

        Assert.Equal((1, 2), (dictionary.Version, dictionary.ShapeCount));
        var last = converter.Convert(text).ToArray();
        Assert.True(last.Length < first.Length - 30, $"{first.Length} and {last.Length} bytes");
        Assert.Equal(Person, Render(first, null));
        Assert.Equal(Person, Render(last, BlittableDictionary.Load(dictionary.Save())));
    }

    [Fact]
    public void Many_objects_of_one_shape_in_a_document_count_once()
    {
        var dictionary = new BlittableDictionary();
        using var converter = new BlittableConverter(new BlittableOptions { Dictionary = dictionary });
        var text = Encoding.UTF8.GetBytes('[' + string.Join(',', Enumerable.Repeat("""{"a":1}""", 50)) + ']');
        converter.Convert(text);
        converter.Convert(text);
        Assert.Equal(0, dictionary.Version);
    }

    [Fact]
    public void A_trained_or_loaded_dictionary_grows_only_if_asked_to()
    {
        var dictionary = BlittableDictionary.Load(Train(Person, Person).Save());
        Assert.False(dictionary.GrowsWithUse);
        using var converter = new BlittableConverter(new BlittableOptions { Dictionary = dictionary });
        ConvertTenTimes(converter);
        Assert.Equal(1, dictionary.Version);
        dictionary.GrowsWithUse = true;
        ConvertTenTimes(converter);
        Assert.Equal(2, dictionary.Version);

        static void ConvertTenTimes(BlittableConverter converter)
        {
            for (var i = 0; i < 10; i++)
            {
                converter.Convert("""{"other":1}"""u8);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_warm_converter_allocates_nothing(BlittableMode mode)
    {
        var dictionary = BlittableDictionary.Train(Texts(Person, Person), WithStrings);
        dictionary.GrowsWithUse = true;
        using var converter = new BlittableConverter(Trained(mode, dictionary));
        var text = Encoding.UTF8.GetBytes(Person);
        converter.Convert(text);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 100; i++)
        {
            converter.Convert(text);
        }

        Assert.Equal(before, GC.GetAllocatedBytesForCurrentThread());
    }

    [Fact]
    public void A_builder_uses_the_dictionary()
    {
        var dictionary = Train("""{"a":1,"bc":2}""", """{"a":1,"bc":2}""");
        using var builder = new BlittableBuilder(new BlittableOptions { Dictionary = dictionary });
        builder.WriteStartObject();
        builder.WritePropertyName("a");
        builder.WriteNumber(5);
        builder.WritePropertyName("bc");
        builder.WriteNull();
        builder.WriteEndObject();
        using var document = builder.ToDocument();
        document.Validate();
        Assert.Equal("""{"a":5,"bc":null}""", document.Root.ToJson());
        Assert.Equal(-1, document.Bytes.Span.IndexOf("bc"u8));
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void An_edited_document_keeps_its_dictionary_version(BlittableMode mode)
    {
        var dictionary = BlittableDictionary.Train(Texts(Person, Person), WithStrings);
        var options = Trained(mode, dictionary);
        using var document = BlittableDocument.Parse(Encoding.UTF8.GetBytes(Person), options);
        var old = BlittableDictionary.Load(dictionary.Save());
        dictionary.Retrain(Texts("""{"late":1}""", """{"late":1}"""));
        using var editor = new BlittableEditor(document, options);
        editor.Set("$.address.city", "\"Paris\""u8);
        editor.Set("$.name", """{"late":1}"""u8);
        editor.Append("$.tags", "\"administrator\""u8);
        using var edited = editor.ToDocument();
        edited.Validate();
        Assert.Equal(
            """{"name":{"late":1},"role":"administrator","tags":["one","two","administrator"],"address":{"city":"Paris","country":"United Kingdom"}}""",
            Render(edited.Bytes.ToArray(), old));
        using var compact = editor.Compact();
        Assert.Equal(edited.Root.ToJson(), Render(compact.Bytes.ToArray(), dictionary));
    }

    [Fact]
    public void A_self_contained_document_can_be_edited_with_a_dictionary()
    {
        using var document = BlittableDocument.Parse("""{"a":1}"""u8);
        var dictionary = Train(Person, Person);
        using var editor = new BlittableEditor(document, new BlittableOptions { Dictionary = dictionary });
        editor.Set("$.a", Encoding.UTF8.GetBytes(Person));
        using var edited = editor.ToDocument();
        Assert.Equal($$"""{"a":{{Person}}}""", Render(edited.Bytes.ToArray(), dictionary));
        Assert.Equal(-1, edited.Bytes.Span.IndexOf("country"u8));
    }

    [Fact]
    public async Task Documents_can_be_written_and_read_while_the_dictionary_grows()
    {
        var dictionary = new BlittableDictionary();
        var options = new BlittableOptions { Mode = BlittableMode.Disk, StringCompression = StringCompression.Trained, Dictionary = dictionary };
        var workers = Enumerable.Range(0, 4).Select(worker => Task.Run(() =>
        {
            using var converter = new BlittableConverter(options);
            for (var i = 0; i < 2000; i++)
            {
                var text = $$$"""{"kind":"thing","property{{{i / 40}}}":{"name{{{(i + worker) / 60}}}":"the value number {{{i}}}"}}""";
                var bytes = converter.Convert(Encoding.UTF8.GetBytes(text)).ToArray();
                Assert.Equal(text, Render(bytes, dictionary));
            }
        })).ToList();
        var trainer = Task.Run(() =>
        {
            for (var i = 0; i < 20; i++)
            {
                dictionary.Retrain(Texts([.. Enumerable.Range(0, 50).Select(j => $$"""{"trained{{i}}":"some text of round {{i}} and {{j}}"}""")]), WithStrings);
            }
        });
        await Task.WhenAll([.. workers, trainer]);
        Assert.Equal(dictionary.Version, BlittableDictionary.Load(dictionary.Save()).Version);
        Assert.InRange(dictionary.ShapeCount, 50, 200);
    }

    [Fact]
    public void A_fingerprint_identifies_a_version_and_its_history()
    {
        var dictionary = new BlittableDictionary { GrowsWithUse = false };
        Assert.Equal(dictionary.Id, dictionary.GetFingerprint(0));
        dictionary.Retrain(Texts("""{"a":1}""", """{"a":2}"""));
        var copy = BlittableDictionary.Load(dictionary.Save());
        Assert.Equal(dictionary.GetFingerprint(1), copy.GetFingerprint(1));

        // The same change after different histories, and different changes with the same number.
        dictionary.Retrain(Texts("""{"b":1}""", """{"b":2}"""));
        copy.Retrain(Texts("""{"c":1}""", """{"c":2}"""));
        Assert.NotEqual(dictionary.GetFingerprint(2), copy.GetFingerprint(2));
        dictionary.Retrain(Texts("""{"d":1}""", """{"d":2}"""));
        copy.Retrain(Texts("""{"d":1}""", """{"d":2}"""));
        Assert.NotEqual(dictionary.GetFingerprint(3), copy.GetFingerprint(3));
        Assert.Equal(dictionary.GetFingerprint(1), copy.GetFingerprint(1));

        Assert.Throws<ArgumentOutOfRangeException>(() => dictionary.GetFingerprint(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => dictionary.GetFingerprint(4));
    }

    private static BlittableDictionary Train(params string[] documents) => BlittableDictionary.Train(Texts(documents));

    private static IEnumerable<ReadOnlyMemory<byte>> Texts(params string[] documents) =>
        documents.Select(document => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(document));

    private static BlittableOptions Trained(BlittableMode mode, BlittableDictionary dictionary) =>
        new() { Mode = mode, StringCompression = StringCompression.Trained, Dictionary = dictionary };

    private static byte[] Convert(string json, BlittableMode mode, BlittableDictionary dictionary)
    {
        using var converter = new BlittableConverter(Trained(mode, dictionary));
        return converter.Convert(Encoding.UTF8.GetBytes(json)).ToArray();
    }

    /// <summary>Validates a document and returns its JSON.</summary>
    private static string Render(byte[] bytes, BlittableDictionary? dictionary)
    {
        using var document = BlittableDocument.Open(bytes, dictionary);
        document.Validate();
        return document.Root.ToJson();
    }
}
