using Blittable.Npgsql.Dictionaries;
using Npgsql;

namespace Blittable.Npgsql;

/// <content>Manages the dictionary of the documents.</content>
public sealed partial class BlittableTable<TKey>
{
    /// <summary>Gets the table's dictionary, including every committed version, to open documents that are read by other SQL.</summary>
    /// <returns>
    /// The dictionary. It also opens documents of earlier versions. Each call returns the same object, which grows, until the table is recreated.
    /// </returns>
    /// <remarks>
    /// Call this method after the query has begun. Every version that a document needs is committed before the document, so the result then covers every
    /// document that the query can see.
    /// </remarks>
    /// <exception cref="BlittableException">A version is missing or damaged.</exception>
    public Task<BlittableDictionary> GetDictionaryAsync(CancellationToken cancellationToken = default) => _dictionary.RefreshAsync(cancellationToken);

    /// <summary>
    /// Trains the table's dictionary on documents, and commits the result as a new version. Existing documents are unchanged. Documents written afterwards use
    /// the new version.
    /// </summary>
    /// <param name="utf8Documents">The JSON texts, or a representative sample. While they are read, no other writer can add a version.</param>
    /// <param name="training">The training options, or null to use the options of the table.</param>
    /// <param name="cancellationToken">Cancels the training. Nothing is added.</param>
    /// <exception cref="BlittableException">A text is not valid JSON, or a version is missing or damaged.</exception>
    /// <remarks>
    /// A table learns from its writes automatically. Call this method if the documents have changed since, because the symbol table for strings is trained
    /// automatically only once. Call it also to add frequent strings, which must be requested because they outlive the documents that they come from.
    /// </remarks>
    public Task TrainDictionaryAsync(
        IEnumerable<ReadOnlyMemory<byte>> utf8Documents, BlittableTrainingOptions? training = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Documents);
        return _dictionary.TrainAsync(utf8Documents, training, cancellationToken);
    }

    /// <summary>Copies missing versions of the dictionary from the origin to this server.</summary>
    internal Task FollowDictionaryAsync(CancellationToken cancellationToken) => _dictionary.FollowAsync(cancellationToken);

    /// <summary>Discards the cached dictionary, so the next use reads it from the server.</summary>
    internal void ForgetDictionary() => _dictionary.Forget();

    /// <summary>Adds the parameters of <see cref="CompanionTable.FromVersion"/>: the newest version of a dictionary, which implies all earlier ones.</summary>
    private static void AddVersion(NpgsqlParameterCollection parameters, BlittableDictionary dictionary)
    {
        var version = dictionary.Version;
        parameters.Add(new NpgsqlParameter<int> { TypedValue = version });
        parameters.Add(new NpgsqlParameter<Guid> { TypedValue = dictionary.GetFingerprint(version) });
    }

    /// <summary>Reloads the dictionary after the server rejected a write that used it.</summary>
    private Task<BlittableDictionary> ReloadDictionaryAsync(BlittableDictionary stale, int attempt, CancellationToken cancellationToken)
    {
        if (attempt >= MaxAttempts)
        {
            throw StaleDictionary($"it found another version in {MaxAttempts} consecutive attempts");
        }

        TableLog.DictionaryReloaded(Options.Logger, Options.Name, attempt);
        return _dictionary.ReloadAsync(stale, cancellationToken);
    }

    private BlittableException StaleDictionary(string found) =>
        new(
            BlittableErrorCode.DictionaryMismatch,
            $"Table '{Companion.Name}' does not contain the dictionary version that the documents were written with: {found}.");

    /// <summary>Opens a document. If it needs a later version or another dictionary, refreshes the dictionary first.</summary>
    private async ValueTask<BlittableDocument> OpenAsync(TKey key, byte[] document, CancellationToken cancellationToken)
    {
        var dictionary = await _dictionary.GetAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            return BlittableDocument.Open(document, dictionary, Array.MaxLength);
        }
        catch (BlittableException error) when (error.Code is BlittableErrorCode.DictionaryOutdated or BlittableErrorCode.DictionaryMismatch)
        {
            dictionary = await _dictionary.RefreshAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (BlittableException error)
        {
            throw CannotOpen(key, error);
        }

        try
        {
            return BlittableDocument.Open(document, dictionary, Array.MaxLength);
        }
        catch (BlittableException error)
        {
            throw CannotOpen(key, error);
        }
    }

    private BlittableException CannotOpen(TKey key, BlittableException error) =>
        new(error.Code, $"The document with key {key} in table '{Options.Name}' cannot be opened. {error.Message}", error.Offset, innerException: error);
}
