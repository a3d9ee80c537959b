using Npgsql;

namespace Blittable.Npgsql.Dictionaries;

/// <summary>Represents this program's copy of a table's dictionary.</summary>
/// <remarks>
/// The copy is built only from committed rows of the companion table on the server of the documents. Therefore, every program that can access this table can
/// read documents written with the copy. New versions are created in the companion table <c>origin</c>. For a table on one server, the origin is the companion
/// table itself. A shard first copies the rows of the origin. A copy in memory only grows. It is replaced only if the companion table does not contain its
/// newest version.
/// </remarks>
internal sealed class TableDictionary(CompanionTable companion, CompanionTable origin, BlittableTableOptions options)
{
    private readonly Lock _assembling = new();
    private readonly DictionarySampler _sample = new();
    private volatile BlittableDictionary? _copy;

    /// <summary>A clone of the copy, used by one caller at a time to determine whether a sample contains something new.</summary>
    private BlittableDictionary? _clone;

    /// <summary>Gets a value that indicates whether the copy contains nothing learned from documents.</summary>
    public bool IsEmpty => _copy is not { Version: > 0 };

    /// <summary>Gets a value that indicates whether versions are created in another table and copied from there.</summary>
    private bool IsCopy => !ReferenceEquals(origin, companion);

    /// <summary>Gets the current copy. The first call reads it from the server.</summary>
    public ValueTask<BlittableDictionary> GetAsync(CancellationToken cancellationToken) =>
        _copy is { } copy ? new ValueTask<BlittableDictionary>(copy) : new ValueTask<BlittableDictionary>(RefreshAsync(cancellationToken));

    /// <summary>Gets the copy, updated to include every committed version.</summary>
    /// <exception cref="BlittableException">A version is missing or damaged, or belongs to another dictionary.</exception>
    public async Task<BlittableDictionary> RefreshAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            var copy = _copy;
            var changes = copy is null
                ? await companion.ReadAsync(cancellationToken).ConfigureAwait(false)
                : await companion.ReadSinceAsync(copy, cancellationToken).ConfigureAwait(false);
            lock (_assembling)
            {
                // Another caller may have changed the copy in the meantime. If it was replaced, read again. If it grew, rows that it already has are compared
                // and skipped.
                if (!ReferenceEquals(copy, _copy))
                {
                    continue;
                }

                if (changes is not null)
                {
                    return _copy = companion.Assemble(copy, changes);
                }

                _copy = null;
            }
        }
    }

    /// <summary>Rebuilds the copy after a write with it was rejected.</summary>
    /// <param name="stale">The copy that the write used. If another copy has replaced it, that copy is updated instead.</param>
    /// <param name="cancellationToken">Cancels the operation.</param>
    /// <exception cref="BlittableException">A version is missing or damaged, or belongs to another dictionary.</exception>
    public Task<BlittableDictionary> ReloadAsync(BlittableDictionary stale, CancellationToken cancellationToken)
    {
        lock (_assembling)
        {
            if (ReferenceEquals(_copy, stale))
            {
                _copy = null;
            }
        }

        return RefreshAsync(cancellationToken);
    }

    /// <summary>Discards the copy after the table was dropped.</summary>
    public void Forget()
    {
        lock (_assembling)
        {
            _copy = null;
        }
    }

    /// <summary>Adds the text of a converted document to the sample, and learns from the sample when it is complete.</summary>
    /// <returns>true if there is a new version, with which the document can be converted again; otherwise, false.</returns>
    public ValueTask<bool> NoticeAsync(ReadOnlySpan<byte> utf8Json, CancellationToken cancellationToken) =>
        options.Training is not null && _sample.Add(utf8Json) is { } sample
            ? new ValueTask<bool>(LearnAsync(sample, cancellationToken))
            : new ValueTask<bool>(false);

    /// <summary>Adds what the texts share and the newest version lacks. A symbol table is trained only if the dictionary has none.</summary>
    /// <returns>true if the texts contain something new and the copy has a later version; otherwise, false.</returns>
    public async Task<bool> LearnAsync(IReadOnlyList<ReadOnlyMemory<byte>> utf8Documents, CancellationToken cancellationToken)
    {
        // Most samples contain nothing new. Learning on a clone determines this without a lock.
        var copy = await GetAsync(cancellationToken).ConfigureAwait(false);
        var known = copy.Version;
        var clone = Interlocked.Exchange(ref _clone, null);
        if (clone?.Version != known || clone.GetFingerprint(known) != copy.GetFingerprint(known))
        {
            clone = BlittableDictionary.Load(copy.Save());
            known = clone.Version;
        }

        var fingerprint = clone.GetFingerprint(known);

        if (!TryLearn(clone, utf8Documents))
        {
            _clone = clone;
            return false;
        }

        var learned = clone.SaveChanges(known);
        try
        {
            await origin.AllocateAsync(Grow, cancellationToken).ConfigureAwait(false);
            await FollowAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception error) when (IsCopy && error is NpgsqlException or BlittableException { Code: BlittableErrorCode.DictionaryMismatch })
        {
            // The coordinator is down, or has a different history than this shard. The shard remains writable, because documents contain whatever the
            // dictionary lacks.
            TableLog.CannotLearn(options.Logger, companion.Name, origin.Name, error);
            return false;
        }

        _sample.LookAgainSoon();
        var version = (await GetAsync(cancellationToken).ConfigureAwait(false)).Version;
        if (version > known)
        {
            TableLog.Learned(options.Logger, options.Name, utf8Documents.Count, version);
        }

        return version > known;

        void Grow(BlittableDictionary newest)
        {
            if (newest.Version == known && newest.GetFingerprint(known) == fingerprint)
            {
                newest.Apply(learned);
            }
            else
            {
                // Another program added a version first, and may have learned the same shapes.
                TryLearn(newest, utf8Documents);
            }
        }
    }

    /// <summary>Adds what the texts share, with a new symbol table if the options request one.</summary>
    public async Task TrainAsync(IEnumerable<ReadOnlyMemory<byte>> utf8Documents, BlittableTrainingOptions? training, CancellationToken cancellationToken)
    {
        await origin.AllocateAsync(newest => newest.Retrain(utf8Documents, training ?? Defaults), cancellationToken).ConfigureAwait(false);
        await FollowAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Copies missing versions from the origin, and updates the copy.</summary>
    /// <exception cref="BlittableException">
    /// A version is missing or damaged, or the origin lacks versions that this server has (<see cref="BlittableErrorCode.DictionaryMismatch"/>).
    /// </exception>
    public async Task FollowAsync(CancellationToken cancellationToken)
    {
        if (IsCopy)
        {
            // Changes that continue a different history would leave this server with inconsistent versions.
            var known = await RefreshAsync(cancellationToken).ConfigureAwait(false);
            var changes = await origin.ReadSinceAsync(known, cancellationToken).ConfigureAwait(false)
                ?? throw new BlittableException(
                    BlittableErrorCode.DictionaryMismatch,
                    $"The coordinator's table '{origin.Name}' does not have version {known.Version} of the shard's dictionary.");
            await companion.StoreAsync(changes, cancellationToken).ConfigureAwait(false);
        }

        await RefreshAsync(cancellationToken).ConfigureAwait(false);
    }

    private BlittableTrainingOptions Defaults
    {
        get
        {
            var training = options.Training ?? new BlittableTrainingOptions();
            return training with
            {
                DetectDates = options.Conversion.DetectDates,
                SymbolTable = training.SymbolTable && options.Conversion.StringCompression is StringCompression.Smaz or StringCompression.Trained,
            };
        }
    }

    private bool TryLearn(BlittableDictionary dictionary, IReadOnlyList<ReadOnlyMemory<byte>> utf8Documents)
    {
        var known = dictionary.Version;
        var training = Defaults;
        // A symbol table is trained automatically only once, so the few documents of a small load are not enough for it.
        training = training with { SymbolTable = training.SymbolTable && dictionary.SymbolTableCount == 0 && DictionarySampler.IsFull(utf8Documents) };
        try
        {
            return dictionary.Retrain(utf8Documents, training) > known;
        }
        catch (BlittableException error) when (error.Code == BlittableErrorCode.TooDeep)
        {
            // Conversion may allow deeper nesting than training does. Nothing is learned from such texts.
            return false;
        }
    }
}
