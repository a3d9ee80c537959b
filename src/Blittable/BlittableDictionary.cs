using System.Buffers.Binary;
using Blittable.Dictionaries;
using Blittable.Layout;
using Blittable.Writing;

namespace Blittable;

/// <summary>Stores names, shapes, symbol tables and frequent strings that many documents share, so that the documents do not have to contain them.</summary>
/// <remarks>
/// <para>A dictionary only grows: each change creates a new <see cref="Version"/>, and the contents of a version never change. A document refers to the version
/// that it was written with, and can be read with that version or any later one. Therefore, save a dictionary before the documents that need it: completely
/// with <see cref="Save"/>, or the changes since a version with <see cref="SaveChanges"/>.</para>
/// <para>Copies that grow independently diverge into different dictionaries. Each reads its own documents and rejects the documents of the other. Let only one
/// copy grow, and update the others with <see cref="Apply"/>.</para>
/// <para>Thread-safe: any number of threads may use a dictionary while it changes.</para>
/// </remarks>
public sealed partial class BlittableDictionary
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
        _store = new DictionaryStore(id, Seed);
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
    /// Gets the seed of the hashes in <see cref="DictionarySnapshot.Index"/>. All copies of this dictionary have an equal seed, so that they produce identical
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
}
