using System.Text;
using Blittable.Collections;

namespace Blittable.Collections.Tests;

/// <summary>Tests the sequences of commits and documents that a writer adds while a reader follows.</summary>
public sealed class FollowTests : IDisposable
{
    private static readonly TimeSpan s_interval = TimeSpan.FromMilliseconds(1);

    private readonly string _path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public void Dispose() => File.Delete(_path);

    /// <summary>Mixes random commits, updates, compactions and deletions of documents already seen, and updates so large that the file is rewritten.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public async Task Each_added_document_is_returned_exactly_once(int seed)
    {
        var random = new Random(seed);
        RefreshTests.Write(_path, 0, 20, CollectionFile.Small with { Key = "$.id", Layout = (CollectionLayout)seed });
        using var reader = CollectionReader.Open(_path);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(Cancellation);
        await using var documents = reader.FollowDocumentsAsync(s_interval, end.Token).GetAsyncEnumerator(Cancellation);
        var seen = new List<string>();
        var expected = new List<string>();
        var next = documents.MoveNextAsync().AsTask();
        for (int step = 0, id = 100; step < 30; step++)
        {
            if (random.Next(6) == 0)
            {
                CollectionCompaction.Compact(_path);
                await UntilReadAsync();
                continue;
            }

            using (var writer = CollectionWriter.Append(_path))
            {
                for (var commit = random.Next(1, 4); commit > 0; commit--)
                {
                    for (var i = random.Next(1, 12); i > 0; i--, id++)
                    {
                        Add(writer, id);
                    }

                    // Documents already seen are deleted and replaced. A replaced document counts as added.
                    if (seen.Count > 0 && expected.Count == seen.Count)
                    {
                        writer.Delete(-1);
                        writer.Delete(random.Next(100));
                    }

                    var text = $$"""{"id":-1,"step":{{step}},"commit":{{commit}},"text":"{{random.GetHexString(random.Next(5) == 0 ? 300_000 : 10)}}"}""";
                    writer.Update(Encoding.UTF8.GetBytes(text));
                    if (commit == 1)
                    {
                        expected.Add(text);
                    }

                    writer.Commit();
                }
            }

            // A document replaced before it was read is skipped, so the follower catches up before the next step.
            for (var isCaughtUp = false; !isCaughtUp; next = documents.MoveNextAsync().AsTask())
            {
                Assert.True(await next);
                seen.Add(documents.Current.Root.ToJson());
                isCaughtUp = seen[^1] == expected[^1];
            }
        }

        await end.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => next);

        // Of the replaced documents, only the last of each step is certain to be read.
        Assert.Equal(seen.Count, seen.Distinct().Count());
        Assert.Equal(expected.Order(), seen.Where(text => !text.Contains("step", StringComparison.Ordinal) || expected.Contains(text)).Order());

        // After a second compaction, what was added since the state of the follower could not be determined.
        async Task UntilReadAsync()
        {
            using var newest = CollectionReader.Open(_path);
            while (reader.CommitNumber < newest.CommitNumber && !next.IsFaulted)
            {
                await Task.Delay(s_interval, Cancellation);
            }
        }

        void Add(CollectionWriter writer, int id)
        {
            var text = $$"""{"id":{{id}},"name":"n{{id}}"}""";
            writer.Add(Encoding.UTF8.GetBytes(text));
            expected.Add(text);
        }
    }

    [Fact]
    public async Task Commits_are_returned_in_ascending_order_up_to_the_last()
    {
        RefreshTests.Write(_path, 0, 5, CollectionFile.Small);
        using var reader = CollectionReader.Open(_path);

        // The follower reads a commit before each compaction, and does not know how many commits come between.
        using var compacted = new SemaphoreSlim(0);
        var writing = Task.Run(
            async () =>
            {
                for (var commit = 0; commit < 50; commit++)
                {
                    RefreshTests.Write(_path, 10 * commit, 1 + (commit % 3));
                    if (commit % 20 == 19)
                    {
                        CollectionCompaction.Compact(_path);
                        await compacted.WaitAsync(Cancellation);
                    }
                }
            },
            Cancellation);
        var numbers = new List<long>();

        await foreach (var commit in reader.FollowAsync(s_interval, Cancellation))
        {
            Assert.Equal(commit, reader.Commit);
            Assert.Equal(commit.Documents, reader.Scan().Count());
            numbers.Add(commit.Number);
            if (commit.Number is 22 or 43)
            {
                compacted.Release();
            }

            if (commit.Number == 53)
            {
                break;
            }
        }

        await writing;
        Assert.Equal(numbers.Distinct().Order(), numbers);
    }

    [Fact]
    public async Task A_replaced_collection_is_the_next_commit_even_if_its_number_is_the_same()
    {
        RefreshTests.Write(_path, 0, 5, CollectionFile.Small);
        using var reader = CollectionReader.Open(_path);
        await using var commits = reader.FollowAsync(s_interval, Cancellation).GetAsyncEnumerator(Cancellation);
        await using var documents = reader.FollowDocumentsAsync(s_interval, Cancellation).GetAsyncEnumerator(Cancellation);
        var (commit, document) = (commits.MoveNextAsync().AsTask(), documents.MoveNextAsync().AsTask());

        RefreshTests.Write(_path, 50, 5, CollectionFile.Small);

        Assert.True(await commit);
        Assert.Equal(new CollectionCommit(1, null, 5), commits.Current);
        Assert.Equal(BlittableErrorCode.InvalidOperation, (await Assert.ThrowsAsync<BlittableException>(() => document)).Code);
    }

    [Fact]
    public async Task Following_documents_of_an_ordered_collection_throws()
    {
        RefreshTests.Write(_path, 0, 5, CollectionFile.Small with { OrderBy = "$.id" });
        using var reader = CollectionReader.Open(_path);
        await using var documents = reader.FollowDocumentsAsync(s_interval, Cancellation).GetAsyncEnumerator(Cancellation);
        var next = documents.MoveNextAsync().AsTask();

        RefreshTests.Write(_path, 50, 5);

        await Assert.ThrowsAsync<BlittableException>(() => next);
    }

    [Fact]
    public async Task A_follower_ends_when_it_is_cancelled_or_its_reader_is_disposed()
    {
        RefreshTests.Write(_path, 0, 5, CollectionFile.Small);
        using var reader = CollectionReader.Open(_path);
        using var source = new CancellationTokenSource();
        await using var commits = reader.FollowAsync(TimeSpan.FromHours(1), source.Token).GetAsyncEnumerator(Cancellation);
        await using var others = reader.FollowAsync(s_interval, Cancellation).GetAsyncEnumerator(Cancellation);
        var (next, other) = (commits.MoveNextAsync().AsTask(), others.MoveNextAsync().AsTask());

        await source.CancelAsync();
        reader.Dispose();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => next);
        await Assert.ThrowsAsync<ObjectDisposedException>(() => other);
        Assert.Throws<ArgumentOutOfRangeException>(() => reader.FollowAsync(TimeSpan.Zero, Cancellation));
        Assert.Throws<ArgumentOutOfRangeException>(() => reader.FollowDocumentsAsync(TimeSpan.FromSeconds(-1), Cancellation));
    }
}
