using System.Text;
using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Tests;

/// <summary>Tests commits that fail at each of their writes and flushes. The exception must describe what a reader finds.</summary>
public sealed class CollectionCommitTests
{
    private static readonly CollectionOptions s_options = new() { Layout = CollectionLayout.Rows, StripeRows = 16, ChunkRows = 4 };

    [Fact]
    public void A_commit_that_fails_at_any_flush_reports_whether_readers_may_see_it()
    {
        var outcomes = new List<bool>();
        for (var flush = 1; flush <= 24; flush++)
        {
            outcomes.Add(Fail(new FailingStream { FailingFlush = flush }, $"flush {flush}"));
        }

        // Each commit flushes its blocks, then its superblock.
        Assert.Equal(Enumerable.Range(1, 24).Select(flush => flush % 2 == 0), outcomes);
    }

    [Fact]
    public void A_commit_that_fails_at_any_write_reports_whether_readers_may_see_it()
    {
        for (var write = 1; write <= 24; write++)
        {
            foreach (var part in (double[])[0, 0.5])
            {
                Fail(new FailingStream { FailingWrite = write, WrittenPart = part }, $"write {write}");
            }
        }
    }

    [Fact]
    public void Retrying_a_commit_with_its_token_stores_nothing_twice()
    {
        for (var flush = 1; flush <= 24; flush++)
        {
            var stream = new FailingStream { FailingFlush = flush };
            var expected = new List<string>();
            for (var commit = 0; commit < 12; commit++)
            {
                var token = Guid.NewGuid();
                var tries = 0;
                while (true)
                {
                    using var writer = CollectionWriter.Append(Started(stream), leaveOpen: true);
                    Add(writer, commit);
                    try
                    {
                        tries++;
                        Assert.True(writer.Commit(token) || tries == 2);
                        Assert.Equal(token, writer.LastCommitToken);
                        break;
                    }
                    catch (CollectionCommitException)
                    {
                        Assert.Equal(1, tries);
                    }
                }

                expected.AddRange(Documents(commit));
            }

            Assert.Equal(expected, CollectionFile.ReadAll(stream));
        }
    }

    [Fact]
    public void The_last_eight_tokens_are_remembered_across_any_number_of_commits_without_one()
    {
        var stream = new MemoryStream();
        var tokens = new List<Guid>();
        using (var writer = CollectionWriter.Create(stream, s_options, leaveOpen: true))
        {
            Assert.Null(writer.LastCommitToken);
            for (var commit = 0; commit < 30; commit++)
            {
                Add(writer, commit);
                if (commit % 3 == 0)
                {
                    tokens.Add(Guid.NewGuid());
                    Assert.True(writer.Commit(tokens[^1]));
                }
                else
                {
                    writer.Commit();
                }
            }
        }

        using var reader = CollectionReader.Open(stream, leaveOpen: true);
        Assert.Equal(tokens[^1], reader.LastCommitToken);
        Assert.Equal(tokens.Select((_, index) => index >= 2), tokens.Select(reader.IsCommitted));
        using var again = CollectionWriter.Append(stream, leaveOpen: true);
        Assert.False(again.Commit(tokens[4]));
        Assert.Throws<ArgumentException>(() => again.Commit(Guid.Empty));
    }

    [Fact]
    public void Changes_committed_with_a_known_token_are_discarded()
    {
        foreach (var workers in (int[])[1, 3])
        {
            var stream = new MemoryStream();
            var token = Guid.NewGuid();
            using var writer = CollectionWriter.Create(stream, s_options with { Key = "$.id" }, leaveOpen: true);
            writer.Workers = workers;
            Add(writer, 0);
            writer.Commit(token);
            var before = CollectionFile.ReadAll(stream);
            for (var id = 100; id < 180; id++)
            {
                writer.Add(Encoding.UTF8.GetBytes($"{{\"id\":{id}}}"));
            }

            Assert.True(writer.Delete(3));
            Assert.False(writer.Commit(token));

            Assert.Equal((before.Count, 1, 0), (writer.Count, writer.CommitNumber, writer.PendingCount));
            Assert.Equal(before, CollectionFile.ReadAll(stream));
            Add(writer, 1);
            Assert.True(writer.Commit(Guid.NewGuid()));
            Assert.Equal([.. before, .. Documents(1)], CollectionFile.ReadAll(stream));
        }
    }

    [Fact]
    public void A_writer_reads_the_last_commit_from_disk()
    {
        var path = Path.GetTempFileName();
        try
        {
            using var writer = CollectionWriter.Create(path, s_options);
            var token = Guid.NewGuid();
            Add(writer, 0);
            Assert.Equal(new CollectionCommit(0, null, 0), Old(writer));
            writer.Commit(token);

            Assert.Equal(new CollectionCommit(1, token, 9), writer.ReadCommitFromDisk());
        }
        finally
        {
            File.Delete(path);
        }

        // The file to be replaced exists until the first commit.
        static CollectionCommit Old(CollectionWriter writer)
        {
            try
            {
                return writer.ReadCommitFromDisk();
            }
            catch (BlittableException)
            {
                return new CollectionCommit(0, null, 0);
            }
        }
    }

    /// <summary>Commits until a commit fails, and compares the exception with what a reader finds.</summary>
    /// <returns>true if the failed commit may be visible; otherwise, false.</returns>
    private static bool Fail(FailingStream stream, string where)
    {
        using var writer = CollectionWriter.Append(Started(stream), leaveOpen: true);
        for (var commit = 0; ; commit++)
        {
            var before = CollectionFile.ReadAll(stream);
            Add(writer, commit);
            try
            {
                writer.Commit();
                Assert.True(commit < 30, $"{where} was not reached");
            }
            catch (CollectionCommitException fault)
            {
                var found = CollectionFile.ReadAll(stream);
                var isVisible = found.Count > before.Count;
                Assert.Equal(isVisible ? [.. before, .. Documents(commit)] : before, found);
                Assert.True(fault.MayBeVisible == (isVisible || stream.HasFailedAtSuperblock), $"{where}: the exception says {fault.MayBeVisible}, and readers see {isVisible}");
                Assert.Equal(commit + 1, fault.CommitNumber);
                Assert.Equal(commit, writer.CommitNumber);
                Assert.Equal((isVisible ? commit + 1 : commit, found.Count), (writer.ReadCommitFromDisk().Number, writer.ReadCommitFromDisk().Documents));
                Assert.Throws<BlittableException>(writer.Commit);
                Assert.Throws<BlittableException>(() => Add(writer, 99));
                return fault.MayBeVisible;
            }
        }
    }

    /// <summary>Returns a stream that has an empty collection and counts from then on.</summary>
    private static FailingStream Started(FailingStream stream)
    {
        if (stream.Length == 0)
        {
            stream.IsCounting = false;
            CollectionWriter.Create(stream, s_options, leaveOpen: true).Dispose();
            stream.IsCounting = true;
        }

        return stream;
    }

    private static void Add(CollectionWriter writer, int commit) => Documents(commit).ForEach(document => writer.Add(Encoding.UTF8.GetBytes(document)));

    private static List<string> Documents(int commit) => [.. Enumerable.Range(0, 9).Select(i => $"{{\"id\":{(commit * 9) + i}}}")];

    /// <summary>Fails once, at a write or a flush. Bytes written before remain, as they do in the cache of an operating system.</summary>
    private sealed class FailingStream : MemoryStream
    {
        private int _flushes;
        private int _writes;

        public bool IsCounting { get; set; }

        public int FailingFlush { get; init; }

        public int FailingWrite { get; init; }

        /// <summary>Gets a value that indicates whether a superblock could not be written, or the system did not confirm it.</summary>
        public bool HasFailedAtSuperblock { get; private set; }

        /// <summary>Gets the fraction of the failing write that is completed.</summary>
        public double WrittenPart { get; init; }

        public override void Flush()
        {
            if (IsCounting && ++_flushes == FailingFlush)
            {
                throw new IOException("The flush failed.");
            }
        }

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            if (IsCounting && ++_writes == FailingWrite)
            {
                HasFailedAtSuperblock = buffer.Length == Superblock.FullSize;

                // A disk writes the sector of a superblock as a whole or not at all.
                base.Write(buffer[..(buffer.Length == Superblock.FullSize ? 0 : (int)(buffer.Length * WrittenPart))]);
                throw new IOException("The write failed.");
            }

            base.Write(buffer);
        }
    }
}
