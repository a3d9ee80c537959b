using System.Buffers.Binary;
using Blittable.Dictionaries;
using Blittable.Layout;
using Blittable.Writing;

namespace Blittable;

/// <summary>Holds names, shapes, symbol tables and frequent strings that many documents share, so that they need not carry them.</summary>
/// <remarks>
/// <para>A dictionary only grows: each change makes a new <see cref="Version"/>, and the contents of a version never change. A document names the
/// version that it was written with, and any later version reads it. So a dictionary must be saved before the documents that need it:
/// completely with <see cref="Save"/>, or the changes since a version with <see cref="SaveChanges"/>.</para>
/// <para>Two copies that grow apart are two dictionaries: each reads its own documents, and refuses the other's. Let one copy grow, and bring the others
/// up to date with <see cref="Apply"/>.</para>
/// <para>Any number of threads may use a dictionary while one of them changes it.</para>
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

    /// <summary>Gets the identity that all copies of this dictionary share.</summary>
    public Guid Id { get; }

    /// <summary>Gets the version, the number of times that the dictionary has grown; a document names the version that it needs.</summary>
    public int Version => _published.Version;

    /// <summary>Gets the number of shapes (lists of property names) in the dictionary.</summary>
    public int ShapeCount => _published.ShapeCount;

    /// <summary>Gets the number of frequent strings in the dictionary.</summary>
    public int StringCount => _published.StringCount;

    /// <summary>Gets the number of symbol tables in the dictionary; new documents use the last.</summary>
    public int SymbolTableCount => _published.SymbolTableCount;

    /// <summary>
    /// Gets whether converters and builders add the shapes that they meet in several documents: true for a new dictionary, false for one that was
    /// trained or loaded, as other copies would not know of it.
    /// </summary>
    public bool GrowsWithUse
    {
        get => _growsWithUse;
        set => _growsWithUse = value;
    }

    /// <summary>
    /// Gets 128 bits that identify a version and all versions before it. Copies whose fingerprints of a version are equal read the documents of that
    /// version alike; copies that have grown apart differ in every version since.
    /// </summary>
    /// <param name="version">From 0, whose fingerprint is <see cref="Id"/>, to <see cref="Version"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is no such version.</exception>
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

    /// <summary>The snapshot that readers see.</summary>
    internal DictionarySnapshot Published => _published;

    /// <summary>
    /// The seed of the hashes in <see cref="DictionarySnapshot.Index"/>: the same for all copies of this dictionary, so that they give the
    /// same documents, and unknown to anyone who does not have the dictionary.
    /// </summary>
    internal ulong Seed { get; }

    /// <summary>Adds the shapes of a writer's nodes that are not there yet, as one version, if there is room and the dictionary grows with use.</summary>
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
