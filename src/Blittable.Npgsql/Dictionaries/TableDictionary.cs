using Npgsql;

namespace Blittable.Npgsql.Dictionaries;

/// <summary>This program's copy of a table's dictionary.</summary>
/// <remarks>
/// It is built from the committed rows of the companion table beside the documents and from nothing else, so whatever is written with it can be read by
/// everyone who reaches that table. New versions are made in the companion table <c>origin</c>, which is the same one for a table on one server; a shard
/// takes a copy of its rows first. A copy in memory only ever grows, and remains the same object until the companion table no longer has its newest version;
/// then the copy is made anew.
/// </remarks>
internal sealed class TableDictionary(CompanionTable companion, CompanionTable origin, BlittableTableOptions options)
{
    private readonly Lock _assembling = new();
    private readonly DocumentSample _sample = new();
    private volatile BlittableDictionary? _copy;

    /// <summary>A copy for one caller to try whether there is something to learn.</summary>
    private BlittableDictionary? _clone;

    /// <summary>Gets a value that indicates whether nothing is known that was learned from documents.</summary>
    public bool IsEmpty => _copy is not { Version: > 0 };

    /// <summary>Gets a value that indicates whether versions are made elsewhere, and copied from there.</summary>
    private bool IsCopy => !ReferenceEquals(origin, companion);

    /// <summary>The copy at hand, or the first one.</summary>
    public ValueTask<BlittableDictionary> GetAsync(CancellationToken cancellationToken) =>
        _copy is { } copy ? new ValueTask<BlittableDictionary>(copy) : new ValueTask<BlittableDictionary>(RefreshAsync(cancellationToken));

    /// <summary>The copy, with every version that is committed now.</summary>
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
                // Others may do the same meanwhile: rows that the copy has by then are compared and left out.
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

    /// <summary>Makes the copy anew, as a write with it was refused.</summary>
    /// <param name="stale">The copy that the write was made with; if the copy is another one by now, that is brought up to date.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
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

    /// <summary>Forgets the copy, as the table is another one now.</summary>
    public void Forget()
    {
        lock (_assembling)
        {
            _copy = null;
        }
    }

    /// <summary>Notices a text that a document was made of, and learns from it and others once they are enough.</summary>
    /// <returns>true if there is a new version, with which the document may be converted again; otherwise, false.</returns>
    public ValueTask<bool> NoticeAsync(ReadOnlySpan<byte> utf8Json, CancellationToken cancellationToken) =>
        options.Training is not null && _sample.Add(utf8Json) is { } sample
            ? new ValueTask<bool>(LearnAsync(sample, cancellationToken))
            : new ValueTask<bool>(false);

    /// <summary>Adds what texts have in common and the newest version lacks. A symbol table is only trained for the first version.</summary>
    /// <returns>true if rows were found; otherwise, false.</returns>
    public async Task<bool> LearnAsync(IReadOnlyList<ReadOnlyMemory<byte>> utf8Documents, CancellationToken cancellationToken)
    {
        // Most samples teach nothing, and learning on a clone takes no lock.
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
            // The coordinator is down, or has another history than this shard. That does not keep the shard from being written; documents bring what they
            // would leave to the dictionary.
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
                // Others were faster, and may have learned the same.
                TryLearn(newest, utf8Documents);
            }
        }
    }

    /// <summary>Adds what texts have in common, with a new symbol table if one is asked for.</summary>
    public async Task TrainAsync(IEnumerable<ReadOnlyMemory<byte>> utf8Documents, BlittableTrainingOptions? training, CancellationToken cancellationToken)
    {
        await origin.AllocateAsync(newest => newest.Retrain(utf8Documents, training ?? Defaults), cancellationToken).ConfigureAwait(false);
        await FollowAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Takes over what the origin has, and brings the copy up to date.</summary>
    /// <exception cref="BlittableException">
    /// A version is missing or damaged, or the origin lacks versions that this server has (<see cref="BlittableErrorCode.DictionaryMismatch"/>).
    /// </exception>
    public async Task FollowAsync(CancellationToken cancellationToken)
    {
        if (IsCopy)
        {
            // What continues another history would leave this server with versions that do not fit each other.
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
                SymbolTable = training.SymbolTable && options.Conversion.StringCompression == StringCompression.Trained,
            };
        }
    }

    private bool TryLearn(BlittableDictionary dictionary, IReadOnlyList<ReadOnlyMemory<byte>> utf8Documents)
    {
        var known = dictionary.Version;
        var training = Defaults;
        // There will be no other table by itself, so the few documents of a small load are not enough for it.
        training = training with { SymbolTable = training.SymbolTable && dictionary.SymbolTableCount == 0 && DocumentSample.IsFull(utf8Documents) };
        try
        {
            return dictionary.Retrain(utf8Documents, training) > known;
        }
        catch (BlittableException error) when (error.Code == BlittableErrorCode.TooDeep)
        {
            // Conversion may allow deeper texts than training does; there is nothing to be learned from them.
            return false;
        }
    }
}
