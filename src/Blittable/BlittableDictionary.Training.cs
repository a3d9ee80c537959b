using Blittable.Dictionaries;

namespace Blittable;

/// <content>Learning from documents.</content>
public sealed partial class BlittableDictionary
{
    /// <summary>Makes a dictionary from what documents have in common. It does not grow with use until <see cref="GrowsWithUse"/> is set.</summary>
    /// <param name="utf8Documents">The JSON texts, or a representative sample; each is read once.</param>
    /// <param name="options">The options of training: shapes and a symbol table if null.</param>
    /// <exception cref="BlittableException">A text is not JSON, or nested more than 512 deep.</exception>
    public static BlittableDictionary Train(IEnumerable<ReadOnlyMemory<byte>> utf8Documents, BlittableTrainingOptions? options = null)
    {
        var dictionary = new BlittableDictionary(Guid.NewGuid());
        dictionary.Retrain(utf8Documents, options);
        return dictionary;
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
        using var trainer = new DictionaryTrainer(options ?? BlittableTrainingOptions.Default);
        foreach (var document in utf8Documents)
        {
            trainer.Add(document.Span);
        }

        var change = new ChangeWriter();
        lock (_writing)
        {
            trainer.Write(change, _store);
            if (!change.Written.IsEmpty)
            {
                _store.Append(change.Written);
                _published = _store.Published;
            }

            return Version;
        }
    }
}
