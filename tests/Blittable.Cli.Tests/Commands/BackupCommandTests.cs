using Blittable.Collections;

namespace Blittable.Cli.Tests.Commands;

public sealed class BackupCommandTests : IDisposable
{
    private readonly ScratchFolder _folder = new();
    private readonly string _collection;

    public BackupCommandTests()
    {
        _collection = _folder["shop.blic"];
        using var writer = CollectionWriter.Create(_collection);
        writer.Add("""{"id":1}"""u8);
        writer.Commit();
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_collection_open_for_writing_can_be_copied()
    {
        using var writer = CollectionWriter.Append(_collection);
        writer.Add("""{"id":2}"""u8);

        var run = await CommandRun.Of("backup", _collection, "-o", _folder["copy.blic"]);

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Contains("1 document", run.Error, StringComparison.Ordinal);
        using var copy = CollectionReader.Open(_folder["copy.blic"]);
        copy.Validate();
        Assert.Equal((1, 1), (copy.CommitNumber, copy.Count));
    }

    [Fact]
    public async Task A_copy_is_replaced_only_on_request_and_never_by_a_damaged_collection()
    {
        var copy = _folder["copy.blic"];
        Assert.Equal(ExitCode.Done, (await CommandRun.Of("backup", _collection, "-o", copy)).ExitCode);
        Assert.Equal(ExitCode.Usage, (await CommandRun.Of("backup", _collection, "-o", copy)).ExitCode);
        Assert.Equal(ExitCode.Usage, (await CommandRun.Of("backup", _collection, "-o", _collection, "--replace")).ExitCode);
        Assert.Equal(ExitCode.Done, (await CommandRun.Of("backup", _collection, "-o", copy, "--replace")).ExitCode);
        var before = File.ReadAllBytes(copy);
        var bytes = File.ReadAllBytes(_collection);
        bytes.AsSpan(8192 + 40, 8).Fill(0xAA);
        File.WriteAllBytes(_collection, bytes);

        Assert.Equal(ExitCode.BadData, (await CommandRun.Of("backup", _collection, "-o", copy, "--replace")).ExitCode);

        Assert.Equal(before, File.ReadAllBytes(copy));
    }
}
