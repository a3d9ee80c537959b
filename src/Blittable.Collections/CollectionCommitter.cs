using System.Threading.Channels;

namespace Blittable.Collections;

/// <summary>Commits the changes of many callers together (group commit). Thread-safe.</summary>
/// <remarks>
/// <para>With the default <see cref="CollectionWriter.Durability"/>, a commit waits for the disk twice, regardless of its size. Changes that arrive while the disk is
/// busy are committed together by the next commit, and each call completes when its change is committed. A caller therefore waits for at most two commits, and
/// a hundred callers take little longer than one.</para>
/// <para>Every commit has a token of its own. If a commit fails, its callers receive a <see cref="CollectionCommitException"/> with this token. Reopen the
/// collection and repeat the change only if <see cref="CollectionWriter.IsCommitted"/> returns <see langword="false"/> for the token. Otherwise, documents
/// without a key could be stored twice. All later calls fail with another <see cref="IOException"/>: their changes are not in the collection.</para>
/// </remarks>
public sealed class CollectionCommitter : IAsyncDisposable
{
    /// <summary>The maximum number of changes in one commit.</summary>
    private const int MostChanges = 10_000;

    private readonly CollectionWriter _writer;
    private readonly bool _leaveOpen;
    private readonly Channel<Change> _changes = Channel.CreateUnbounded<Change>(new UnboundedChannelOptions { SingleReader = true });
    private readonly Task _work;
    private Exception? _failure;

    /// <summary>Creates a committer and starts processing changes.</summary>
    /// <param name="writer">The writer, for exclusive use by the committer.</param>
    /// <param name="leaveOpen"><see langword="true"/> to leave the writer open after the committer is disposed.</param>
    /// <exception cref="ArgumentNullException"><paramref name="writer"/> is null.</exception>
    public CollectionCommitter(CollectionWriter writer, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(writer);
        _writer = writer;
        _leaveOpen = leaveOpen;
        _work = Task.Run(RunAsync);
    }

    /// <summary>Adds a JSON document. The task completes when the document is committed.</summary>
    /// <param name="utf8Json">The document. Do not modify it before the task completes.</param>
    /// <exception cref="BlittableException">The text is not JSON, or its key is missing or already exists. Changes of other callers are still
    /// committed.</exception>
    /// <exception cref="CollectionCommitException">The commit with the change failed.</exception>
    /// <exception cref="IOException">An earlier commit failed. The change was not made.</exception>
    /// <exception cref="ObjectDisposedException">The committer is disposed.</exception>
    public Task AddAsync(ReadOnlyMemory<byte> utf8Json) => Enqueue(writer =>
    {
        writer.Add(utf8Json.Span);
        return true;
    });

    /// <summary>Adds a JSON document, or replaces the document with the same key. The task completes when the change is committed.</summary>
    /// <returns><see langword="true"/> if a document was replaced; otherwise, <see langword="false"/>.</returns>
    /// <inheritdoc cref="AddAsync"/>
    public Task<bool> UpdateAsync(ReadOnlyMemory<byte> utf8Json) => Enqueue(writer => writer.Update(utf8Json.Span));

    /// <summary>Deletes the document with the specified key. The task completes when the deletion is committed.</summary>
    /// <returns><see langword="true"/> if the document existed; otherwise, <see langword="false"/>.</returns>
    /// <exception cref="BlittableException">The collection has no key.</exception>
    /// <exception cref="CollectionCommitException">The commit with the change failed.</exception>
    /// <exception cref="IOException">An earlier commit failed. The change was not made.</exception>
    /// <exception cref="ObjectDisposedException">The committer is disposed.</exception>
    public Task<bool> DeleteAsync(CollectionKey key) => Enqueue(writer => writer.Delete(key));

    /// <summary>Commits all pending changes and releases the writer.</summary>
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
                Apply(change, applied);
            }

            Commit(applied);
            applied.Clear();
        }
    }

    private void Apply(Change change, List<(Change Change, bool Result)> applied)
    {
        if (_failure is not null)
        {
            change.Completion.SetException(Later(_failure));
            return;
        }

        try
        {
            applied.Add((change, change.Apply(_writer)));
        }
        catch (Exception fault)
        {
            // A full stripe is written before its commit. If that fails, the writer cannot be used anymore.
            _failure = fault is BlittableException ? null : fault;
            change.Completion.SetException(fault);
        }
    }

    private void Commit(List<(Change Change, bool Result)> applied)
    {
        try
        {
            if (applied.Count > 0 && _failure is null)
            {
                _writer.Commit(Guid.NewGuid());
            }
        }
        catch (Exception fault)
        {
            _failure = fault;
            applied.ForEach(done => done.Change.Completion.SetException(fault));
            return;
        }

        foreach (var (change, result) in applied)
        {
            if (_failure is null)
            {
                change.Completion.SetResult(result);
            }
            else
            {
                change.Completion.SetException(Later(_failure));
            }
        }
    }

    /// <summary>Returns the exception for a change that is in no commit, because the writer failed before. It has no token.</summary>
    private static IOException Later(Exception failure) => new("The change was not made because the writer of this committer has failed.", failure);

    private sealed class Change(Func<CollectionWriter, bool> apply)
    {
        public Func<CollectionWriter, bool> Apply { get; } = apply;

        public TaskCompletionSource<bool> Completion { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }
}
