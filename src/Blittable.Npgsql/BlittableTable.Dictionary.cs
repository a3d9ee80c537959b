using Blittable.Npgsql.Dictionaries;
using Npgsql;

namespace Blittable.Npgsql;

/// <content>The dictionary of the documents.</content>
public sealed partial class BlittableTable<TKey>
{
    /// <summary>Gets the table's dictionary with every version that is committed now, for documents that are read by other SQL.</summary>
    /// <returns>
    /// The same object each time, which grows; documents of earlier versions are read with it too. It is another object after the table was recreated.
    /// </returns>
    /// <remarks>
    /// Call it after the query has begun: every version that a document needs was committed before the document, so the result covers all
    /// that the query can see.
    /// </remarks>
    /// <exception cref="BlittableException">A version is missing or damaged.</exception>
    public Task<BlittableDictionary> GetDictionaryAsync(CancellationToken cancellationToken = default) => _dictionary.RefreshAsync(cancellationToken);

    /// <summary>
    /// Adds what texts have in common to the table's dictionary, as a new version, and commits it. The documents that are in the table stay as they are;
    /// those that are written from now on use it.
    /// </summary>
    /// <param name="utf8Documents">The JSON texts, or a representative sample. They are read while no other writer can add a version.</param>
    /// <param name="training">The training options, or null for the options of the table.</param>
    /// <param name="cancellationToken">Ends the attempt; nothing is added then.</param>
    /// <exception cref="BlittableException">A text is not JSON, or a version is missing or damaged.</exception>
    /// <remarks>
    /// A table learns from its writes by itself. This method is for documents that have changed since, as the symbol table for strings is made
    /// only once by itself, and for frequent strings, which outlive the documents that they came from and so must be asked for.
    /// </remarks>
    public Task TrainDictionaryAsync(
        IEnumerable<ReadOnlyMemory<byte>> utf8Documents, BlittableTrainingOptions? training = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Documents);
        return _dictionary.TrainAsync(utf8Documents, training, cancellationToken);
    }

    /// <summary>Copies the versions of the dictionary that this server lacks from the origin.</summary>
    internal Task FollowDictionaryAsync(CancellationToken cancellationToken) => _dictionary.FollowAsync(cancellationToken);

    /// <summary>Replaces the dictionary.</summary>
    internal void ForgetDictionary() => _dictionary.Forget();

    /// <summary>Adds the parameters that <see cref="CompanionTable.FromVersion"/> needs: the newest version of a dictionary, and so all before it.</summary>
    private static void AddVersion(NpgsqlParameterCollection parameters, BlittableDictionary dictionary)
    {
        var version = dictionary.Version;
        parameters.Add(new NpgsqlParameter<int> { TypedValue = version });
        parameters.Add(new NpgsqlParameter<Guid> { TypedValue = dictionary.GetFingerprint(version) });
    }

    /// <summary>Rebuilds the dictionary after the server refused a write with it.</summary>
    private Task<BlittableDictionary> ReloadDictionaryAsync(BlittableDictionary stale, int attempt, CancellationToken cancellationToken)
    {
        if (attempt >= MaxAttempts)
        {
            throw StaleDictionary($"found another version {MaxAttempts} times in a row");
        }

        TableLog.DictionaryReloaded(Options.Logger, Options.Name, attempt);
        return _dictionary.ReloadAsync(stale, cancellationToken);
    }

    private BlittableException StaleDictionary(string found) =>
        new(BlittableErrorCode.DictionaryMismatch, $"Table '{Companion.Name}' does not have the dictionary version that documents were written with: {found}.");

    /// <summary>Opens a document, after a look for later versions or another dictionary if it needs one.</summary>
    private async ValueTask<BlittableDocument> OpenAsync(TKey key, byte[] document, CancellationToken cancellationToken)
    {
        var dictionary = await _dictionary.GetAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            return BlittableDocument.Open(document, dictionary);
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
            return BlittableDocument.Open(document, dictionary);
        }
        catch (BlittableException error)
        {
            throw CannotOpen(key, error);
        }
    }

    private BlittableException CannotOpen(TKey key, BlittableException error) =>
        new(error.Code, $"The document with key {key} in table '{Options.Name}' cannot be opened. {error.Message}", error.Offset, innerException: error);
}
