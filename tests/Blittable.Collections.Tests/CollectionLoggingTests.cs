using Microsoft.Extensions.Logging;

namespace Blittable.Collections.Tests;

/// <summary>Tests the log entries of a program that stores collections.</summary>
public sealed class CollectionLoggingTests : IDisposable
{
    private readonly RecordedLog _messages = new();
    private readonly string _path = Path.Combine(Path.GetTempPath(), $"logging-{Guid.NewGuid():N}.blic");

    public CollectionLoggingTests() => CollectionLogging.Use(_messages);

    public void Dispose()
    {
        CollectionLogging.Use(null);
        File.Delete(_path);
        File.Delete(Recovered);
    }

    private string Recovered => $"{_path}.recovered";

    [Fact]
    public void Commits_and_merges_are_logged_at_level_Debug()
    {
        Write(commits: 10);

        Assert.Contains((LogLevel.Debug, "Committed"), Of(_path));
        Assert.Contains((LogLevel.Debug, "Merged"), Of(_path));
        Assert.Equal(CollectionLogging.Category, _messages.Category);
    }

    [Fact]
    public void The_log_entry_of_a_query_has_the_number_of_skipped_chunk_groups()
    {
        using (var writer = CollectionWriter.Create(_path, new CollectionOptions { ChunkRows = 10 }))
        {
            for (var i = 0; i < 100; i++)
            {
                writer.Add(System.Text.Encoding.UTF8.GetBytes($$"""{"id":{{i}}}"""));
            }

            writer.Commit();
        }

        using var reader = CollectionReader.Open(_path);
        Assert.Equal(1, reader.Scan().Where(Filter.Parse("$.id = 55")).Count());
        Assert.Contains(_messages.All, message => message.Event == "Queried" && message.Text.Contains("9 of 10 chunk groups", StringComparison.Ordinal));
    }

    [Fact]
    public void A_compaction_is_logged_at_level_Information()
    {
        Write(commits: 3);
        CollectionCompaction.Compact(_path);

        Assert.Contains((LogLevel.Information, "Compacted"), Of(_path));
    }

    [Fact]
    public void A_recovery_that_lost_documents_is_logged_as_a_warning()
    {
        Write(commits: 200);
        CollectionRecovery.Recover(_path, Recovered);
        Assert.Contains((LogLevel.Information, "Recovered"), Of(_path));

        using (var file = File.OpenWrite(_path))
        {
            file.SetLength(file.Length - 100);
        }

        CollectionRecovery.Recover(_path, Recovered);
        Assert.Contains((LogLevel.Warning, "RecoveredInPart"), Of(_path));
    }

    [Fact]
    public void A_failed_commit_is_logged_as_a_warning_that_says_whether_readers_may_see_it()
    {
        using var stream = new FullStream();
        using var writer = CollectionWriter.Create(stream);
        writer.Add("[1]"u8);
        stream.IsFull = true;

        Assert.Throws<CollectionCommitException>(writer.Commit);
        Assert.Contains(_messages.All, message => message is { Level: LogLevel.Warning, Event: "CommitFailed" } && message.Text.EndsWith("False", StringComparison.Ordinal));
    }

    private void Write(int commits)
    {
        using var writer = CollectionWriter.Create(_path);
        for (var i = 0; i < commits; i++)
        {
            writer.Add("[1,2]"u8);
            writer.Commit();
        }
    }

    private IEnumerable<(LogLevel Level, string Event)> Of(string path) =>
        _messages.All.Where(message => message.Text.Contains(path, StringComparison.Ordinal)).Select(message => (message.Level, message.Event));

    private sealed class FullStream : MemoryStream
    {
        public bool IsFull { get; set; }

        public override void Write(ReadOnlySpan<byte> buffer) => Write(buffer.ToArray(), 0, buffer.Length);

        public override void Write(byte[] buffer, int offset, int count)
        {
            if (IsFull)
            {
                throw new IOException("The disk is full.");
            }

            base.Write(buffer, offset, count);
        }
    }
}
