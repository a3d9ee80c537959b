using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections;

/// <summary>Reads documents of a collection by row or key, and queries its columns.</summary>
/// <remarks>
/// A reader sees the state that was committed when it was opened, until it is refreshed. A writer may append at the same time. Instances are thread-safe. The
/// file is memory-mapped by default and must not be truncated while mapped; the library never truncates it. <see cref="CollectionReaderOptions.Access"/>
/// selects system calls instead. Documents own their bytes and outlive the reader. Calls that start after the reader is disposed throw; calls already in
/// progress complete.
/// </remarks>
public sealed partial class CollectionReader : IDisposable
{
    /// <summary>Limits retries, so a damaged file that grows constantly is still rejected.</summary>
    private const int MostTries = 16;

    /// <summary>The full path of the file; null for a stream.</summary>
    private readonly string? _path;
    private readonly CollectionAccess _access;
    private readonly Lock _refreshing = new();
    private volatile CollectionSnapshot _snapshot;
    private volatile bool _isDisposed;

    /// <param name="snapshot">The snapshot to read. The reader takes ownership of its file.</param>
    /// <param name="path">The full path of the file; null for a stream.</param>
    /// <param name="access">The file access method.</param>
    private CollectionReader(CollectionSnapshot snapshot, string? path, CollectionAccess access)
    {
        _snapshot = snapshot;
        _path = path;
        _access = access;
    }

    /// <summary>Gets the number of documents.</summary>
    public long Count => Snapshot.LiveCount;

    /// <summary>Gets the number of rows, including deleted ones. Rows are numbered from 0 and keep their numbers until the collection is compacted.</summary>
    public long RowCount => Snapshot.RowCount;

    /// <summary>Gets the number of the commit that this reader sees: 0 for a newly created collection, incremented by each commit and each
    /// compaction.</summary>
    public long CommitNumber => Snapshot.Superblock.Sequence;

    /// <summary>Gets the token of the most recent commit with a token, or <see langword="null"/> if there is none.</summary>
    public Guid? LastCommitToken => Snapshot.State.Tokens is [var last, ..] ? last : null;

    /// <summary>Gets a value that indicates whether a superblock, or the footer it references, is damaged, so commits after <see cref="CommitNumber"/> may
    /// be lost. <see cref="Validate(CancellationToken)"/> describes the damage, writers reject the file, and <see cref="CollectionRecovery"/> salvages the intact parts into a new
    /// file.</summary>
    public bool IsDamaged => Snapshot.Damage.Length > 0;

    /// <summary>Gets the options that the collection is written with.</summary>
    public CollectionOptions Options => Snapshot.Options;

    /// <summary>Gets or sets the maximum JSON size, in bytes, that a document returned by this reader may expand to. See
    /// <see cref="BlittableValue.WithMaxExpandedBytes"/>.</summary>
    /// <value>The default is 2,147,483,591, which allows every document that was added as JSON.</value>
    /// <remarks>For a file from an untrusted source, set a lower limit before you read documents. Neither checksums nor <see cref="Validate(CancellationToken)"/> detect documents
    /// that expand to far more than their stored size.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The value is negative.</exception>
    public long MaxExpandedBytes
    {
        get => Snapshot.Assemblers.MaxExpandedBytes;
        set => Snapshot.Assemblers.MaxExpandedBytes = Setting.NotNegative(value);
    }

    internal CollectionSnapshot Snapshot
    {
        get
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            return _snapshot;
        }
    }

    /// <summary>Opens a file and maps it into memory.</summary>
    /// <exception cref="BlittableException">The file is not a collection, or contains no intact committed state.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static CollectionReader Open(string path) => Open(path, CollectionReaderOptions.Default);

    /// <summary>Opens a file.</summary>
    /// <param name="path">The file path.</param>
    /// <param name="options">The reader options.</param>
    /// <exception cref="BlittableException">The file is not a collection, or contains no intact committed state.</exception>
    /// <exception cref="IOException">The file cannot be read.</exception>
    public static CollectionReader Open(string path, CollectionReaderOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return new CollectionReader(OpenFile(path, options.Access), Path.GetFullPath(path), options.Access);
    }

    /// <summary>Opens a collection in a seekable stream.</summary>
    /// <param name="stream">The stream, for exclusive use by the reader.</param>
    /// <param name="leaveOpen"><see langword="true"/> to leave the stream open after the reader is disposed.</param>
    /// <exception cref="BlittableException">The stream is not a collection, or contains no intact committed state.</exception>
    public static CollectionReader Open(Stream stream, bool leaveOpen = false)
    {
        ArgumentNullException.ThrowIfNull(stream);
        var source = new StreamSource(stream, leaveOpen);
        try
        {
            return new CollectionReader(CollectionSnapshot.Open(source), null, CollectionAccess.RandomAccess);
        }
        catch
        {
            source.Dispose();
            throw;
        }
    }

    private static CollectionSnapshot OpenFile(string path, CollectionAccess access)
    {
        // A writer may commit between opening the file and reading its superblocks. A superblock may then point past the length that was read, or be half
        // written. Only in these cases is the file opened again.
        for (var tries = 1; ; tries++)
        {
            var source = FileSource.Open(path, access);
            var isOwned = false;
            try
            {
                var snapshot = CollectionSnapshot.Open(source);
                if ((snapshot.Damage.Length == 0 && !snapshot.IsBehind) || !IsTriedAgain(tries, source))
                {
                    isOwned = true;
                    return snapshot;
                }
            }
            catch (BlittableException) when (IsTriedAgain(tries, source))
            {
                // Try again.
            }
            finally
            {
                if (!isOwned)
                {
                    source.Dispose();
                }
            }
        }
    }

    /// <summary>Determines whether to reopen a file that appeared damaged: once in any case, and again as long as it keeps growing.</summary>
    private static bool IsTriedAgain(int tries, BlockSource source) => tries == 1 || (tries < MostTries && source.HasOtherLength);

    /// <summary>Determines whether one of the last eight commits with a token has the specified token.</summary>
    public bool IsCommitted(Guid token) => Snapshot.State.Tokens.Contains(token);

    /// <summary>Gets the document at the specified row.</summary>
    /// <exception cref="BlittableException">The row does not exist or was deleted (<see cref="BlittableErrorCode.NotFound"/>), or the document is
    /// damaged.</exception>
    public BlittableDocument Get(long row)
    {
        if (!TryGet(row, out var document))
        {
            ThrowHelper.Throw(BlittableErrorCode.NotFound, $"Row {row} does not exist; the collection has {RowCount} rows.", row);
        }

        return document;
    }

    /// <summary>Gets the document at the specified row, unless the row does not exist or was deleted.</summary>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public bool TryGet(long row, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out BlittableDocument? document)
    {
        document = null;
        using var lease = Lease(out var snapshot);
        if (snapshot.StripeOf(row) is not { } stripe || stripe.IsDeleted((int)(row - stripe.FirstRow)))
        {
            return false;
        }

        document = stripe.GetDocument((int)(row - stripe.FirstRow));
        return true;
    }

    /// <summary>Passes all documents to a callback, in row order.</summary>
    /// <param name="action">Receives the row number and the document, which is valid during the call.</param>
    /// <param name="cancellationToken">Cancels the operation between two documents.</param>
    /// <exception cref="BlittableException">A document is damaged.</exception>
    public void ForEach(CollectionAction action, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(action);
        using var lease = Lease(out var snapshot);
        ForEach(snapshot, action, cancellationToken);
    }

    /// <summary>Releases the file after running queries and lookups complete.</summary>
    public void Dispose()
    {
        lock (_refreshing)
        {
            _isDisposed = true;
            _snapshot.Source.Dispose();
        }
    }

    /// <summary>Leases the current snapshot.</summary>
    /// <exception cref="ObjectDisposedException">The reader is disposed.</exception>
    internal SourceLease Lease(out CollectionSnapshot snapshot)
    {
        SourceLease lease;
        do
        {
            snapshot = Snapshot;
        }
        while (!snapshot.Source.TryLease(out lease)); // A refresh may have switched to another file in between.

        return lease;
    }

    private static void ForEach(CollectionSnapshot snapshot, CollectionAction action, CancellationToken cancellationToken)
    {
        foreach (var stripe in snapshot.Stripes)
        {
            var live = new ulong[MaskKernel.Words(stripe.ChunkRows)];
            for (var group = 0; group < stripe.GroupCount; group++)
            {
                stripe.CopyLive(group, live);
                var first = stripe.FirstRow + ((long)group * stripe.ChunkRows);
                stripe.ReadDocuments(group, live, (row, document) =>
                {
                    cancellationToken.ThrowIfCancellationRequested();
                    action(first + row, document);
                });
            }
        }
    }
}
