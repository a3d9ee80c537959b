using System.Text;
using Blittable.Collections;

namespace Blittable.Cli.Tests.Commands;

public sealed class RecoverCommandTests : IDisposable
{
    private readonly ScratchFolder _folder = new();
    private readonly string _collection;

    /// <summary>A collection of two commits of a document. The superblock of the second one is at byte 0.</summary>
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
    public async Task A_commit_whose_superblock_is_gone_is_reported_and_recovered()
    {
        Zero(0, 64);
        var verified = await CommandRun.Of("verify", _collection);
        Assert.Equal(ExitCode.BadData, verified.ExitCode);
        Assert.Contains("commit 1 with 1 rows", verified.Error.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Contains("'blittable recover'", verified.Error.ReplaceLineEndings(" "), StringComparison.Ordinal);

        var run = await CommandRun.Of("recover", _collection, "-o", _folder["new.blic"]);

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Contains("2 documents as of commit 2, none of them lost", run.Error, StringComparison.Ordinal);
        var unpacked = await CommandRun.Of("unpack", _folder["new.blic"], "-o", "-");
        Assert.Contains("name 2", unpacked.OutputText, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Documents_that_are_lost_are_told_and_the_exit_code_says_so()
    {
        var bytes = File.ReadAllBytes(_collection);
        Zero(bytes.AsSpan().IndexOf("name 2"u8), 6);

        var run = await CommandRun.Of("recover", _collection);

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("1 document as of commit 2, 1 document lost", run.Error, StringComparison.Ordinal);
        Assert.Contains("row 1: ", run.Error, StringComparison.Ordinal);
        using var reader = CollectionReader.Open(_folder["shop.recovered.blic"]);
        Assert.Equal(1, reader.Count);
    }

    private void Zero(int offset, int length)
    {
        var bytes = File.ReadAllBytes(_collection);
        bytes.AsSpan(offset, length).Clear();
        File.WriteAllBytes(_collection, bytes);
    }
}
