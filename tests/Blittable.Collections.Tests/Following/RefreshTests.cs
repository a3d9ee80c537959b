using System.Text;
using Blittable.Collections;

namespace Blittable.Collections.Tests;

/// <summary>Tests readers that move on to later commits, and queries that began before.</summary>
public sealed class RefreshTests : IDisposable
{
    private static readonly CollectionAccess[] s_accesses = Enum.GetValues<CollectionAccess>();

    private readonly string _path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());

    public RefreshTests() => Write(_path, 0, 100, CollectionFile.Small with { Key = "$.id" });

    public static TheoryData<CollectionAccess> Accesses => [.. s_accesses];

    public void Dispose() => File.Delete(_path);

    [Theory]
    [MemberData(nameof(Accesses))]
    public void A_reader_sees_a_commit_after_a_refresh(CollectionAccess access)
    {
        using var reader = Open(access);
        Assert.False(reader.Refresh());
        using var writer = CollectionWriter.Append(_path);
        for (var commit = 0; commit < 20; commit++)
        {
            Add(writer, 1000 + (10 * commit), 10);
            Assert.True(writer.Delete(commit));
            writer.Commit();
            Assert.Equal((1 + commit, 100 + (9 * commit)), (reader.CommitNumber, reader.Count));

            Assert.True(reader.Refresh());

            Assert.False(reader.Refresh());
            Assert.Equal((2 + commit, 109 + (9 * commit)), (reader.CommitNumber, reader.Count));
            Assert.Null(reader.Find(commit));
            Assert.NotNull(reader.Find(1000 + (10 * commit)));
            reader.Validate();
            using var other = CollectionReader.Open(_path);
            Assert.Equal(CollectionFile.ReadAll(other), CollectionFile.ReadAll(reader));
        }
    }

    [Fact]
    public void Unchanged_stripes_and_directories_are_reused_by_a_refresh()
    {
        using var reader = CollectionReader.Open(_path);
        var before = reader.Snapshot.Stripes;
        using (var writer = CollectionWriter.Append(_path))
        {
            Add(writer, 1000, 30);
            writer.Delete(50);
            writer.Commit();
        }

        reader.Refresh();

        var after = reader.Snapshot.Stripes;
        Assert.Same(before[0], after[0]);
        Assert.Same(before[1].Directory, after[1].Directory);
        Assert.NotSame(before[1], after[1]);
        Assert.True(after.Count > before.Count);
    }

    [Fact]
    public void Running_queries_finish_on_their_commit_and_later_queries_see_the_new_commit()
    {
        foreach (var replace in (Action[])[() => { }, () => CollectionCompaction.Compact(_path)])
        {
            using var reader = CollectionReader.Open(_path);
            var scan = reader.Scan();
            var selection = scan.Select("$.id");
            var joint = CollectionReader.ScanAll(reader, reader);
            using var document = reader.Get(0);
            var (count, text) = (reader.Count, document.Root.ToJson());
            Assert.Equal(2 * count, joint.Count());
            var (batches, documents) = (0L, 0L);
            Change();
            foreach (var batch in selection)
            {
                reader.Refresh();
                batches += batch.Count;
            }

            Change();
            reader.ForEach((_, _) =>
            {
                reader.Refresh();
                documents++;
            });

            Assert.Equal((count, count + 5), (batches, documents));
            Assert.Equal(count + 10, reader.Count);
            Assert.Equal((count + 10, count + 10, 2 * (count + 10)), (scan.Count(), selection.ToTable().Count, joint.Count()));
            Assert.Equal(text, document.Root.ToJson());

            void Change()
            {
                Write(_path, 5000 + (int)reader.Count + (int)reader.CommitNumber * 100, 5);
                replace();
            }
        }
    }

    [Theory]
    [MemberData(nameof(Accesses))]
    public void A_refresh_opens_the_file_that_replaced_the_collection(CollectionAccess access)
    {
        using var reader = Open(access);
        reader.MaxExpandedBytes = 12345;
        CollectionCompaction.Compact(_path);
        Assert.True(reader.Refresh());
        Assert.Equal((2, 100), (reader.CommitNumber, reader.Count));

        File.Delete(_path);
        Assert.Throws<FileNotFoundException>(() => reader.Refresh());
        Assert.Equal(100, reader.Count);
        Assert.NotNull(reader.Find(7));

        Write(_path, 0, 3, new CollectionOptions { Key = "$.name" });
        Assert.True(reader.Refresh());
        Assert.Equal((1, 3), (reader.CommitNumber, reader.Count));
        Assert.NotNull(reader.Find("n2"));
        Assert.Equal(12345, reader.MaxExpandedBytes);
    }

    [Fact]
    public void A_reader_keeps_its_state_if_the_file_is_damaged()
    {
        using var reader = CollectionReader.Open(_path, new CollectionReaderOptions { Access = CollectionAccess.RandomAccess });
        using (var file = new FileStream(_path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite | FileShare.Delete))
        {
            file.Position = 4096 + 20;
            file.WriteByte(0xFF);
            file.WriteByte(0xFE);
        }

        Assert.Throws<BlittableException>(() => reader.Refresh());

        Assert.Equal((1, 100, false), (reader.CommitNumber, reader.Count, reader.IsDamaged));
        reader.Dispose();
        Assert.Throws<ObjectDisposedException>(() => reader.Refresh());
    }

    [Theory]
    [MemberData(nameof(Accesses))]
    public void A_reader_keeps_its_state_if_the_file_is_replaced_by_a_damaged_one(CollectionAccess access)
    {
        using var reader = Open(access);
        var bytes = File.ReadAllBytes(_path);
        bytes[4096 + 20] ^= 1;
        File.Delete(_path);
        File.WriteAllBytes(_path, bytes);

        Assert.Throws<BlittableException>(() => reader.Refresh());
        Assert.Equal((1, 100, false), (reader.CommitNumber, reader.Count, reader.IsDamaged));
        Assert.NotNull(reader.Find(5));

        bytes[4096 + 20] ^= 1;
        File.WriteAllBytes(_path, bytes);
        Assert.True(reader.Refresh());
        Assert.False(reader.Refresh());
        Assert.NotNull(reader.Find(5));
    }

    /// <summary>Superblocks that change between two reads are no reason to open the file again, which a follower of documents cannot continue.</summary>
    [Fact]
    public async Task A_file_that_a_fast_writer_changes_is_not_opened_again()
    {
        using var reader = CollectionReader.Open(_path);
        var source = reader.Snapshot.Source;
        var writing = Task.Run(() =>
        {
            using var writer = CollectionWriter.Append(_path);
            writer.Durability = CollectionDurability.None;
            for (var commit = 0; commit < 1000; commit++)
            {
                Add(writer, 1000 + commit, 1);
                writer.Commit();
            }
        });
        while (!writing.IsCompleted)
        {
            reader.Refresh();
            Assert.Same(source, reader.Snapshot.Source);
        }

        await writing;
    }

    /// <summary>If a mapped file grows by little, its end is read by system calls. If it grows by much, its end is mapped, too.</summary>
    [Theory]
    [MemberData(nameof(Accesses))]
    public void A_file_that_grows_by_megabytes_is_read_completely(CollectionAccess access)
    {
        using var reader = Open(access);
        using var writer = CollectionWriter.Append(_path);
        var random = new Random(1);
        for (var commit = 0; commit < 12; commit++)
        {
            for (var i = 0; i < 4; i++)
            {
                writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{1000 + (10 * commit) + i}},"text":"{{random.GetHexString(commit % 3 == 0 ? 600_000 : 1000)}}"}"""));
            }

            writer.Commit();
            reader.Refresh();
            reader.Validate();
            Assert.Equal(104 + (4 * commit), reader.Count);
        }

        using var other = CollectionReader.Open(_path);
        Assert.Equal(CollectionFile.ReadAll(other), CollectionFile.ReadAll(reader));
    }

    [Fact]
    public void A_reader_of_a_stream_can_be_refreshed()
    {
        using var stream = CollectionFile.Write(["1", "2"]);
        using var reader = CollectionReader.Open(stream, leaveOpen: true);
        using (var writer = CollectionWriter.Append(stream, leaveOpen: true))
        {
            writer.Add("3"u8);
            writer.Commit();
        }

        Assert.True(reader.Refresh());
        Assert.Equal(["1", "2", "3"], CollectionFile.ReadAll(reader));
        Assert.False(reader.Refresh());
    }

    [Fact]
    public async Task Threads_read_and_refresh_while_a_writer_commits_and_replaces_the_file()
    {
        using var reader = CollectionReader.Open(_path);
        var isOver = false;
        using var begun = new CountdownEvent(3);
        var readers = Enumerable.Range(0, 3).Select(worker => Task.Run(async () =>
        {
            var passes = 0;
            for (long before = 0; !Volatile.Read(ref isOver);)
            {
                if (worker == 0)
                {
                    await reader.RefreshAsync();
                }

                var table = reader.Scan().Aggregate(Aggregate.Count(), Aggregate.Max("$.id"));
                var count = table[0, 0].GetInt64();
                Assert.InRange(count, before, 100_000);
                Assert.Equal(count - 1, table[0, 1].GetInt64());
                Assert.NotNull(reader.Find(count - 1));
                before = count;
                if (passes++ == 0)
                {
                    begun.Signal();
                }
            }
        })).ToArray();
        Assert.True(begun.Wait(TimeSpan.FromSeconds(60)));
        for (var commit = 0; commit < 40; commit++)
        {
            Write(_path, 100 + (commit * 3), 3);
            if (commit % 10 == 9)
            {
                CollectionCompaction.Compact(_path);
            }
        }

        Volatile.Write(ref isOver, true);
        await Task.WhenAll(readers);
        reader.Refresh();
        Assert.Equal(220, reader.Count);
    }

    [Fact]
    public void A_compaction_continues_the_commit_numbers_and_keeps_the_tokens()
    {
        var token = Guid.NewGuid();
        using (var writer = CollectionWriter.Append(_path))
        {
            Add(writer, 1000, 1);
            writer.Commit(token);
        }

        CollectionCompaction.Compact(_path);

        using var again = CollectionWriter.Append(_path);
        Assert.Equal((3, token), (again.CommitNumber, again.LastCommitToken));
        Add(again, 2000, 1);
        Assert.False(again.Commit(token));
        Assert.Equal(101, again.Count);
    }

    internal static void Write(string path, int first, int count, CollectionOptions? options = null)
    {
        using var writer = options is null ? CollectionWriter.Append(path) : CollectionWriter.Create(path, options);
        Add(writer, first, count);
        writer.Commit();
    }

    internal static void Add(CollectionWriter writer, int first, int count)
    {
        for (var id = first; id < first + count; id++)
        {
            writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{id}},"name":"n{{id}}"}"""));
        }
    }

    private CollectionReader Open(CollectionAccess access) => CollectionReader.Open(_path, new CollectionReaderOptions { Access = access });
}
