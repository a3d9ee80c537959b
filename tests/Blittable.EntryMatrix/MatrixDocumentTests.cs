using Blittable.Fuzz.Running;

namespace Blittable.EntryMatrix;

/// <summary>Tests that the matrix reads equal bytes once and still finds every difference, and that its documents and its state have the described form.</summary>
public sealed class MatrixDocumentTests
{
    private static readonly byte[] Json = "{\"a\":[1,2.50,\"text\"],\"b\":null}"u8.ToArray();

    [Fact]
    public void Equal_bytes_of_two_entries_are_read_once()
    {
        using var reading = new ReadingEntries();
        var document = Document();
        var pairs = reading.Check("first", document, BlittableDocument.Parse(Json), document.Accepted);
        Assert.Equal(pairs, reading.Check("second", document, BlittableDocument.Parse(Json), document.Accepted));
        Assert.Equal(1, reading.Reads);
        reading.Check("third", document, BlittableDocument.Parse(Json, BlittableOptions.Balanced), document.Accepted);
        Assert.Equal(2, reading.Reads);
    }

    [Fact]
    public void Equal_bytes_are_read_for_each_entry_if_the_document_says_so()
    {
        using var reading = new ReadingEntries();
        var document = new MatrixDocument("document", Json, Expectation.Of(BlittableDocument.Parse(Json))) { IsReadAgain = true };
        reading.Check("first", document, BlittableDocument.Parse(Json), document.Accepted);
        reading.Check("second", document, BlittableDocument.Parse(Json), document.Accepted);
        Assert.Equal(2, reading.Reads);
    }

    [Theory]
    [InlineData("{\"a\":[1,2.50,\"text\"],\"b\":false}")]
    [InlineData("{\"a\":[1,2.5,\"text\"],\"b\":null}")]
    [InlineData("{\"b\":null,\"a\":[1,2.50,\"text\"]}")]
    [InlineData("{\"a\":[1,2.50,\"text\"],\"b\":null,\"b\":null}")]
    public void A_changed_document_is_a_failure_after_an_unchanged_one(string changed)
    {
        using var reading = new ReadingEntries();
        var document = Document();
        reading.Check("first", document, BlittableDocument.Parse(Json), document.Accepted);
        var failure = Assert.Throws<MatrixFailure>(() => reading.Check("second", document, BlittableDocument.Parse(changed), document.Accepted));
        Assert.StartsWith("second -> ", failure.Message);
    }

    [Fact]
    public void Bytes_that_were_read_are_compared_with_another_reference_and_with_other_MessagePack()
    {
        using var reading = new ReadingEntries();
        var document = Document();
        var written = BlittableDocument.Parse(Json);
        reading.Check("first", document, written, document.Accepted);
        Assert.Throws<MatrixFailure>(() => reading.Check("second", document, written, document.Accepted with { Reference = BlittableDocument.Parse("[]") }));
        Assert.Throws<MatrixFailure>(() => reading.Check("third", document, written, document.Accepted with { MessagePack = [0xC0] }));
        Assert.Throws<MatrixFailure>(() => ReadingEntries.CheckPacked("fourth", document, written, [0xC0]));
    }

    [Fact]
    public void Half_of_the_generated_texts_have_a_few_hundred_bytes_and_some_have_tens_of_thousands()
    {
        var lengths = Enumerable.Range(0, 8000).Select(number => GeneratedDocuments.Text(new FuzzRandom(7, (ulong)number)).Length).Order().ToArray();
        Assert.InRange(lengths[lengths.Length / 2], 100, 400);
        Assert.InRange(lengths[^1], GeneratedDocuments.MaxLength / 8, 2 * GeneratedDocuments.MaxLength);
        Assert.True(lengths[lengths.Length / 20] < 100, "the shortest texts are missing");
    }

    [Fact]
    public void A_run_continues_from_its_saved_state()
    {
        var folder = Directory.CreateTempSubdirectory("entry-matrix-");
        try
        {
            var path = Path.Combine(folder.FullName, "state");
            using var run = new MatrixRun();
            run.Add("document", Json);
            run.Flush();
            var first = MatrixState.Load(path, seed: 3, first: 10);
            var state = first.After(11, run);
            state.Save(path);
            Assert.Equal(new MatrixState(Seed: 3, Next: 11, Documents: 1, run.Pairs, run.Reads, Failures: 0), state);
            Assert.Equal(state, MatrixState.Load(path, seed: 3, first: 0));
            Assert.Equal(2 * run.Pairs, MatrixState.Load(path, seed: 3, first: 0).After(12, run).Pairs);
            Assert.Throws<ArgumentException>(() => MatrixState.Load(path, seed: 4, first: 0));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static MatrixDocument Document() => new("document", Json, Expectation.Of(BlittableDocument.Parse(Json)));
}
