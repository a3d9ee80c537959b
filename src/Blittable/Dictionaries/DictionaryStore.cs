using System.Buffers.Binary;
using System.Security.Cryptography;
using Blittable.Layout;
using Blittable.Rendering;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable.Dictionaries;

/// <summary>Stores the contents and the changes of a dictionary, for one writer at a time.</summary>
/// <remarks>
/// Data is appended after the published data, in arrays shared with snapshots, so publishing copies nothing. The hash of a version is the first 16 bytes of
/// SHA-256 over the previous version's hash and the bytes of the change. The hash of version 0 is the id of the dictionary.
/// </remarks>
internal sealed class DictionaryStore
{
    /// <summary>
    /// The maximum size of all changes, each with its length. A dictionary is held in memory, so this is more than any dictionary needs. It limits how much
    /// memory a damaged or hostile file can allocate.
    /// </summary>
    public const int MaxLength = 1 << 28;

    private readonly int _maxLength;
    private readonly UInt128 _origin;
    private readonly ulong _seed;
    private readonly ShapeTrie _known = new();
    private readonly List<byte[]> _changes = [];
    private DictionaryVersion[] _versions = [];
    private byte[] _shapes = [];
    private int[] _shapeAddresses = [];
    private byte[] _strings = [];
    private int[] _stringEnds = [];
    private SymbolTable[] _symbolTables = [];
    private int _shapesLength, _shapeCount, _stringCount, _symbolTableCount;
    private long _length;

    /// <param name="id">The identity of the dictionary.</param>
    /// <param name="seed">The seed for hashes of strings.</param>
    /// <param name="maxLength">The maximum size of all changes.</param>
    public DictionaryStore(Guid id, ulong seed, int maxLength = MaxLength)
    {
        _maxLength = maxLength;
        Span<byte> bytes = stackalloc byte[16];
        id.TryWriteBytes(bytes, bigEndian: true, out _);
        _origin = BinaryPrimitives.ReadUInt128LittleEndian(bytes);
        _seed = seed;
    }

    /// <summary>Gets the dictionary that the store belongs to, if any.</summary>
    public BlittableDictionary? Owner { get; init; }

    /// <summary>Gets the published part.</summary>
    public DictionarySnapshot Published { get; private set; } = DictionarySnapshot.Empty;

    /// <summary>Gets the change that created version <paramref name="version"/>.</summary>
    public ReadOnlySpan<byte> Change(int version) => _changes[version - 1];

    /// <summary>Gets the hash of a version, which includes all versions before it.</summary>
    public UInt128 Hash(int version) => version == 0 ? _origin : _versions[version - 1].Hash;

    /// <summary>Computes the hash of the version that a change creates from another version.</summary>
    public static UInt128 Chain(UInt128 before, ReadOnlySpan<byte> change)
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        using var hasher = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        BinaryPrimitives.WriteUInt128LittleEndian(hash, before);
        hasher.AppendData(hash[..16]);
        hasher.AppendData(change);
        hasher.GetHashAndReset(hash);
        return BinaryPrimitives.ReadUInt128LittleEndian(hash);
    }

    /// <summary>Determines whether a shape already exists, or there is no room for it.</summary>
    /// <param name="shape">The shape, as an item of a change.</param>
    public bool RefusesShape(ReadOnlySpan<byte> shape)
    {
        var offset = 0;
        using var names = new PooledBuffer();
        var ends = ReadNames(shape, ref offset, names);
        return !_known.HasRoomForDictionary(names.Written.Length, ends.Length) || _known.IsDictionaryShape(names.Written, ends);
    }

    /// <summary>Determines whether the dictionary can still be saved and loaded after adding this change.</summary>
    public bool HasRoomFor(ReadOnlySpan<byte> change) => LengthWith(change) <= _maxLength;

    /// <summary>Appends a version. If the change is damaged, a part of it remains, and the caller must call <see cref="TakeBack"/>.</summary>
    /// <exception cref="BlittableException">The bytes are not a valid change, or there is no room for it.</exception>
    public void Append(ReadOnlySpan<byte> change)
    {
        var length = LengthWith(change);
        if (length > _maxLength)
        {
            ThrowHelper.DictionaryTooLarge(_maxLength, length);
        }

        var version = Published.Version;
        Read(change);
        _length = length;
        Append(ref _versions, version, [new DictionaryVersion(Chain(Hash(version), change), _shapeCount, _stringCount, _symbolTableCount)]);
        _changes.Add(change.ToArray());
        Published = new DictionarySnapshot
        {
            Owner = Owner,
            Version = version + 1,
            Versions = _versions,
            ShapeBytes = _shapes,
            ShapeAddresses = _shapeAddresses,
            ShapeCount = _shapeCount,
            ShapesLength = _shapesLength,
            StringBytes = _strings,
            StringEnds = _stringEnds,
            SymbolTables = _symbolTables,
            OnlySymbols = _symbolTableCount == 1 ? _symbolTables[0] : null,
            Index = _stringCount == Published.StringCount ? Published.Index : new DictionaryStringIndex(_strings, _stringEnds, _stringCount, _seed),
        };
    }

    /// <summary>Discards everything after a snapshot.</summary>
    public void TakeBack(DictionarySnapshot published)
    {
        Published = published;
        for (var version = _changes.Count; version > published.Version; version--)
        {
            _length -= LengthOf(_changes[version - 1]);
        }

        _changes.RemoveRange(published.Version, _changes.Count - published.Version);
        _shapesLength = published.Shapes.Length;
        _shapeCount = published.ShapeCount;
        _stringCount = published.StringCount;
        _symbolTableCount = published.SymbolTableCount;
        _known.Clear();
        _known.AddDictionaryShapes(published, 0, _shapeCount, refusesDuplicates: false);
    }

    private static long LengthOf(ReadOnlySpan<byte> change) => Varint.Length((uint)change.Length) + (long)change.Length;

    private long LengthWith(ReadOnlySpan<byte> change) => _length + LengthOf(change);

    private void Read(ReadOnlySpan<byte> change)
    {
        var offset = 0;
        do
        {
            var group = offset;
            var kind = RawBytes.ReadByte(change, offset++);
            var count = RawBytes.ReadVarint(change, ref offset);
            if (kind is < ChangeWriter.Shapes or > ChangeWriter.SymbolTables || count == 0)
            {
                ThrowHelper.InvalidData("a group of shapes, strings or symbol tables", $"kind {kind} and {count} items", group);
            }

            for (; count > 0; count--)
            {
                switch (kind)
                {
                    case ChangeWriter.Shapes:
                        ReadShape(change, ref offset);
                        break;
                    case ChangeWriter.Strings:
                        var text = ReadText(change, ref offset);
                        var start = _stringCount == 0 ? 0 : _stringEnds[_stringCount - 1];
                        Append(ref _strings, start, text);
                        Append(ref _stringEnds, _stringCount++, [checked(start + text.Length)]);
                        break;
                    default:
                        var table = SymbolTable.Load(RawBytes.ReadRun(change, ref offset));
                        Append(ref _symbolTables, _symbolTableCount++, [table]);
                        break;
                }
            }
        }
        while (offset < change.Length);
    }

    private void ReadShape(ReadOnlySpan<byte> change, ref int offset)
    {
        using var names = new PooledBuffer();
        var ends = ReadNames(change, ref offset, names);
        var room = checked(_shapesLength + (int)ShapeBlockWriter.MaxLength(names.Written.Length, ends.Length) + DictionarySnapshot.Slack);
        if (_shapes.Length < room)
        {
            Array.Resize(ref _shapes, Math.Max(room, 2 * _shapes.Length));
        }

        var address = _shapesLength;
        _shapesLength += ShapeBlockWriter.Write(_shapes.AsSpan(address), names.Written, ends, compact: false);
        Append(ref _shapeAddresses, _shapeCount, [address]);
        _known.AddDictionaryShape(names.Written, ends, (uint)_shapeCount++);
    }

    private static int[] ReadNames(ReadOnlySpan<byte> change, ref int offset, PooledBuffer names)
    {
        var start = offset;
        var count = RawBytes.ReadVarint(change, ref offset);
        if (count - 1 >= ShapeTrie.MaxNames || count > change.Length - offset)
        {
            ThrowHelper.InvalidCount(count, "names", start);
        }

        var ends = new int[count];
        for (var i = 0; i < ends.Length; i++)
        {
            var name = ReadText(change, ref offset);
            name.CopyTo(names.GetSpan(name.Length));
            names.Advance(name.Length);
            ends[i] = names.Written.Length;
        }

        return ends;
    }

    private static ReadOnlySpan<byte> ReadText(ReadOnlySpan<byte> change, ref int offset)
    {
        var start = offset;
        var text = RawBytes.ReadRun(change, ref offset);
        if (!Utf8Validation.IsValid(text))
        {
            ThrowHelper.Throw(BlittableErrorCode.InvalidUtf8, $"The text at byte {start} is not valid UTF-8.", start);
        }

        return text;
    }

    private static void Append<T>(ref T[] array, int count, ReadOnlySpan<T> items)
    {
        if (array.Length - count < items.Length)
        {
            Array.Resize(ref array, checked(Math.Max(count + items.Length, 2 * array.Length)));
        }

        items.CopyTo(array.AsSpan(count));
    }
}
