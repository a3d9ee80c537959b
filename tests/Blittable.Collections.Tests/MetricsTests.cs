using System.Diagnostics;
using System.Text;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Tests;

/// <summary>Tests the measurements of conversions, commits, queries and caches that a listener receives.</summary>
[Collection(AloneCollection.Name)]
public sealed class MetricsTests : IDisposable
{
    private readonly string _path = Path.Combine(Path.GetTempPath(), $"metrics-{Guid.NewGuid():N}.blic");
    private readonly MeasuredCalls _calls = new();

    public void Dispose()
    {
        _calls.Dispose();
        File.Delete(_path);
    }

    [Fact]
    public void Conversions_are_measured()
    {
        WriteHundredDocuments();

        Assert.Equal(100, _calls["blittable.conversions"]);
        Assert.Equal(1000, _calls["blittable.conversion.input"]);
        Assert.InRange(_calls["blittable.conversion.output"], 100, 5000);
        Assert.Equal(Enumerable.Repeat((ActivityStatusCode.Unset, (object?)null), 100), _calls.Activities("blittable.convert"));
    }

    [Fact]
    public void Commits_and_merges_are_measured()
    {
        WriteHundredDocuments();

        Assert.Equal(10, _calls["blittable.commits"]);
        Assert.Equal(0, _calls["blittable.commit.failures"]);
        Assert.InRange(_calls["blittable.commit.duration"], double.Epsilon, 100);
        Assert.InRange(_calls["blittable.merges"], 1, 10);
        Assert.Equal(_calls["blittable.merges"], _calls.Activities("blittable.merge").Count());
        Assert.Equal(Enumerable.Repeat((ActivityStatusCode.Unset, (object?)null), 10), _calls.Activities("blittable.commit"));
    }

    [Fact]
    public void A_compaction_is_an_activity()
    {
        WriteHundredDocuments();

        CollectionCompaction.Compact(_path);
        Assert.Equal((ActivityStatusCode.Unset, null), Assert.Single(_calls.Activities("blittable.compact")));
    }

    [Fact]
    public void Queries_are_measured()
    {
        WriteHundredDocuments();
        CollectionCompaction.Compact(_path);

        using var reader = CollectionReader.Open(_path);
        var queries = _calls.Activities("blittable.query").Count();
        var groups = _calls["blittable.query.groups"];
        Assert.Equal(1, reader.Scan().Where(Filter.Parse("$.id = 155")).Count());
        Assert.Equal(10, _calls["blittable.query.groups"] - groups);
        Assert.Equal(9, _calls["blittable.query.groups.skipped"]);
        Assert.InRange(_calls["blittable.query.duration"], double.Epsilon, 100);
        Assert.Equal((ActivityStatusCode.Unset, null), Assert.Single(_calls.Activities("blittable.query").Skip(queries)));
    }

    /// <summary>Writes ten commits of ten documents each, with the ids from 100 to 199.</summary>
    private void WriteHundredDocuments()
    {
        using var writer = CollectionWriter.Create(_path, new CollectionOptions { ChunkRows = 10 });
        for (var i = 0; i < 100; i++)
        {
            writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{i + 100}}}"""));
            if (i % 10 == 9)
            {
                writer.Commit();
            }
        }
    }

    [Fact]
    public void A_commit_that_fails_is_counted_and_its_activity_has_the_error()
    {
        var stream = new RecordedStream();
        using var writer = CollectionWriter.Create(stream);
        writer.Add("[1]"u8);
        stream.IsFull = true;

        Assert.Throws<CollectionCommitException>(writer.Commit);

        Assert.Equal(1, _calls["blittable.commit.failures"]);
        Assert.Equal(0, _calls["blittable.commits"]);
        Assert.Equal((ActivityStatusCode.Error, "System.IO.IOException"), Assert.Single(_calls.Activities("blittable.commit")));
    }

    [Fact]
    public void A_merge_that_fails_fails_its_commit()
    {
        var stream = new RecordedStream();
        using var writer = CollectionWriter.Create(stream);
        _calls.Started = name => stream.IsFull |= name == "blittable.merge";

        // The merged stripe has to exceed the pieces that are written at once, or the commit fails after the merge.
        var random = new Random(1);
        Assert.Throws<CollectionCommitException>(() =>
        {
            for (var i = 0; i < 20; i++)
            {
                writer.Add(Encoding.UTF8.GetBytes($"\"{random.GetHexString(1_000_000)}\""));
                writer.Commit();
            }
        });

        Assert.Equal((ActivityStatusCode.Error, "System.IO.IOException"), Assert.Single(_calls.Activities("blittable.merge")));
        Assert.Equal((ActivityStatusCode.Error, "System.IO.IOException"), _calls.Activities("blittable.commit").Last());
        Assert.Equal((1, 0), (_calls["blittable.commit.failures"], _calls["blittable.merges"]));
    }

    [Fact]
    public void Conversions_and_compactions_that_fail_have_the_error_code()
    {
        Assert.Throws<BlittableException>(() => BlittableDocument.Parse("""{"secret":"text"""));
        Assert.Equal((ActivityStatusCode.Error, "UnexpectedEnd"), Assert.Single(_calls.Activities("blittable.convert")));
        Assert.Equal(0, _calls["blittable.conversions"]);

        File.WriteAllBytes(_path, new byte[10_000]);
        Assert.Throws<BlittableException>(() => CollectionCompaction.Compact(_path));
        Assert.Equal((ActivityStatusCode.Error, "InvalidData"), Assert.Single(_calls.Activities("blittable.compact")));
    }

    [Fact]
    public void The_activity_of_a_query_has_an_error_if_the_query_throws_and_not_if_it_is_abandoned()
    {
        using (var writer = CollectionWriter.Create(_path, new CollectionOptions { ChunkRows = 10 }))
        {
            for (var i = 0; i < 100; i++)
            {
                writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{i}}}"""));
            }

            writer.Commit();
        }

        using var reader = CollectionReader.Open(_path);
        using var cancellation = new CancellationTokenSource();
        Assert.Equal(ActivityStatusCode.Unset, Status(() => Assert.Equal(100, reader.Scan().Select("$.id").ToTable().Count)));
        Assert.Equal(ActivityStatusCode.Unset, Status(() => Assert.Equal(3, reader.Scan().Select("$.id").OrderBy("$.id").Limit(3).ToTable().Count)));
        Assert.Equal(ActivityStatusCode.Unset, Status(() => Assert.Equal(10, reader.Scan().Select("$.id").First().Count)));
        Assert.Equal(ActivityStatusCode.Error, Status(() => Assert.Throws<NotSupportedException>(() => reader.Scan().Select("$.id").ForEach(_ => throw new NotSupportedException()))));
        Assert.Equal(ActivityStatusCode.Error, Status(() => Assert.Throws<OperationCanceledException>(() =>
        {
            foreach (var batch in reader.Scan().WithCancellation(cancellation.Token).Select("$.id"))
            {
                Assert.Equal(10, batch.Count);
                cancellation.Cancel();
            }
        })));

        ActivityStatusCode Status(Action query)
        {
            var before = _calls.Activities("blittable.query").Count();
            query();
            return Assert.Single(_calls.Activities("blittable.query").Skip(before)).Status;
        }
    }

    [Fact]
    public void Hits_and_misses_of_the_block_cache_are_counted()
    {
        var blocks = new RestoredBlocks(100);
        var block = new BlockReference(1, 10, 10, BlockCompression.None, 0);
        Assert.False(blocks.TryGet(block, out _));
        blocks.Add(block, new byte[10]);
        Assert.True(blocks.TryGet(block, out _));
        Assert.True(blocks.TryGet(block, out _));
        Assert.False(blocks.TryGet(block with { Offset = 2 }, out _));
        Assert.Equal((2, 2), (_calls["blittable.cache.hits"], _calls["blittable.cache.misses"]));
    }

    [Fact]
    public void Reading_the_same_compressed_block_again_is_a_hit()
    {
        using (var writer = CollectionWriter.Create(_path, new CollectionOptions { Compression = BlockCompression.Brotli }))
        {
            for (var i = 0; i < 1000; i++)
            {
                writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{i}},"name":"a name of some length that is the same in all documents"}"""));
            }

            writer.Commit();
        }

        using var reader = CollectionReader.Open(_path);
        _ = reader.Get(500).Root.ToJson();
        var (hits, misses) = (_calls["blittable.cache.hits"], _calls["blittable.cache.misses"]);
        Assert.True(misses > 0);

        _ = reader.Get(500).Root.ToJson();
        Assert.Equal(misses, _calls["blittable.cache.misses"]);
        Assert.True(_calls["blittable.cache.hits"] > hits);
    }
}
