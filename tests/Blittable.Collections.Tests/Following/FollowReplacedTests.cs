using System.Text;
using Blittable.Collections;

namespace Blittable.Collections.Tests;

/// <summary>Tests a follower whose file is replaced between two of its polls. The follower polls when the test requests the next document.</summary>
public sealed class FollowReplacedTests : IDisposable
{
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(1);
    private static readonly CollectionOptions s_options = CollectionFile.Small with { Key = "$.id" };

    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private string Name => Path.Combine(_folder, "collection.blic");

    private string Copy => Path.Combine(_folder, "copy.blic");

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task Documents_added_after_a_compaction_and_a_rewrite_are_returned()
    {
        RefreshTests.Write(Name, 0, 1000, s_options);
        using var reader = CollectionReader.Open(Name);
        await using var documents = reader.FollowDocumentsAsync(s_interval, Cancellation).GetAsyncEnumerator(Cancellation);
        Delete(0, 600);
        CollectionCompaction.Compact(Name);
        RefreshTests.Write(Name, 2000, 300);
        Rewrite();

        Assert.Equal([.. Ids(2000, 300), -1], await ReadAsync(documents, 301));

        // Everything happens again while the follower waits for the next request.
        RefreshTests.Write(Name, 3000, 2);
        Delete(600, 100);
        CollectionCompaction.Compact(Name);
        RefreshTests.Write(Name, 3002, 2);
        Assert.Equal(Ids(3000, 4), await ReadAsync(documents, 4));
        Rewrite();
        RefreshTests.Write(Name, 3004, 1);
        Assert.Equal([-1, 3004], await ReadAsync(documents, 2));
    }

    [Fact]
    public async Task A_rewrite_and_a_compaction_within_an_interval_throw()
    {
        RefreshTests.Write(Name, 0, 100, s_options);
        using var reader = CollectionReader.Open(Name);
        Rewrite();
        Delete(0, 10);
        CollectionCompaction.Compact(Name);
        RefreshTests.Write(Name, 200, 30);

        await RequireRefusedAsync(reader);
    }

    [Fact]
    public async Task A_backup_of_another_collection_with_a_higher_number_throws()
    {
        RefreshTests.Write(Name, 0, 10, s_options);
        RefreshTests.Write(Copy, 500, 50, s_options);
        RefreshTests.Write(Copy, 600, 50);
        using var reader = CollectionReader.Open(Name);
        Replace(Copy);

        await RequireRefusedAsync(reader);
    }

    [Fact]
    public async Task An_older_backup_that_was_restored_and_appended_to_throws()
    {
        RefreshTests.Write(Name, 0, 10, s_options);
        Backup();
        RefreshTests.Write(Name, 10, 10);
        using var reader = CollectionReader.Open(Name);
        File.Move(Copy, Name, overwrite: true);
        for (var commit = 0; commit < 5; commit++)
        {
            RefreshTests.Write(Name, 100 + (100 * commit), 20);
        }

        await RequireRefusedAsync(reader);
    }

    [Fact]
    public async Task Later_backups_that_replace_one_another_are_followed()
    {
        RefreshTests.Write(Name, 0, 10, s_options);
        Backup();
        using var reader = CollectionReader.Open(Copy);
        await using var documents = reader.FollowDocumentsAsync(s_interval, Cancellation).GetAsyncEnumerator(Cancellation);
        for (var id = 10; id < 40; id += 10)
        {
            RefreshTests.Write(Name, id, 10);
            Backup();
            Assert.Equal(Ids(id, 10), await ReadAsync(documents, 10));
        }
    }

    [Fact]
    public async Task A_restored_backup_is_followed_when_it_is_appended_to()
    {
        RefreshTests.Write(Name, 0, 10, s_options);
        Backup();
        Replace(Copy);
        using var reader = CollectionReader.Open(Name);
        await using var documents = reader.FollowDocumentsAsync(s_interval, Cancellation).GetAsyncEnumerator(Cancellation);
        RefreshTests.Write(Name, 10, 5);
        Assert.Equal(Ids(10, 5), await ReadAsync(documents, 5));
        RefreshTests.Write(Name, 15, 5);
        Assert.Equal(Ids(15, 5), await ReadAsync(documents, 5));
    }

    [Fact]
    public async Task A_recovered_collection_throws()
    {
        RefreshTests.Write(Name, 0, 10, s_options);
        using var reader = CollectionReader.Open(Name);
        CollectionRecovery.Recover(Name, Copy, Cancellation);
        Replace(Copy);
        RefreshTests.Write(Name, 10, 5);

        await RequireRefusedAsync(reader);
    }

    /// <summary>A flush after a commit replaces the superblock of the commit. That is not another commit.</summary>
    [Fact]
    public async Task A_commit_is_returned_once_even_if_it_is_flushed_or_copied_later()
    {
        RefreshTests.Write(Name, 0, 5, s_options);
        using var reader = CollectionReader.Open(Name);
        await using var commits = reader.FollowAsync(s_interval, Cancellation).GetAsyncEnumerator(Cancellation);
        var (writer, number) = (CollectionWriter.Append(Name), 1);
        foreach (var settle in (Action[])[() => writer.FlushToDisk(), () => writer.Dispose(), () => Replace(Name)])
        {
            writer.Durability = CollectionDurability.None;
            Commit();
            Assert.True(await commits.MoveNextAsync());
            Assert.Equal(number, commits.Current.Number);
            settle();
            var next = commits.MoveNextAsync().AsTask();
            writer.Dispose();
            writer = CollectionWriter.Append(Name);
            Commit();
            Assert.True(await next);
            Assert.Equal(number, commits.Current.Number);
        }

        writer.Dispose();

        void Commit()
        {
            RefreshTests.Add(writer, 10 * ++number, 2);
            writer.Commit();
        }
    }

    private static IEnumerable<long> Ids(int first, int count) => Enumerable.Range(first, count).Select(id => (long)id);

    private static async Task<List<long>> ReadAsync(IAsyncEnumerator<BlittableDocument> documents, int count)
    {
        var ids = new List<long>();
        while (ids.Count < count && await documents.MoveNextAsync())
        {
            ids.Add(documents.Current.Root.GetProperty("id"u8).GetInt64());
        }

        return ids;
    }

    private static async Task RequireRefusedAsync(CollectionReader reader)
    {
        await using var documents = reader.FollowDocumentsAsync(s_interval, Cancellation).GetAsyncEnumerator(Cancellation);
        var fault = await Assert.ThrowsAsync<BlittableException>(async () => await documents.MoveNextAsync());
        Assert.Equal(BlittableErrorCode.InvalidOperation, fault.Code);
    }

    private void Backup()
    {
        using var reader = CollectionReader.Open(Name);
        reader.BackupTo(Copy);
    }

    private void Replace(string file)
    {
        var copy = Path.Combine(_folder, "new.blic");
        File.Copy(file, copy);
        File.Move(copy, Name, overwrite: true);
    }

    private void Delete(int first, int count)
    {
        using var writer = CollectionWriter.Append(Name);
        for (var id = first; id < first + count; id++)
        {
            Assert.True(writer.Delete(id));
        }

        writer.Commit();
    }

    /// <summary>Updates a document until the writer rewrites the file.</summary>
    private void Rewrite()
    {
        var random = new Random(1);
        using var writer = CollectionWriter.Append(Name);
        for (long before = 0, length = 1; length > before; length = new FileInfo(Name).Length)
        {
            before = length;
            writer.Update(Encoding.UTF8.GetBytes($$"""{"id":-1,"text":"{{random.GetHexString(400_000)}}"}"""));
            writer.Commit();
        }
    }
}
