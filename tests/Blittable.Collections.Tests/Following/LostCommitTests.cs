using System.Text;
using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Tests;

/// <summary>Tests readers that saw a commit that a failed flush left in the system's cache only, when a new writer continues from the disk.</summary>
public sealed class LostCommitTests : IDisposable
{
    private readonly string _path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());

    public static TheoryData<CollectionAccess, CollectionLayout, BlockCompression> Ways
    {
        get
        {
            var ways = new TheoryData<CollectionAccess, CollectionLayout, BlockCompression>();
            foreach (var access in Enum.GetValues<CollectionAccess>())
            {
                ways.Add(access, CollectionLayout.Columns, BlockCompression.None);
                ways.Add(access, CollectionLayout.Rows, BlockCompression.None);
                ways.Add(access, CollectionLayout.Rows, BlockCompression.Lz4);
            }

            return ways;
        }
    }

    public void Dispose() => File.Delete(_path);

    [Theory]
    [MemberData(nameof(Ways))]
    public void A_reader_sees_the_commit_that_replaced_the_lost_one(CollectionAccess access, CollectionLayout layout, BlockCompression compression)
    {
        RefreshTests.Write(_path, 0, 100, CollectionFile.Small with { Key = "$.id", Layout = layout, Compression = compression });
        var disk = ReadSuperblocks();
        using var reader = CollectionReader.Open(_path, new CollectionReaderOptions { Access = access });
        Commit(5, 1000, 30);
        Assert.True(reader.Refresh());
        _ = CollectionFile.ReadAll(reader);

        // The other commits delete as many rows, and add as many documents of the same length.
        for (var commit = 0; commit < 3; commit++)
        {
            CommitAfter(disk, 7 + commit, 2000 + (100 * commit), 30);
            Assert.True(reader.Refresh());
            using var other = CollectionReader.Open(_path, new CollectionReaderOptions { Access = access });
            Assert.Equal(CollectionFile.ReadAll(other), CollectionFile.ReadAll(reader));
            Assert.Equal((3 + commit, 129), (reader.CommitNumber, reader.Count));
            Assert.NotNull(reader.Find(5));
            Assert.Null(reader.Find(7 + commit));
            reader.Validate();
        }
    }

    [Fact]
    public async Task A_follower_of_documents_that_returned_documents_of_the_lost_commit_throws()
    {
        RefreshTests.Write(_path, 0, 20, CollectionFile.Small with { Key = "$.id" });
        var disk = ReadSuperblocks();
        using var early = CollectionReader.Open(_path);
        Commit(5, 1000, 10);
        using var late = CollectionReader.Open(_path);
        CommitAfter(disk, 7, 2000, 3);

        var cancellation = TestContext.Current.CancellationToken;
        await using var documents = early.FollowDocumentsAsync(TimeSpan.FromMilliseconds(1), cancellation).GetAsyncEnumerator(cancellation);
        for (var id = 2000; id < 2003; id++)
        {
            Assert.True(await documents.MoveNextAsync());
            Assert.Equal(id, documents.Current.Root.GetProperty("id"u8).GetInt32());
        }

        await using var others = late.FollowDocumentsAsync(TimeSpan.FromMilliseconds(1), cancellation).GetAsyncEnumerator(cancellation);
        var fault = await Assert.ThrowsAsync<BlittableException>(async () => await others.MoveNextAsync());
        Assert.Equal(BlittableErrorCode.InvalidOperation, fault.Code);
    }

    private byte[] ReadSuperblocks() => File.ReadAllBytes(_path)[..Superblock.DataStart];

    private void Commit(int deleted, int first, int count)
    {
        using var writer = CollectionWriter.Append(_path);
        Commit(writer, deleted, first, count);
    }

    /// <summary>Commits after the state that the disk has.</summary>
    private void CommitAfter(byte[] disk, int deleted, int first, int count)
    {
        using var file = new FileStream(_path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
        using var writer = CollectionWriter.Append(null, file, leaveOpen: true, disk);
        Commit(writer, deleted, first, count);
    }

    private static void Commit(CollectionWriter writer, int deleted, int first, int count)
    {
        Assert.True(writer.Delete(deleted));
        for (var id = first; id < first + count; id++)
        {
            writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{id}},"name":"n{{id}}","text":"{{new string((char)('a' + (id % 26)), 200)}}"}"""));
        }

        writer.Commit();
    }
}
