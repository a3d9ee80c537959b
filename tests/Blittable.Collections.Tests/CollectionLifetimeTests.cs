using System.Runtime.Versioning;
using Blittable.Collections;
using Blittable.Collections.Snapshots;

namespace Blittable.Collections.Tests;

/// <summary>Tests which readers and writers can share a file, and what happens to queries after their reader is disposed.</summary>
public sealed class CollectionLifetimeTests : IDisposable
{
    private readonly string _path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());

    public CollectionLifetimeTests()
    {
        using var writer = CollectionWriter.Create(_path, CollectionFile.Small with { Key = "$.id" });
        for (var id = 0; id < 300; id++)
        {
            writer.Add(System.Text.Encoding.UTF8.GetBytes($$"""{"id":{{id}},"kind":"k{{id % 3}}"}"""));
        }

        writer.Commit();
    }

    public void Dispose() => File.Delete(_path);

    [Fact]
    public void A_second_writer_is_rejected_while_readers_open_and_close()
    {
        using (var writer = CollectionWriter.Append(_path))
        {
            CollectionReader.Open(_path).Dispose();

            var fault = Assert.Throws<IOException>(() => CollectionWriter.Append(_path));
            Assert.Throws<IOException>(() => CollectionWriter.Create(_path));
            Assert.Throws<IOException>(() => CollectionCompaction.Compact(_path));

            Assert.Contains(_path, fault.Message, StringComparison.Ordinal);
            writer.Add("""{"id":300}"""u8);
            writer.Commit();
        }

        using var reader = CollectionReader.Open(_path);
        Assert.Equal(301, reader.Count);
        CollectionWriter.Append(_path).Dispose();
    }

    [Fact]
    public void A_query_used_after_its_reader_is_disposed_throws()
    {
        CollectionScan scan;
        ScanSelection selection;
        CollectionReader kept;
        using (var reader = CollectionReader.Open(_path))
        {
            kept = reader;
            scan = reader.Scan().Where("$.kind", FilterOperator.Equal, "k1");
            selection = scan.Select("$.id");
            Assert.Equal(100, scan.Count());
            Assert.Equal(100, selection.ToTable().Count);
        }

        Assert.Throws<ObjectDisposedException>(() => scan.Count());
        Assert.Throws<ObjectDisposedException>(() => scan.GroupBy("$.kind").Aggregate(Aggregate.Max("$.id")));
        Assert.Throws<ObjectDisposedException>(selection.ToTable);
        Assert.Throws<ObjectDisposedException>(() => selection.ForEach(_ => { }));
        Assert.Throws<ObjectDisposedException>(() => kept.Get(0));
        Assert.Throws<ObjectDisposedException>(() => kept.ByteCount);
    }

    [Fact]
    public void A_running_query_completes_if_its_reader_is_disposed()
    {
        var reader = CollectionReader.Open(_path);
        var rows = 0;

        foreach (var batch in reader.Scan().Select("$.id", "$.kind"))
        {
            reader.Dispose();
            rows += batch.Count;
        }

        Assert.Equal(300, rows);
        Assert.Throws<ObjectDisposedException>(() => reader.Count);
    }

    [Fact]
    public void A_disposed_reader_leaves_no_references_in_its_threads()
    {
        var left = ReadAndDispose();

        for (var i = 0; i < 3 && left.IsAlive; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.False(left.IsAlive);

        [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
        WeakReference ReadAndDispose()
        {
            using var reader = CollectionReader.Open(_path);
            using var document = reader.Get(5);
            return new WeakReference(reader.Snapshot.Stripes[0]);
        }
    }

    [Fact]
    public void A_running_ForEach_completes_if_its_reader_is_disposed()
    {
        var reader = CollectionReader.Open(_path);
        var texts = new List<string>();

        reader.ForEach((_, document) =>
        {
            reader.Dispose();
            texts.Add(document.ToJson());
        });

        Assert.Equal(300, texts.Count);
        Assert.Equal("""{"id":299,"kind":"k2"}""", texts[^1]);
    }

    [Fact]
    public async Task Lookups_succeed_or_throw_while_another_thread_disposes_the_reader()
    {
        for (var round = 0; round < 30; round++)
        {
            var reader = CollectionReader.Open(_path);
            using var begun = new CountdownEvent(3);
            var lookUps = Enumerable.Range(0, 3).Select(worker => Task.Run(() =>
            {
                for (var (id, done) = (worker, 0); ; (id, done) = ((id + 7) % 300, done + 1))
                {
                    if (done == round % 4)
                    {
                        begun.Signal();
                    }

                    try
                    {
                        using var found = reader.Find(id);
                        using var row = reader.Get(id);
                        Assert.Equal($$"""{"id":{{id}},"kind":"k{{id % 3}}"}""", found?.Root.ToJson());
                        Assert.Equal(found?.Root.ToJson(), row.Root.ToJson());
                    }
                    catch (ObjectDisposedException)
                    {
                        return;
                    }
                }
            })).ToArray();
            Assert.True(begun.Wait(TimeSpan.FromSeconds(60)));

            reader.Dispose();

            await Task.WhenAll(lookUps);
        }
    }

    /// <summary>A superblock may refer to bytes past the end of the file at the time it was mapped.</summary>
    [Fact]
    public async Task A_reader_opened_during_a_commit_sees_the_state_before_or_after_it()
    {
        for (var round = 0; round < 15; round++)
        {
            var path = $"{_path}.{round}";
            try
            {
                using var writer = CollectionWriter.Create(path, CollectionFile.Small);
                var isOver = false;
                using var begun = new ManualResetEventSlim();
                var reading = Task.Run(() =>
                {
                    for (long before = 0; !Volatile.Read(ref isOver);)
                    {
                        using var reader = CollectionReader.Open(path);
                        reader.Validate();
                        Assert.InRange(reader.Count, before, 30);
                        before = reader.Count;
                        begun.Set();
                    }
                });
                Assert.True(begun.Wait(TimeSpan.FromSeconds(60)));
                for (var i = 0; i < 30; i++)
                {
                    writer.Add("1"u8);
                    writer.Commit();
                }

                Volatile.Write(ref isOver, true);
                await reading;
            }
            finally
            {
                File.Delete(path);
            }
        }
    }

    /// <summary>Each round starts a commit and a compaction together. Both retry until they get the lock, so neither can starve the other.</summary>
    [Fact]
    public async Task Commits_made_during_a_compaction_are_not_lost()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "Locks between processes are tested on Linux.");
        const int rounds = 20;
        using var start = new Barrier(2);
        var compacting = Task.Factory.StartNew(
            () =>
            {
                for (var round = 0; round < rounds; round++)
                {
                    start.SignalAndWait(TestContext.Current.CancellationToken);
                    UntilUnlocked(() => CollectionCompaction.Compact(_path));
                }
            },
            TestContext.Current.CancellationToken,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
        for (var round = 0; round < rounds; round++)
        {
            start.SignalAndWait(TestContext.Current.CancellationToken);
            for (var commit = 0; commit < 3; commit++)
            {
                var id = 1000 + (3 * round) + commit;
                UntilUnlocked(() =>
                {
                    using var writer = CollectionWriter.Append(_path);
                    writer.Add(System.Text.Encoding.UTF8.GetBytes($$"""{"id":{{id}}}"""));
                    writer.Commit();
                });
            }
        }

        await compacting;

        using var reader = CollectionReader.Open(_path);
        Assert.All(Enumerable.Range(1000, 3 * rounds), id => Assert.NotNull(reader.Find(id)));
        Assert.Equal(300 + (3 * rounds), reader.Count);

        static void UntilUnlocked(Action action)
        {
            for (var tries = 0; ; tries++)
            {
                try
                {
                    action();
                    return;
                }
                catch (IOException) when (tries < 1_000_000)
                {
                    // The other thread holds the lock.
                    Thread.Yield();
                }
            }
        }
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public void Compaction_through_a_symbolic_link_keeps_the_link_and_the_permissions()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Links need a right of their own there, and permissions come from the folder.");
        var link = _path + ".link";
        File.CreateSymbolicLink(link, _path);
        File.SetUnixFileMode(_path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        try
        {
            CollectionCompaction.Compact(link);

            Assert.Equal(_path, new FileInfo(link).LinkTarget);
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(_path));
            using var reader = CollectionReader.Open(_path);
            Assert.Equal(300, reader.Count);
        }
        finally
        {
            File.Delete(link);
        }
    }
}
