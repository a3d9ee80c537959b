using System.Security.Cryptography;
using Blittable.Dictionaries;

namespace Blittable;

/// <content>Learning from documents.</content>
public sealed partial class BlittableDictionary
{
    /// <summary>Creates a dictionary from what documents have in common. It does not grow with use until <see cref="GrowsWithUse"/> is set.</summary>
    /// <remarks>Equal documents in an equal order give a dictionary of equal bytes, with an equal <see cref="Id"/>.</remarks>
    /// <param name="utf8Documents">The JSON texts, or a representative sample; each is read once.</param>
    /// <param name="options">The options of training: shapes and a symbol table if null.</param>
    /// <exception cref="BlittableException">A text is not JSON, or nested more than 512 deep.</exception>
    public static BlittableDictionary Train(IEnumerable<ReadOnlyMemory<byte>> utf8Documents, BlittableTrainingOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(utf8Documents);
        using var trainer = Look(utf8Documents, options);
        return Create(trainer);
    }

    /// <summary>Makes a dictionary from documents, without their JSON text.</summary>
    /// <param name="addAll">Gives the documents to a trainer.</param>
    /// <param name="options">The options of training.</param>
    internal static BlittableDictionary Train(Action<DictionaryTrainer> addAll, BlittableTrainingOptions options)
    {
        using var trainer = new DictionaryTrainer(options);
        addAll(trainer);
        return Create(trainer);
    }

    /// <summary>
    /// Adds what documents share and the dictionary lacks, as one version. A new symbol table serves new documents; old ones
    /// keep the table that they were written with.
    /// </summary>
    /// <param name="utf8Documents">The JSON texts, or a representative sample; each is read once.</param>
    /// <param name="options">The options of training: shapes and a symbol table if null.</param>
    /// <returns>The new version, or the old one if there was nothing to learn.</returns>
    /// <exception cref="BlittableException">
    /// A text is not JSON, or nested more than 512 deep, or the dictionary would take more than 256 MB
    /// (<see cref="BlittableErrorCode.DictionaryTooLarge"/>); it is then unchanged.
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

    /// <summary>Returns the identity of a dictionary that was trained: equal documents give an equal dictionary, in every process.</summary>
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
