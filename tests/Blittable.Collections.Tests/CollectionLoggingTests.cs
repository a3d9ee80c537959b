using Microsoft.Extensions.Logging;

namespace Blittable.Collections.Tests;

/// <summary>Tests the log entries of a program that stores collections. They run alone, because all collections of the process have one logger.</summary>
[Collection(AloneCollection.Name)]
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
        using var stream = new RecordedStream();
        using var writer = CollectionWriter.Create(stream);
        writer.Add("[1]"u8);
        stream.IsFull = true;

        Assert.Throws<CollectionCommitException>(writer.Commit);
        var message = Assert.Single(_messages.All);
        Assert.Equal((LogLevel.Warning, "CommitFailed"), (message.Level, message.Event));
        Assert.EndsWith("False", message.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void An_automatic_rewrite_is_logged_at_level_Information()
    {
        WriteDeadBytes(() => { });

        Assert.Single(Of(_path), (LogLevel.Information, "Rewritten"));
    }

    [Fact]
    public void An_automatic_rewrite_that_fails_is_logged_as_a_warning()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows does not rewrite files in use.");
        var moved = $"{_path}.moved";
        WriteDeadBytes(() =>
        {
            File.Move(_path, moved);
            Directory.CreateDirectory(_path);   // A file cannot replace it.
        });
        Directory.Delete(_path);
        File.Move(moved, _path);

        Assert.Single(Of(_path), (LogLevel.Warning, "RewriteFailed"));
        Assert.DoesNotContain((LogLevel.Information, "Rewritten"), Of(_path));
        using var reader = CollectionReader.Open(_path);
        Assert.Equal(1, reader.Count);
    }

    [Fact]
    public void An_automatic_rewrite_that_meets_a_damaged_block_is_logged_once_by_each_writer()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Windows does not rewrite files in use.");
        using (var writer = CollectionWriter.Create(_path, new CollectionOptions { Key = "$.id" }))
        {
            writer.Add("""{"id":-1,"text":"a text"}"""u8);
            writer.Commit();
        }

        Blittable.Collections.Storage.BlockReference block;
        using (var reader = CollectionReader.Open(_path))
        {
            block = reader.Snapshot.Stripes[0].Directory.Nodes.First(node => node.Path == "$.text").Strings!.Chunk(0).Block;
        }

        var bytes = File.ReadAllBytes(_path);
        bytes[block.Offset] ^= 1;
        File.WriteAllBytes(_path, bytes);
        using (var writer = CollectionWriter.Append(_path))
        {
            var noise = new byte[1 << 20];
            new Random(1).NextBytes(noise);
            for (var id = 0; id < 10; id++)
            {
                writer.Add(System.Text.Encoding.UTF8.GetBytes($$"""{"id":{{id}},"text":"{{id}}{{Convert.ToHexString(noise)}}"}"""));
                writer.Commit();
                Assert.True(writer.Delete(id));
                writer.Commit();
            }
        }

        Assert.Single(Of(_path), (LogLevel.Warning, "RewriteFailed"));
    }

    [Fact]
    public void A_failed_flush_is_logged_as_a_warning()
    {
        var stream = new RecordedStream();
        using (var writer = CollectionWriter.Create(stream))
        {
            writer.Commit();
            writer.Durability = CollectionDurability.None;
            writer.Add("[1]"u8);
            writer.Commit();
            stream.IsFailing = true;
        }

        Assert.Single(_messages.All, message => message is { Level: LogLevel.Warning, Event: "FlushFailed" });
    }

    [Fact]
    public void A_damaged_dictionary_is_logged_once_by_each_writer()
    {
        var options = new CollectionOptions { Layout = CollectionLayout.Rows };
        using (var writer = CollectionWriter.Create(_path, options))
        {
            AddNames(writer, 0);
        }

        Blittable.Collections.Storage.BlockReference dictionary;
        using (var reader = CollectionReader.Open(_path))
        {
            dictionary = Assert.Single(reader.Snapshot.State.Dictionaries).Block;
        }

        var bytes = File.ReadAllBytes(_path);
        bytes[dictionary.Offset] ^= 1;
        File.WriteAllBytes(_path, bytes);
        using (var writer = CollectionWriter.Append(_path))
        {
            AddNames(writer, 20);
            AddNames(writer, 40);
        }

        Assert.Single(Of(_path), (LogLevel.Warning, "DictionaryFailed"));

        static void AddNames(CollectionWriter writer, int first)
        {
            for (var i = first; i < first + 20; i++)
            {
                writer.Add(System.Text.Encoding.UTF8.GetBytes($$"""{"id":{{i}},"name":"name {{i}}"}"""));
            }

            writer.Commit();
        }
    }

    [Fact]
    public void Messages_do_not_contain_values_of_documents()
    {
        using (var writer = CollectionWriter.Create(_path))
        {
            for (var i = 0; i < 20; i++)
            {
                writer.Add("""{"name":"a secret"}"""u8);
                writer.Commit();
            }
        }

        using (var reader = CollectionReader.Open(_path))
        {
            Assert.Equal(20, reader.Scan().Where(Filter.Parse("$.name = \"a secret\"")).Count());
        }

        CollectionCompaction.Compact(_path);
        Assert.All(_messages.All, message => Assert.DoesNotContain("secret", message.Text, StringComparison.Ordinal));
        Assert.Superset(new HashSet<string> { "Committed", "Merged", "Queried", "Compacted" }, _messages.All.Select(message => message.Event).ToHashSet());
    }

    /// <summary>Writes 3 MB of documents, and deletes all but one.</summary>
    /// <param name="prepare">Called before the documents are deleted.</param>
    private void WriteDeadBytes(Action prepare)
    {
        using var writer = CollectionWriter.Create(_path, new CollectionOptions { Key = "$.id" });
        var random = new Random(1);
        var bytes = new byte[20_000];
        for (var i = 0; i < 100; i++)
        {
            random.NextBytes(bytes);
            writer.Add(System.Text.Encoding.UTF8.GetBytes($$"""{"id":{{i}},"data":"{{Convert.ToHexString(bytes)}}"}"""));
        }

        writer.Commit();
        prepare();
        for (var i = 1; i < 100; i++)
        {
            writer.Delete(i);
        }

        writer.Commit();
        writer.Commit();   // This one merges stripes whose committed documents are mostly deleted.
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
}
