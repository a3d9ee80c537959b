using System.Buffers;
using System.Text;
using System.Text.Json;
using Blittable.Benchmarks.Documents;
using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Documents.Queries;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Tests.Documents;

/// <summary>What is compared has to do the same work: every peer reads the same values and writes the same document.</summary>
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
    public void Every_form_writes_the_document_that_was_converted(string name)
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
    public void An_array_becomes_the_only_element_of_a_bson_document()
    {
        var array = Corpus.Of("""[{"category_code":"software","offices":[{"latitude":1.5}],"total_money_raised":"$0"}]"""u8.ToArray());

        Assert.Equal(3.5, AllForms.List.OfType<MongoBsonForm>().Single().Reader<InEachItem<CompaniesQuery>>(array)());
    }

    [Fact]
    public void Every_form_says_whose_code_it_runs() =>
        Assert.All(AllForms.List, form => Assert.True(form.Peer.Library.Length > 0 && form.Peer.Version.Length > 0, form.Name));

    [Fact]
    public void The_headline_has_at_most_45_cells() => Assert.InRange(new HeadlineSuite().Declare([], [1]).Count, 30, 45);

    [Fact]
    public void The_headline_finds_every_cell_again_among_all_of_them()
    {
        var all = new HeadlineSuite().Declare([HeadlineSuite.AllOption], [1]).Select(cell => cell.Key).ToHashSet();

        Assert.All(new HeadlineSuite().Declare([], [1]), cell => Assert.Contains(cell.Key, all));
    }

    [Fact]
    public void The_headlines_documents_are_called_generated_where_they_are() =>
        Assert.All(
            new HeadlineSuite().Declare([], [1]).Select(cell => cell.Group.Split(": ")[1]).Distinct(),
            label => Assert.Equal(Corpora.All.Single(corpus => corpus.Label == label).IsGenerated, label.EndsWith(" (generated)", StringComparison.Ordinal)));

    /// <summary>Whether two values are the same, where BSON and MessagePack keep the number of a text and not its digits.</summary>
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
