using System.Text;
using Blittable.Collections;

namespace Blittable.Cli.Tests.Commands;

public sealed class RecoverCommandTests : IDisposable
{
    private readonly ScratchFolder _folder = new();
    private readonly string _collection;

    /// <summary>A collection with two commits of one document each. The superblock of the second commit is at byte 0.</summary>
    public RecoverCommandTests()
    {
        _collection = _folder["shop.blic"];
        using var writer = CollectionWriter.Create(_collection);
        for (var id = 1; id <= 2; id++)
        {
            writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{id}},"name":"name {{id}}"}"""));
            writer.Commit();
        }
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_commit_whose_superblock_is_lost_is_reported_and_recovered()
    {
        Zero(0, 64);
        var verified = await CommandRun.Of("verify", _collection);
        Assert.Equal(ExitCode.BadData, verified.ExitCode);
        Assert.Contains("The last intact commit is 1 with 1 rows", verified.Error.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Contains("'blittable recover'", verified.Error.ReplaceLineEndings(" "), StringComparison.Ordinal);

        var run = await CommandRun.Of("recover", _collection, "-o", _folder["new.blic"]);

        // A later commit may have been lost together with its superblock.
        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("2 documents recovered of 2 documents expected, none known to be lost", run.Error, StringComparison.Ordinal);
        var unpacked = await CommandRun.Of("unpack", _folder["new.blic"], "-o", "-");
        Assert.Contains("name 2", unpacked.OutputText, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Lost_documents_are_reported_and_change_the_exit_code()
    {
        var bytes = File.ReadAllBytes(_collection);
        Zero(bytes.AsSpan().IndexOf("name 2"u8), 6);

        var run = await CommandRun.Of("recover", _collection);

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("1 document recovered of 2 documents expected, 1 document lost", run.Error, StringComparison.Ordinal);
        Assert.Contains("row 1: ", run.Error, StringComparison.Ordinal);
        using var reader = CollectionReader.Open(_folder["shop.recovered.blic"]);
        Assert.Equal(1, reader.Count);
    }

    [Fact]
    public async Task Recovering_an_intact_collection_succeeds()
    {
        var run = await CommandRun.Of("recover", _collection);

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Contains("2 documents recovered of 2 documents expected, none lost", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Quiet_recovery_reports_losses_only()
    {
        var whole = await CommandRun.Of("recover", _collection, "--quiet");
        var bytes = File.ReadAllBytes(_collection);
        File.WriteAllBytes(_collection, bytes[..(bytes.Length / 2)]);
        var cut = await CommandRun.Of("recover", _collection, "--quiet", "--replace");

        Assert.Equal((ExitCode.Done, ""), (whole.ExitCode, whole.Error));
        Assert.Equal(ExitCode.BadData, cut.ExitCode);
        Assert.NotEqual("", cut.Error);
    }

    [Fact]
    public async Task A_truncated_collection_is_recovered_up_to_its_end_and_changes_the_exit_code()
    {
        var lines = string.Join('\n', Enumerable.Range(0, 30_000).Select(id => $$"""{"id":{{id}},"name":"name {{id}}","price":{{id % 77}}.25}"""));
        File.WriteAllText(_folder["many.ndjson"], lines);
        Assert.Equal(ExitCode.Done, (await CommandRun.Of("pack", _folder["many.ndjson"], "--commit-every", "1", "-o", _folder["many.blic"])).ExitCode);
        var bytes = File.ReadAllBytes(_folder["many.blic"]);
        using (var reader = CollectionReader.Open(_folder["many.blic"]))
        {
            Assert.True(reader.CommitNumber > 1);
        }

        File.WriteAllBytes(_folder["many.blic"], bytes[..(bytes.Length * 9 / 10)]);

        var run = await CommandRun.Of("recover", _folder["many.blic"], "-o", _folder["less.blic"]);

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("recovered of 30,000 documents expected", run.Error.Replace("30000", "30,000", StringComparison.Ordinal), StringComparison.Ordinal);
        using var recovered = CollectionReader.Open(_folder["less.blic"]);
        Assert.InRange(recovered.Count, 15_000, 29_999);
        Assert.Equal("""{"id":14000,"name":"name 14000","price":63.25}""", recovered.Get(14_000).Root.ToJson());
    }

    [Fact]
    public async Task Documents_with_lost_values_are_written_to_the_file_for_partial_documents()
    {
        using (var writer = CollectionWriter.Create(_folder["wide.blic"], new CollectionOptions { ChunkRows = 100 }))
        {
            for (var id = 0; id < 500; id++)
            {
                writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{id}},"name":"name {{id * 7919 % 501}}"}"""));
            }

            writer.Commit();
        }

        var bytes = File.ReadAllBytes(_folder["wide.blic"]);

        // The first blocks after the footer of the empty collection are the columns of the first batch. This byte is in the second block.
        bytes[8305] ^= 1;
        File.WriteAllBytes(_folder["wide.blic"], bytes);

        _folder.Write("part.blic", "precious");
        var refused = await CommandRun.Of("recover", _folder["wide.blic"], "-o", _folder["whole.blic"], "--partial", _folder["part.blic"]);
        Assert.Equal(ExitCode.Usage, refused.ExitCode);
        Assert.Equal("precious"u8.ToArray(), _folder.Read("part.blic"));

        var run = await CommandRun.Of("recover", _folder["wide.blic"], "-o", _folder["whole.blic"], "--partial", _folder["part.blic"], "--replace");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("100 documents lost values at $.name; ", run.Error, StringComparison.Ordinal);
        using var whole = CollectionReader.Open(_folder["whole.blic"]);
        using var part = CollectionReader.Open(_folder["part.blic"]);
        Assert.Equal((400, 100), (whole.Count, part.Count));
        Assert.Equal("$.name", part.Get(0).Root.GetProperty("lost")[0].GetString());
        Assert.Equal("""{"id":0}""", part.Get(0).Root.GetProperty("document").ToJson());
    }

    private void Zero(int offset, int length)
    {
        var bytes = File.ReadAllBytes(_collection);
        bytes.AsSpan(offset, length).Clear();
        File.WriteAllBytes(_collection, bytes);
    }
}
