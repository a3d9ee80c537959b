using System.Text;
using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Tests;

/// <summary>Tests when a writer flushes, and which commits a power loss leaves.</summary>
public sealed class DurabilityTests
{
    private static readonly CollectionOptions s_options = new() { Layout = CollectionLayout.Rows, StripeRows = 16, ChunkRows = 4 };

    [Fact]
    public void A_writer_flushes_each_commit_twice_by_default()
    {
        var disk = new RecordedStream();
        using var writer = CollectionWriter.Create(disk, s_options, leaveOpen: true);
        Assert.Equal([2, 2, 2], Flushes(disk, writer, 3));
    }

    [Fact]
    public void A_writer_without_durability_flushes_when_it_is_asked_to()
    {
        var disk = new RecordedStream();
        using var writer = CollectionWriter.Create(disk, s_options, leaveOpen: true);
        Assert.Equal([2], Flushes(disk, writer, 1));
        writer.Durability = CollectionDurability.None;
        Assert.Equal([0, 0, 0], Flushes(disk, writer, 3));
        Assert.False(writer.IsFlushed);
        var before = disk.Flushes;
        writer.FlushToDisk();
        Assert.True(writer.IsFlushed && disk.Flushes > before);
    }

    [Fact]
    public void A_writer_flushes_earlier_commits_when_its_durability_changes_or_it_is_disposed()
    {
        var disk = new RecordedStream();
        var writer = CollectionWriter.Create(disk, s_options, leaveOpen: true);
        Assert.Equal([2], Flushes(disk, writer, 1));
        writer.Durability = CollectionDurability.None;
        Assert.Equal([0], Flushes(disk, writer, 1));
        writer.Durability = CollectionDurability.EachCommit;
        Assert.Equal([2], Flushes(disk, writer, 1));
        writer.Durability = CollectionDurability.None;
        Assert.Equal([0], Flushes(disk, writer, 1));
        var before = disk.Flushes;
        writer.Dispose();
        Assert.True(disk.Flushes > before);
    }

    [Fact]
    public void A_writer_flushes_at_most_once_in_an_interval_and_a_timer_flushes_the_rest()
    {
        var path = Path.GetTempFileName();
        try
        {
            using var clock = new ManualClock();
            using var writer = CollectionWriter.Create(path, s_options);
            writer.Clock = clock;
            writer.Durability = CollectionDurability.Every(TimeSpan.FromSeconds(1));
            Assert.True(Commit(writer));
            clock.Advance(TimeSpan.FromSeconds(0.4));
            Assert.False(Commit(writer));
            Assert.Equal(TimeSpan.FromSeconds(0.6), clock.Due);
            clock.Advance(TimeSpan.FromSeconds(0.5));
            Assert.False(Commit(writer));
            Assert.Equal(TimeSpan.FromSeconds(0.1), clock.Due);

            clock.Elapse();

            Assert.True(writer.IsFlushed);
            clock.Advance(TimeSpan.FromSeconds(1.2));
            Assert.True(Commit(writer));
            Assert.False(Commit(writer));
        }
        finally
        {
            File.Delete(path);
        }
    }

    /// <summary>A power loss leaves any of the sectors written after the last flush, of several commits.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void A_power_loss_leaves_the_state_of_a_commit_and_none_before_the_last_flush(int seed)
    {
        var random = new Random(seed);
        var disk = new RecordedStream();
        var (states, flushed, lost) = (new List<int> { 0 }, 0, 0);
        var writer = CollectionWriter.Create(disk, s_options, leaveOpen: true);
        for (var step = 0; step < 100; step++)
        {
            writer.Durability = random.Next(8) == 0 ? CollectionDurability.EachCommit : CollectionDurability.None;
            Add(writer, states[^1], random.Next(1, 30));
            writer.Commit();
            states.Add((int)writer.Count);
            flushed = writer.IsFlushed ? states.Count - 1 : flushed;
            for (var cut = 0; cut < 3; cut++)
            {
                var left = disk.CutPower(random);
                var documents = CollectionFile.ReadAll(new MemoryStream(left)).Count;
                Assert.Contains(documents, states.Skip(flushed));
                using var reader = CollectionReader.Open(new MemoryStream(left));
                reader.Validate();
                lost += documents < states[^1] ? 1 : 0;
                if (random.Next(20) != 0)
                {
                    continue;
                }

                // Another writer continues from the remaining state.
                writer = CollectionWriter.Append(disk = new RecordedStream(left), leaveOpen: true);
                states.RemoveRange(states.IndexOf(documents) + 1, states.Count - states.IndexOf(documents) - 1);
                flushed = states.Count - 1;
                break;
            }
        }

        Assert.True(lost > 20);
    }

    [Fact]
    public void An_unflushed_commit_is_skipped_if_any_of_its_bytes_is_missing()
    {
        var disk = new RecordedStream();
        var writer = CollectionWriter.Create(disk, s_options, leaveOpen: true);
        Add(writer, 0, 20);
        writer.Commit();
        var flushed = (int)disk.Length;
        writer.Durability = CollectionDurability.None;
        for (var commit = 1; commit < 4; commit++)
        {
            Add(writer, 20 * commit, 20);
            writer.Commit();
        }

        var whole = disk.ToArray();
        Assert.Equal(80, CollectionFile.ReadAll(new MemoryStream(whole)).Count);
        for (var place = flushed; place < whole.Length; place += 7)
        {
            var left = (byte[])whole.Clone();
            left[place] ^= 0x40;
            using var reader = CollectionReader.Open(new MemoryStream(left));
            Assert.Equal((1, 20, false), (reader.CommitNumber, reader.Count, reader.IsDamaged));
            using var shorter = CollectionReader.Open(new MemoryStream(whole[..place]));
            Assert.Equal((1, false), (shorter.CommitNumber, shorter.IsDamaged));
        }

        // Missing bytes of a flushed commit are damage.
        writer.FlushToDisk();
        whole = disk.ToArray();
        whole[^3] ^= 0x40;
        using var damaged = CollectionReader.Open(new MemoryStream(whole));
        Assert.True(damaged.IsDamaged);
    }

    [Fact]
    public void A_failed_flush_fails_the_next_commit_and_leaves_the_commits_visible()
    {
        var disk = new RecordedStream();
        var writer = CollectionWriter.Create(disk, s_options, leaveOpen: true);
        Commit(writer);
        writer.Durability = CollectionDurability.None;
        Commit(writer);
        disk.IsFailing = true;
        Assert.Throws<IOException>(writer.FlushToDisk);
        disk.IsFailing = false;
        var flushes = disk.Flushes;

        Assert.Throws<BlittableException>(writer.FlushToDisk);
        Assert.Throws<BlittableException>(writer.Commit);
        writer.Dispose();

        // A failed flush is not repeated.
        Assert.Equal(flushes, disk.Flushes);
        Assert.Equal(2, CollectionFile.ReadAll(disk).Count);
        using var next = CollectionWriter.Append(disk, leaveOpen: true);
        Assert.Equal(2, next.Count);
        Assert.True(disk.Flushes >= flushes + 2);
        Assert.Equal(2, CollectionFile.ReadAll(new MemoryStream(disk.CutPower(new Random(1)))).Count);
    }

    [Fact]
    public void A_commit_whose_own_flush_fails_is_hidden_or_may_be_visible_and_the_commits_before_it_are_visible()
    {
        foreach (var failing in (int[])[1, 2])
        {
            var disk = new RecordedStream();
            var writer = CollectionWriter.Create(disk, s_options, leaveOpen: true);
            Commit(writer);
            writer.Durability = CollectionDurability.None;
            Commit(writer);
            writer.Durability = CollectionDurability.EachCommit;
            disk.FailsAt = disk.Flushes + failing;

            var fault = Assert.Throws<CollectionCommitException>(() => Commit(writer));

            Assert.Equal(failing == 2, fault.MayBeVisible);
            Assert.Equal(failing + 1, CollectionFile.ReadAll(disk).Count);
        }
    }

    [Fact]
    public void A_writer_that_failed_without_a_flush_flushes_its_earlier_commits_when_it_is_disposed()
    {
        var disk = new RecordedStream();
        var writer = CollectionWriter.Create(disk, s_options, leaveOpen: true);
        Commit(writer);
        writer.Durability = CollectionDurability.None;
        Commit(writer);
        disk.IsFull = true;
        Assert.False(Assert.Throws<CollectionCommitException>(() => Commit(writer)).MayBeVisible);

        writer.Dispose();

        Assert.Equal(2, CollectionFile.ReadAll(new MemoryStream(disk.CutPower(new Random(1)))).Count);
    }

    [Fact]
    public void The_first_commit_of_a_stream_and_of_a_file_that_replaces_another_is_flushed()
    {
        var path = Path.GetTempFileName();
        try
        {
            var stream = new RecordedStream();
            CollectionWriter.Create(stream, s_options, leaveOpen: true).Dispose();
            foreach (var create in (Func<CollectionWriter>[])[() => CollectionWriter.Create(path, s_options), () => CollectionWriter.Append(stream, leaveOpen: true)])
            {
                using var writer = create();
                writer.Durability = CollectionDurability.None;
                writer.FlushToDisk();
                Assert.True(Commit(writer));
                Assert.False(Commit(writer));
            }
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public void Readers_see_commits_that_are_not_flushed_and_their_flush_is_no_commit()
    {
        var path = Path.GetTempFileName();
        try
        {
            var token = Guid.NewGuid();
            using var writer = CollectionWriter.Create(path, s_options);
            Commit(writer);
            using var reader = CollectionReader.Open(path);
            writer.Durability = CollectionDurability.None;
            writer.Add("2"u8);
            writer.Commit(token);
            Assert.True(reader.Refresh());
            Assert.True(reader.Count == 2 && reader.IsCommitted(token) && !writer.IsFlushed);

            writer.FlushToDisk();

            Assert.False(reader.Refresh());
            Assert.Equal(token, writer.ReadCommitFromDisk().Token);
            Commit(writer);
            Assert.True(reader.Refresh());
            var backup = new MemoryStream();
            reader.BackupTo(backup);
            writer.Dispose();
            CollectionCompaction.Compact(path);
            Assert.Equal(["1", "2", "1"], CollectionFile.ReadAll(backup));
            Assert.Equal(["1", "2", "1"], ReadAll(path));
            using var next = CollectionWriter.Append(path);
            Assert.True(next.IsCommitted(token));
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public void A_commit_is_flushed_if_64_MB_are_not()
    {
        var sink = new BlockSink(new MemoryStream(), Superblock.DataStart, BlockCompression.None);
        sink.CommitFirst(0, "footer"u8, 0, 0);
        var flushed = new List<bool>();
        for (var commit = 1; commit < 8; commit++)
        {
            sink.WritePlain(new byte[15 << 20]);
            sink.Commit(commit, "footer"u8, 0, 0, isFlushed: false);
            flushed.Add(sink.IsFlushed);
        }

        Assert.Equal([false, false, false, false, true, false, false], flushed);
    }

    [Fact]
    public void A_setting_has_an_interval_and_a_name()
    {
        Assert.Equal((TimeSpan.Zero, "EachCommit"), (default(CollectionDurability).Interval, default(CollectionDurability).ToString()));
        Assert.Equal((Timeout.InfiniteTimeSpan, "None"), (CollectionDurability.None.Interval, CollectionDurability.None.ToString()));
        Assert.Equal("Every 00:00:00.0500000", CollectionDurability.Every(TimeSpan.FromMilliseconds(50)).ToString());
        Assert.Throws<ArgumentOutOfRangeException>(() => CollectionDurability.Every(TimeSpan.Zero));
        Assert.Throws<ArgumentOutOfRangeException>(() => CollectionDurability.Every(Timeout.InfiniteTimeSpan));
        Assert.Throws<ArgumentOutOfRangeException>(() => CollectionDurability.Every(TimeSpan.FromDays(2)));
    }

    private static List<string> ReadAll(string path)
    {
        using var reader = CollectionReader.Open(path);
        return CollectionFile.ReadAll(reader);
    }

    private static bool Commit(CollectionWriter writer)
    {
        writer.Add("1"u8);
        writer.Commit();
        return writer.IsFlushed;
    }

    private static List<int> Flushes(RecordedStream disk, CollectionWriter writer, int commits) => [.. Enumerable.Range(0, commits).Select(_ =>
    {
        var before = disk.Flushes;
        Commit(writer);
        return disk.Flushes - before;
    })];

    private static void Add(CollectionWriter writer, int first, int count)
    {
        for (var id = first; id < first + count; id++)
        {
            writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{id}},"text":"{{new string('x', id % 50)}}"}"""));
        }
    }

    /// <summary>A clock and its timer, which advance and elapse on request.</summary>
    private sealed class ManualClock : TimeProvider, ITimer
    {
        private TimerCallback _callback = _ => { };
        private long _ticks = 1;

        public TimeSpan Due { get; private set; }

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _ticks;

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            _callback = callback;
            return this;
        }

        public void Advance(TimeSpan time) => _ticks += time.Ticks;

        public void Elapse() => _callback(null);

        public bool Change(TimeSpan dueTime, TimeSpan period)
        {
            Due = dueTime;
            return true;
        }

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => default;
    }
}
