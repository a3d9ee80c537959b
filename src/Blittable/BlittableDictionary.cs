using System.Buffers.Binary;
using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using Blittable.Dictionaries;
using Blittable.Layout;
using Blittable.Writing;

namespace Blittable;

/// <summary>Stores names, shapes, symbol tables and frequent strings that many documents share, so the documents do not have to contain them.</summary>
/// <remarks>
/// <para>A dictionary only grows: each change creates a new <see cref="Version"/>, and the contents of a version never change. A document refers to the version
/// that it was written with, and can be read with that version or any later one. Therefore, save a dictionary before the documents that need it: completely
/// with <see cref="Save"/>, or the changes since a version with <see cref="SaveChanges"/>.</para>
/// <para>Copies that grow independently diverge into different dictionaries. Each reads its own documents and rejects the documents of the other. Let only one
/// copy grow, and update the others with <see cref="Apply"/>.</para>
/// <para>Thread-safe: any number of threads may use a dictionary while it changes.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public sealed class BlittableDictionary
{
    private readonly Lock _writing = new();
    private readonly DictionaryStore _store;
    private volatile DictionarySnapshot _published = DictionarySnapshot.Empty;
    private volatile bool _growsWithUse;

    /// <summary>Creates an empty dictionary, which grows with use.</summary>
    public BlittableDictionary()
        : this(Guid.NewGuid()) => _growsWithUse = true;

    private BlittableDictionary(Guid id)
    {
        Id = id;
        Seed = SeededHash.Of(id.ToByteArray(), seed: 0);
        _store = new DictionaryStore(id, Seed) { Owner = this };
    }

    /// <summary>Gets the identity, which is shared by all copies of this dictionary.</summary>
    public Guid Id { get; }

    /// <summary>Gets the version: the number of times that the dictionary has grown. A document refers to the version that it needs.</summary>
    public int Version => _published.Version;

    /// <summary>Gets the number of shapes (lists of property names) in the dictionary.</summary>
    public int ShapeCount => _published.ShapeCount;

    /// <summary>Gets the number of frequent strings in the dictionary.</summary>
    public int StringCount => _published.StringCount;

    /// <summary>Gets the number of symbol tables in the dictionary. New documents use the last table.</summary>
    public int SymbolTableCount => _published.SymbolTableCount;

    /// <summary>
    /// Gets or sets a value that indicates whether converters and builders add shapes that occur in several documents. The default is <see langword="true"/>
    /// for a new dictionary, and <see langword="false"/> for a trained or loaded dictionary, because its other copies would not have these shapes.
    /// </summary>
    public bool GrowsWithUse
    {
        get => _growsWithUse;
        set => _growsWithUse = value;
    }

    /// <summary>
    /// Gets a 128-bit fingerprint of a version and all versions before it. Copies with equal fingerprints of a version read the documents of that version in
    /// the same way. Copies that have diverged have different fingerprints in every version since then.
    /// </summary>
    /// <param name="version">A version from 0, whose fingerprint is <see cref="Id"/>, to <see cref="Version"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">The version does not exist.</exception>
    public Guid GetFingerprint(int version)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(version);
        lock (_writing)
        {
            ArgumentOutOfRangeException.ThrowIfGreaterThan(version, Version);
            Span<byte> hash = stackalloc byte[16];
            BinaryPrimitives.WriteUInt128LittleEndian(hash, _store.Hash(version));
            return new Guid(hash, bigEndian: true);
        }
    }

    /// <summary>Gets the snapshot that readers see.</summary>
    internal DictionarySnapshot Published => _published;

    /// <summary>
    /// Gets the seed of the hashes in <see cref="DictionarySnapshot.Index"/>. All copies of this dictionary have an equal seed, so they produce identical
    /// documents. The seed is unknown to anyone who does not have the dictionary.
    /// </summary>
    internal ulong Seed { get; }

    /// <summary>Adds the shapes of a writer's nodes that are missing, as one version, if the dictionary grows with use and has room for them.</summary>
    internal void AddShapes(ShapeTrie trie, List<int> nodes)
    {
        lock (_writing)
        {
            var count = 0;
            var shapes = new ChangeWriter();
            var shape = new ChangeWriter();
            foreach (var node in nodes)
            {
                shape.Clear();
                shape.Shape(trie.Names(node, out var ends), ends);
                if (!_store.RefusesShape(shape.Written))
                {
                    shapes.Raw(shape.Written);
                    count++;
                }
            }

            if (count > 0 && _growsWithUse)
            {
                var change = new ChangeWriter();
                change.Begin(ChangeWriter.Shapes, count);
                change.Raw(shapes.Written);
                if (_store.HasRoomFor(change.Written))
                {
                    _store.Append(change.Written);
                    _published = _store.Published;
                }
            }
        }
    }

    // Saving and loading, complete or by changes.

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
            var change = RawBytes.ReadRun(file.Changes, ref offset);
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

    // Training on documents.

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

    /// <summary>Returns the identity of a trained dictionary. It is a hash of the content, so equal documents produce an equal identity in every
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

    // Text for debuggers.

    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    private string DebuggerText => string.Create(
        CultureInfo.InvariantCulture, $"version {Version}: {ShapeCount:N0} shapes, {StringCount:N0} strings, {SymbolTableCount:N0} symbol tables");
}
