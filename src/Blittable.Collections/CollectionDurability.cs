namespace Blittable.Collections;

/// <summary>Specifies when a writer flushes its commits to disk, and thereby which commits a power loss may undo. A process crash undoes no commit, regardless
/// of the setting.</summary>
/// <remarks>
/// <para>With every setting, a power loss leaves the state of one commit: the last flushed commit, or a later commit whose bytes are all on disk. Writers
/// continue from it. Undone commits are not reported, because their loss cannot be distinguished from damage to their bytes.</para>
/// <para>A file that is created, compacted or replaced is flushed before it is renamed to its final name. To share one flush among the commits of several
/// threads or tasks, use <see cref="CollectionCommitter"/>; each of its calls completes when its change is as durable as the setting of the writer
/// requires.</para>
/// </remarks>
public readonly record struct CollectionDurability
{
    private static readonly TimeSpan s_longest = TimeSpan.FromDays(1);

    private CollectionDurability(TimeSpan interval) => Interval = interval;

    /// <summary>Gets the default setting: each commit is flushed before it returns. A power loss undoes no commit that returned.</summary>
    public static CollectionDurability EachCommit => default;

    /// <summary>Gets the setting without regular flushes. A power loss may undo all commits since the writer was opened, except for commits before the last
    /// <see cref="CollectionWriter.FlushToDisk"/>. The writer also flushes when it is disposed, and when 64 MB are unflushed.</summary>
    public static CollectionDurability None => new(Timeout.InfiniteTimeSpan);

    /// <summary>Gets the maximum time between a commit and its flush: zero for <see cref="EachCommit"/> and <see cref="Timeout.InfiniteTimeSpan"/> for
    /// <see cref="None"/>.</summary>
    public TimeSpan Interval { get; }

    /// <summary>Returns a setting with at most one flush per interval. A power loss may undo the commits made during the last interval and during its
    /// flush.</summary>
    /// <remarks>A commit is flushed before it returns if the last flush is at least one interval ago. Otherwise, a timer flushes it. If the writer was opened
    /// on a stream instead of a file, there is no timer: an unflushed commit waits for the next commit, <see cref="CollectionWriter.FlushToDisk"/> or
    /// <see cref="CollectionWriter.Dispose"/>.</remarks>
    /// <param name="interval">The interval, for example 50 milliseconds.</param>
    /// <exception cref="ArgumentOutOfRangeException">The interval is not positive, or is longer than a day.</exception>
    public static CollectionDurability Every(TimeSpan interval)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(interval, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(interval, s_longest);
        return new CollectionDurability(interval);
    }

    /// <summary>Returns the name of the setting, followed by the interval, if any.</summary>
    public override string ToString() =>
        Interval == TimeSpan.Zero ? nameof(EachCommit) : Interval == Timeout.InfiniteTimeSpan ? nameof(None) : $"{nameof(Every)} {Interval:c}";
}
