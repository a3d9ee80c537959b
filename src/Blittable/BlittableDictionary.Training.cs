using System.Security.Cryptography;
using Blittable.Dictionaries;

namespace Blittable;

/// <content>Training on documents.</content>
public sealed partial class BlittableDictionary
{
    /// <summary>Creates a dictionary of the content that documents share. It does not grow with use until <see cref="GrowsWithUse"/> is set.</summary>
    /// <remarks>Training is deterministic: equal documents in equal order produce identical bytes and an equal <see cref="Id"/>.</remarks>
    /// <param name="utf8Documents">The JSON texts, or a representative sample. Each text is read once.</param>
    /// <param name="options">The training options. If <see langword="null"/>, shapes and a symbol table are trained.</param>
    /// <exception cref="BlittableException">A text is not valid JSON, or is nested more than 512 levels deep.</exception>
    public static BlittableDictionary Train(IEnumerable<ReadOnlyMemory<byte>> utf8Documents, BlittableTrainingOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(utf8Documents);
        using var trainer = Look(utf8Documents, options);
        return Create(trainer);
    }

    /// <summary>Creates a dictionary from documents that are not available as JSON text.</summary>
    /// <param name="addAll">Adds the documents to a trainer.</param>
    /// <param name="options">The training options.</param>
    internal static BlittableDictionary Train(Action<DictionaryTrainer> addAll, BlittableTrainingOptions options)
    {
        using var trainer = new DictionaryTrainer(options);
        addAll(trainer);
        return Create(trainer);
    }

    /// <summary>
    /// Adds the content that documents share and the dictionary lacks, as one version. New documents use the new symbol table. Existing documents keep the
    /// table that they were written with.
    /// </summary>
    /// <param name="utf8Documents">The JSON texts, or a representative sample. Each text is read once.</param>
    /// <param name="options">The training options. If <see langword="null"/>, shapes and a symbol table are trained.</param>
    /// <returns>The new version, or the old version if nothing was learned.</returns>
    /// <exception cref="BlittableException">
    /// A text is not valid JSON, or is nested more than 512 levels deep; or the dictionary would exceed 256 MB
    /// (<see cref="BlittableErrorCode.DictionaryTooLarge"/>). In all cases the dictionary remains unchanged.
    /// </exception>
    public int Retrain(IEnumerable<ReadOnlyMemory<byte>> utf8Documents, BlittableTrainingOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(utf8Documents);
        using var trainer = Look(utf8Documents, options);
        lock (_writing)
        {
            Append(Learn(trainer, _store));
            return Version;
        }
    }

    private static BlittableDictionary Create(DictionaryTrainer trainer)
    {
        var change = Learn(trainer, new DictionaryStore(Guid.Empty, 0));
        var dictionary = new BlittableDictionary(IdOf(change.Written));
        dictionary.Append(change);
        return dictionary;
    }

    /// <summary>Returns the identity of a trained dictionary. It is a hash of the content, so that equal documents produce an equal identity in every
    /// process.</summary>
    private static Guid IdOf(ReadOnlySpan<byte> change)
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(change, hash);
        return new Guid(hash[..16], bigEndian: true);
    }

    private static DictionaryTrainer Look(IEnumerable<ReadOnlyMemory<byte>> utf8Documents, BlittableTrainingOptions? options)
    {
        var trainer = new DictionaryTrainer(options ?? BlittableTrainingOptions.Default);
        try
        {
            foreach (var document in utf8Documents)
            {
                trainer.Add(document.Span);
            }

            return trainer;
        }
        catch
        {
            trainer.Dispose();
            throw;
        }
    }

    private static ChangeWriter Learn(DictionaryTrainer trainer, DictionaryStore store)
    {
        var change = new ChangeWriter();
        trainer.Write(change, store);
        return change;
    }

    private void Append(ChangeWriter change)
    {
        if (!change.Written.IsEmpty)
        {
            _store.Append(change.Written);
            _published = _store.Published;
        }
    }
}
