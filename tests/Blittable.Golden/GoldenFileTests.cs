using Blittable.Collections;

namespace Blittable.Golden;

/// <summary>Tests that the golden files of format version 1 are read and contain the expected values. Every later build must read them.</summary>
public sealed class GoldenFileTests
{
    public static TheoryData<string> Documents() => new(NamesIn("documents"));

    public static TheoryData<string> Dictionaries() => new(NamesIn("dictionaries").Where(name => name != GoldenDictionaries.Changes));

    public static TheoryData<string> Collections() => new(NamesIn("collections"));

    [Fact]
    public void Each_kind_that_is_written_today_has_a_golden_file()
    {
        Assert.Equal(GoldenDocuments.All.Select(one => one.Name).Order(), NamesIn("documents"));
        Assert.Equal(GoldenCollections.All.Select(one => one.Name).Order(), NamesIn("collections"));
    }

    [Theory]
    [MemberData(nameof(Documents))]
    public void A_golden_document_gives_its_json(string name)
    {
        using var document = BlittableDocument.Open(GoldenFiles.Bytes($"documents/{name}"), DictionaryOf(name));
        document.Validate();
        Assert.Equal(GoldenFiles.Text($"documents/{name}.json"), document.Root.ToJson());
    }

    [Theory]
    [MemberData(nameof(Documents))]
    public void What_a_golden_document_holds_is_what_its_json_holds(string name)
    {
        using var document = BlittableDocument.Open(GoldenFiles.Bytes($"documents/{name}"), DictionaryOf(name));
        using var converted = BlittableDocument.Parse(GoldenFiles.Text($"documents/{name}.json"));
        Assert.Equal(converted.Root.ToJson(), document.Root.Clone().Root.ToJson());
    }

    [Fact]
    public void A_golden_extension_gives_its_type_and_its_bytes()
    {
        using var document = BlittableDocument.Open(GoldenFiles.Bytes("extensions/extension"));
        document.Validate();
        // MessagePack: ext 8, 3 bytes of payload, type 5, the payload.
        Assert.Equal([0xC7, 0x03, 0x05, 1, 2, 3], BlittableMessagePack.ToArray(document.Root));
    }

    [Theory]
    [MemberData(nameof(Dictionaries))]
    public void A_golden_dictionary_writes_documents_that_it_reads(string name)
    {
        var dictionary = GoldenFiles.Dictionary(name);
        var json = GoldenJson.Order(11);
        using var written = BlittableDocument.Parse(json, BlittableOptions.Smallest with { Dictionary = dictionary });
        using var read = BlittableDocument.Open(written.Bytes, dictionary);
        Assert.Equal(json, read.Root.ToJson());
    }

    [Fact]
    public void The_changes_make_the_second_version_of_the_first()
    {
        var dictionary = GoldenFiles.Dictionary(GoldenDictionaries.First);
        dictionary.Apply(GoldenFiles.Bytes($"dictionaries/{GoldenDictionaries.Changes}"));
        Assert.Equal(GoldenFiles.Dictionary(GoldenDictionaries.Second).Version, dictionary.Version);
        using var document = BlittableDocument.Open(GoldenFiles.Bytes("documents/second-disk"), dictionary);
        Assert.Equal(GoldenFiles.Text("documents/second-disk.json"), document.Root.ToJson());
    }

    [Theory]
    [MemberData(nameof(Collections))]
    public void A_golden_collection_gives_its_rows(string name)
    {
        using var reader = CollectionReader.Open(new MemoryStream(GoldenFiles.Bytes($"collections/{name}")));
        reader.Validate();
        Assert.Equal(GoldenFiles.Text($"collections/{name}.ndjson"), GoldenFiles.Rows(reader));
    }

    [Theory]
    [MemberData(nameof(Collections))]
    public void A_golden_collection_is_searched_and_appended_to(string name)
    {
        using var stream = new MemoryStream();
        stream.Write(GoldenFiles.Bytes($"collections/{name}"));
        using (var writer = CollectionWriter.Append(stream, leaveOpen: true))
        {
            writer.Add("""{"id":1000,"city":"Bern","price":12.50}"""u8);
            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        Assert.Equal("""{"id":1000,"city":"Bern","price":12.50}""", reader.Find(1000)!.Root.ToJson());
        Assert.Equal("Wien", reader.Find(9)!.Root.GetProperty("city").GetString());
        Assert.Null(reader.Find(7));
        Assert.Equal(19, reader.Scan().Where("$.city", FilterOperator.Equal, "Oslo").Count());
    }

    [Fact]
    public void Golden_membership_filters_contain_their_values_and_few_others()
    {
        using var reader = CollectionReader.Open(new MemoryStream(GoldenFiles.Bytes($"collections/{GoldenCollections.Filters}")));
        Assert.All(Enumerable.Range(0, GoldenCollections.Digests), i => Assert.Equal(1, Count(i, out _)));

        // The first chunk group has the digests, and the second one has none.
        var skipped = Enumerable.Range(GoldenCollections.Digests, 1000).Count(i => Count(i, out var groups) == 0 && groups == 2);
        Assert.InRange(skipped, 850, 999);

        long Count(int digest, out int skippedGroups)
        {
            QueryStatistics? statistics = null;
            var count = reader.Scan().WithStatistics(found => statistics = found)
                .Where("$.digest", FilterOperator.Equal, GoldenCollections.Digest(digest)).Count();
            skippedGroups = statistics!.SkippedChunkGroups;
            return count;
        }
    }

    private static BlittableDictionary? DictionaryOf(string name) =>
        GoldenDocuments.All.Single(one => one.Name == name).Dictionary is { } dictionary ? GoldenFiles.Dictionary(dictionary) : null;

    private static IEnumerable<string> NamesIn(string folder) => GoldenFiles.Names
        .Where(name => name.StartsWith($"{folder}/", StringComparison.Ordinal) && name.EndsWith(".hex", StringComparison.Ordinal))
        .Select(name => Path.GetFileNameWithoutExtension(name)).Order();
}
