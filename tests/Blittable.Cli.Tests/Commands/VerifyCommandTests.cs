using Blittable.Collections;

namespace Blittable.Cli.Tests.Commands;

public sealed class VerifyCommandTests : IDisposable
{
    private readonly ScratchFolder _folder = new();
    private readonly string _collection;

    public VerifyCommandTests()
    {
        _collection = _folder["shop.blic"];
        using var writer = CollectionWriter.Create(_collection);
        writer.Add("""{"id":1,"country":"DE"}"""u8);
        writer.Add("""{"id":2,"country":"FR"}"""u8);
        writer.Commit();
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task An_intact_collection_is_valid()
    {
        var run = await CommandRun.Of("verify", _collection);

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Equal($"{_collection}: valid, 2 documents\n", run.OutputText);
    }

    [Fact]
    public async Task A_collection_with_a_changed_byte_is_invalid()
    {
        var bytes = File.ReadAllBytes(_collection);
        bytes[bytes.AsSpan().IndexOf("FR"u8)] ^= 1;
        File.WriteAllBytes(_collection, bytes);

        var run = await CommandRun.Of("verify", _collection);

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Empty(run.Output);
    }
}
