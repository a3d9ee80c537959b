using Blittable.Dictionaries;
using Blittable.Layout;

namespace Blittable;

/// <content>Saving and loading, complete or by changes.</content>
public sealed partial class BlittableDictionary
{
    /// <summary>Returns the complete dictionary as bytes for <see cref="Load"/>, compressed and with a checksum.</summary>
    public byte[] Save() => SaveChanges(0);

    /// <summary>Saves the changes since a version, for <see cref="Apply"/> on a copy with that version.</summary>
    /// <param name="sinceVersion">The version, from 0 (all changes) to <see cref="Version"/> (no changes).</param>
    /// <exception cref="ArgumentOutOfRangeException">The version does not exist.</exception>
    public byte[] SaveChanges(int sinceVersion)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(sinceVersion);
        lock (_writing)
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThan(sinceVersion, Version);
            return DictionaryFile.Write(Id, _store, sinceVersion);
        }
    }

    /// <summary>Loads a saved dictionary. It does not grow with use until <see cref="GrowsWithUse"/> is set.</summary>
    /// <param name="bytes">The complete output of <see cref="Save"/>, without further bytes.</param>
    /// <exception cref="BlittableException">The bytes are damaged, of an unknown format, or do not start from version 0.</exception>
    public static BlittableDictionary Load(ReadOnlySpan<byte> bytes)
    {
        var file = DictionaryFile.Read(bytes);
        var dictionary = new BlittableDictionary(file.Id);
        dictionary.Adopt(file);
        return dictionary;
    }

    /// <summary>Updates this copy with changes made by another copy. Changes that this copy already has are compared and skipped.</summary>
    /// <param name="changes">The complete output of <see cref="SaveChanges"/> or <see cref="Save"/> of another copy, without further bytes.</param>
    /// <returns>The new version of this copy, at least the version that the changes lead to.</returns>
    /// <exception cref="BlittableException">
    /// The bytes are damaged. The changes are from another dictionary, or from a copy that diverged from this copy
    /// (<see cref="BlittableErrorCode.DictionaryMismatch"/>). The changes extend a version that this copy does not have
    /// (<see cref="BlittableErrorCode.DictionaryOutdated"/>). Or the dictionary would exceed 256 MB (<see cref="BlittableErrorCode.DictionaryTooLarge"/>). In
    /// all cases the dictionary remains unchanged.
    /// </exception>
    public int Apply(ReadOnlySpan<byte> changes)
    {
        var file = DictionaryFile.Read(changes);
        if (file.Id != Id)
        {
            ThrowHelper.OtherDictionary(Id, file.Id);
        }

        lock (_writing)
        {
            Adopt(file);
        }

        return Version;
    }

    private void Adopt(in DictionaryFile file)
    {
        var known = Version;
        if (file.From > known)
        {
            ThrowHelper.DictionaryChangesMissing(file.From, known);
        }

        if (file.From > 0 && _store.Hash(file.From) != file.Hash)
        {
            ThrowHelper.DictionaryForked(file.From);
        }

        try
        {
            Append(file, known);
        }
        catch
        {
            _store.TakeBack(_published);
            throw;
        }

        _published = _store.Published;
    }

    private void Append(in DictionaryFile file, int known)
    {
        var offset = 0;
        var hash = _store.Hash(file.From);
        for (var version = file.From + 1; version <= file.From + file.Count; version++)
        {
            var length = RawBytes.ReadVarint(file.Changes, ref offset);
            var change = RawBytes.Slice(file.Changes, offset, length);
            offset += change.Length;
            if (version > known)
            {
                _store.Append(change);
                continue;
            }

            hash = DictionaryStore.Chain(hash, change);
            if (_store.Hash(version) != hash)
            {
                ThrowHelper.DictionaryForked(version);
            }
        }

        if (offset != file.Changes.Length)
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidData, $"The dictionary is damaged: more bytes follow its {file.Count} changes.");
        }
    }
}
