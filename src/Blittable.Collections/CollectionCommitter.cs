using System.Threading.Channels;

namespace Blittable.Collections;

/// <summary>Commits the changes of many callers together: a group commit. Safe for any number of threads.</summary>
/// <remarks>
/// A commit waits twice for the disk, whatever it has to write. Changes that come while the disk is busy are gathered, and the next commit has all of them; a call
/// completes when its change is committed. So each caller waits for at most two commits, and a hundred callers take little longer than one.
/// </remarks>
public sealed class CollectionCommitter : IAsyncDisposable
{
    /// <summary>The most changes of one commit, however many wait.</summary>
    private const int MostChanges = 10_000;

    private readonly CollectionWriter _writer;
    private readonly bool _leaveOpen;
    private readonly Channel<Change> _changes = Channel.CreateUnbounded<Change>(new UnboundedChannelOptions { SingleReader = true });
    private readonly Task _work;

    /// <summary>Starts to commit what callers bring.</summary>
    /// <param name="writer">The writer, for the sole use of the committer.</param>
    /// <param name="leaveOpen">Whether the writer stays open when this is disposed of.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is null.</exception>
    public CollectionCommitter(CollectionWriter writer, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(writer);
        _writer = writer;
        _leaveOpen = leaveOpen;
        _work = Task.Run(RunAsync);
    }

    /// <summary>Adds a document given as JSON, and completes when it is committed.</summary>
    /// <param name="utf8Json">The document; it must not change before the task has completed.</param>
    /// <exception cref="BlittableException">The text is not JSON, or its key is missing or taken. Changes of other callers are committed all the same.</exception>
    /// <exception cref="IOException">The commit failed; all calls from then on fail, too.</exception>
    /// <exception cref="ObjectDisposedException">This was disposed of.</exception>
    public Task AddAsync(ReadOnlyMemory<byte> utf8Json) => Enqueue(writer =>
    {
        writer.Add(utf8Json.Span);
        return true;
    });

    /// <summary>Adds a document given as JSON in place of the one that has its key, if there is one, and completes when that is committed.</summary>
    /// <returns>Whether the document existed.</returns>
    /// <inheritdoc cref="AddAsync"/>
    public Task<bool> UpdateAsync(ReadOnlyMemory<byte> utf8Json) => Enqueue(writer => writer.Update(utf8Json.Span));

    /// <summary>Deletes the document that has a key, and completes when that is committed.</summary>
    /// <returns>False if no document has the key.</returns>
    /// <exception cref="BlittableException">The collection has no keys.</exception>
    /// <exception cref="IOException">The commit failed; all calls from then on fail, too.</exception>
    /// <exception cref="ObjectDisposedException">This was disposed of.</exception>
    public Task<bool> DeleteAsync(CollectionKey key) => Enqueue(writer => writer.Delete(key));

    /// <summary>Commits what was brought before, and lets go of the writer.</summary>
    public async ValueTask DisposeAsync()
    {
        _changes.Writer.TryComplete();
        await _work.ConfigureAwait(false);
        if (!_leaveOpen)
        {
            _writer.Dispose();
        }
    }

    private Task<bool> Enqueue(Func<CollectionWriter, bool> apply)
    {
        var change = new Change(apply);
        ObjectDisposedException.ThrowIf(!_changes.Writer.TryWrite(change), this);
        return change.Completion.Task;
    }

    private async Task RunAsync()
    {
        var applied = new List<(Change Change, bool Result)>();
        while (await _changes.Reader.WaitToReadAsync().ConfigureAwait(false))
        {
            while (applied.Count < MostChanges && _changes.Reader.TryRead(out var change))
            {
                try
                {
                    applied.Add((change, change.Apply(_writer)));
                }
                catch (Exception fault)
                {
                    change.Completion.SetException(fault);
                }
            }

            try
            {
                if (applied.Count > 0)
                {
                    _writer.Commit();
                }

                foreach (var (change, result) in applied)
                {
                    change.Completion.SetResult(result);
                }
            }
            catch (Exception fault)
            {
                foreach (var (change, _) in applied)
                {
                    change.Completion.TrySetException(fault);
                }
            }

            applied.Clear();
        }
    }

    private sealed class Change(Func<CollectionWriter, bool> apply)
    {
        public Func<CollectionWriter, bool> Apply { get; } = apply;

        public TaskCompletionSource<bool> Completion { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }
}
