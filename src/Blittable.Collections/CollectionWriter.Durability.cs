using Blittable.Collections.Snapshots;

namespace Blittable.Collections;

/// <content>Flushes of commits.</content>
public sealed partial class CollectionWriter
{
    private ITimer? _timer;

    /// <summary>The time of the last flushed commit, or 0 if there is none. The timer sets it too.</summary>
    private long _flushTime;

    /// <summary>Gets or sets the setting that specifies when commits are flushed to disk. The default is <see cref="CollectionDurability.EachCommit"/>. The
    /// setting applies from the next commit on and is not stored in the file.</summary>
    public CollectionDurability Durability { get; set; }

    /// <summary>Gets a value that indicates whether the last commit is on disk.</summary>
    internal bool IsFlushed => _sink.IsFlushed;

    /// <summary>Gets or sets the time provider. Tests replace it.</summary>
    internal TimeProvider Clock { get; set; } = TimeProvider.System;

    /// <summary>Flushes all commits to disk. Does nothing if they are on disk.</summary>
    /// <remarks><see cref="Dispose"/> also flushes, but does not throw if that fails.</remarks>
    /// <exception cref="IOException">The flush failed: a power loss may undo the commits since the previous flush. Open a new writer.</exception>
    /// <exception cref="BlittableException">An earlier write or flush of this writer failed.</exception>
    /// <exception cref="ObjectDisposedException">The writer is disposed.</exception>
    public void FlushToDisk()
    {
        CheckUsable();
        _isFailed = true;
        _sink.Settle();
        _isFailed = false;
    }

    /// <summary>Determines whether the next commit is flushed. A file is flushed before it is renamed to its final name. Unlike the bytes of a file, the bytes
    /// of a stream may be unflushed when it is opened: the first commit flushes them before it overwrites the older superblock.</summary>
    private bool IsFlushDue()
    {
        var interval = Durability.Interval;
        var isFirst = Volatile.Read(ref _flushTime) == 0;
        return interval == TimeSpan.Zero
            || _file is { IsPublished: false }
            || (isFirst && _file is null)
            || (interval > TimeSpan.Zero && (isFirst || SinceFlush() >= interval));
    }

    private TimeSpan SinceFlush() => Clock.GetElapsedTime(Volatile.Read(ref _flushTime));

    private void SetFlushTime() => Volatile.Write(ref _flushTime, Clock.GetTimestamp());

    /// <summary>Sets the timer for a commit that was not flushed.</summary>
    private void PlanFlush()
    {
        if (_sink.IsFlushed)
        {
            SetFlushTime();
        }
        else if (Durability.Interval > TimeSpan.Zero && _file is not null)
        {
            _timer ??= Clock.CreateTimer(_ => FlushInBackground(), null, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
            var rest = Durability.Interval - SinceFlush();
            _timer.Change(rest > TimeSpan.Zero ? rest : TimeSpan.Zero, Timeout.InfiniteTimeSpan);
        }
    }

    private void FlushInBackground()
    {
        try
        {
            _sink.FlushCommits();
            SetFlushTime();
        }
        catch (Exception fault) when (fault is IOException or ObjectDisposedException)
        {
            // The sink records the failure, so the next commit throws.
            CollectionLog.FlushFailed(CollectionLog.Logger, Name, fault);
        }
    }

    /// <summary>Flushes the commits when the writer is disposed.</summary>
    private void StopFlushing()
    {
        _timer?.Dispose();
        if (_sink.IsFlushed)
        {
            return;
        }

        try
        {
            if (_isFailed)
            {
                // The earlier commits are intact, but the other superblock may belong to the failed commit.
                _sink.FlushCommits();
            }
            else
            {
                _sink.Settle();
            }
        }
        catch (Exception fault) when (fault is IOException or ObjectDisposedException)
        {
            CollectionLog.FlushFailed(CollectionLog.Logger, Name, fault);
        }
    }
}
