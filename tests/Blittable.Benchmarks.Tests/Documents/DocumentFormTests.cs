using System.Buffers;
using System.Text;
using System.Text.Json;
using Blittable.Benchmarks.Documents;
using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Tests.Documents;

/// <summary>Tests that all compared peers do the same work: they read the same values and write the same document.</summary>
public sealed class DocumentFormTests
{
    private static readonly Corpus Sample = Corpora.Get("lineitem-sample");

    public static TheoryData<string> Writers => [.. AllForms.List.Where(form => form.CanWrite && form.Suits(Sample)).Select(form => form.Name)];

    public static TheoryData<string> Readers =>
        [.. AllForms.List.Where(form => form.CanAnswer<LineitemQuery>() && form.Suits(Sample)).Select(form => form.Name)];

    [Theory]
    [MemberData(nameof(Readers))]
    public void Every_form_reads_the_same_three_properties(string name)
    {
        var expected = AllForms.List[0].Reader<LineitemQuery>(Sample)();

        Assert.True(expected > 0);
        Assert.Equal(expected, FormOf(name).Reader<LineitemQuery>(Sample)(), 6);
    }

    [Theory]
    [MemberData(nameof(Writers))]
    public void Every_form_writes_the_converted_document(string name)
    {
        var write = FormOf(name).Writer(Sample);
        var output = new ArrayBufferWriter<byte>();
        for (var i = 0; i < 10; i++)
        {
            output.ResetWrittenCount();
            write(i, output);
            using var expected = JsonDocument.Parse(Sample.Documents[i]);
            using var written = JsonDocument.Parse(output.WrittenMemory);
            Assert.True(AreEqual(expected.RootElement, written.RootElement), Encoding.UTF8.GetString(output.WrittenSpan));
        }
    }

    [Fact]
    public void An_array_becomes_the_only_element_of_a_BSON_document()
    {
        var array = Corpus.Of("""[{"category_code":"software","offices":[{"latitude":1.5}],"total_money_raised":"$0"}]"""u8.ToArray());

        Assert.Equal(3.5, AllForms.List.OfType<MongoBsonForm>().Single().Reader<InEachItem<CompaniesQuery>>(array)());
    }

    [Fact]
    public void Every_form_names_its_library_and_version() =>
        Assert.All(AllForms.List, form => Assert.True(form.Peer.Library.Length > 0 && form.Peer.Version.Length > 0, form.Name));

    [Fact]
    public void The_headline_has_at_most_45_cells() => Assert.InRange(new HeadlineSuite().Declare([], [1]).Count, 30, 45);

    [Fact]
    public void Every_headline_cell_is_among_all_cells()
    {
        var all = new HeadlineSuite().Declare([HeadlineSuite.AllOption], [1]).Select(cell => cell.Key).ToHashSet();

        Assert.All(new HeadlineSuite().Declare([], [1]), cell => Assert.Contains(cell.Key, all));
    }

    [Fact]
    public void Generated_documents_of_the_headline_are_labelled_as_generated() =>
        Assert.All(
            new HeadlineSuite().Declare([], [1]).Select(cell => cell.Group.Split(": ")[1]).Distinct(),
            label => Assert.Equal(Corpora.All.Single(corpus => corpus.Label == label).IsGenerated, label.EndsWith(" (generated)", StringComparison.Ordinal)));

    /// <summary>Determines whether two values are equal. BSON and MessagePack keep the value of a number and not its digits.</summary>
    private static bool AreEqual(JsonElement one, JsonElement other) => (one.ValueKind, other.ValueKind) switch
    {
        (JsonValueKind.Object, JsonValueKind.Object) => one.EnumerateObject().Zip(other.EnumerateObject())
            .All(pair => pair.First.Name == pair.Second.Name && AreEqual(pair.First.Value, pair.Second.Value))
                && one.GetPropertyCount() == other.GetPropertyCount(),
        (JsonValueKind.Number, JsonValueKind.Number) => one.GetDouble().Equals(other.GetDouble()),
        var kinds => kinds.Item1 == kinds.Item2 && one.GetRawText() == other.GetRawText(),
    };

    private static DocumentForm FormOf(string name) => AllForms.List.First(form => form.Name == name);
}
