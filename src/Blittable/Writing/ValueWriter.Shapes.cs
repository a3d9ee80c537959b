using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Writing;

/// <content>
/// A document uses the dictionary version that was published when the document began, and names that version. Recurring shapes are offered to the dictionary
/// between documents, so no lock is taken while a document is written. Once no new shapes appear, no lock is taken at all.
/// </content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>The number of documents that must have a shape before it is offered to the dictionary.</summary>
    private const int SightingsToEnter = 4;

    private readonly List<int> _candidates = [];
    private DictionarySnapshot _snapshot = DictionarySnapshot.Empty;
    private int _maxDictionaryVersion;

    /// <summary>The version whose shapes, strings and symbols are loaded, and the number of its shapes in the trie.</summary>
    private int _loadedVersion;
    private int _loadedShapes;
    private SymbolTable? _dictionarySymbols;

    /// <summary>The trailer field of the dictionary, and its length.</summary>
    private ulong _dictionaryTrailer;
    private int _dictionaryTrailerLength;
    private DictionaryStringIndex? _dictionaryStrings;
    private int _dictionaryStringCount;

    /// <summary>Gets a value that indicates whether strings may be stored as references to the dictionary.</summary>
    public bool HasDictionaryStrings => _dictionaryStrings is not null;

    /// <summary>Discards what the trie has loaded from the dictionary.</summary>
    private void ForgetDictionary()
    {
        _snapshot = DictionarySnapshot.Empty;
        _loadedVersion = 0;
        _loadedShapes = 0;
        _candidates.Clear();
    }

    /// <summary>Loads what was published since the last document, up to <paramref name="maxVersion"/>.</summary>
    private void BeginDictionary(int maxVersion)
    {
        if (Dictionary is null)
        {
            _dictionaryTrailerLength = 0;
            return;
        }

        if (_candidates.Count > 0)
        {
            Dictionary.AddShapes(Trie, _candidates);
            _candidates.Clear();
        }

        var published = Dictionary.Published;
        if (ReferenceEquals(published, _snapshot) && maxVersion == _maxDictionaryVersion)
        {
            return;
        }

        _maxDictionaryVersion = maxVersion;
        var version = Math.Min(published.Version, maxVersion);
        if (!ReferenceEquals(published, _snapshot) || version != _loadedVersion)
        {
            Load(published, version);
        }

        UseDictionaryVersion(version, version > 0 ? published.At(version).Check : default);
    }

    /// <summary>Prepares the trailer field of a dictionary version. Version 0 has no field.</summary>
    private void UseDictionaryVersion(int version, ushort check)
    {
        Span<byte> trailer = stackalloc byte[sizeof(ulong)];
        BinaryPrimitives.WriteUInt16LittleEndian(trailer, check);
        _dictionaryTrailerLength = version == 0 ? 0 : sizeof(ushort) + Varint.WriteBackward(trailer[sizeof(ushort)..], (uint)version);
        _dictionaryTrailer = BinaryPrimitives.ReadUInt64LittleEndian(trailer);
    }

    private void Load(DictionarySnapshot published, int version)
    {
        var content = published.At(version);
        if (content.ShapeCount < _loadedShapes)
        {
            // An older version lacks shapes that the trie has.
            ClearTrie();
        }

        _snapshot = published;
        Trie.AddDictionaryShapes(published, _loadedShapes, content.ShapeCount, _refusesDuplicates);
        BindNodes();
        _loadedVersion = version;
        _loadedShapes = content.ShapeCount;
        _dictionaryStrings = Compression == StringCompression.None || content.StringCount == 0 ? null : published.Index;
        _dictionaryStringCount = content.StringCount;
        _dictionarySymbols = Compression is StringCompression.Smaz or StringCompression.Trained ? published.Symbols(version) : null;
    }

    /// <summary>Counts a document that defines a shape, and makes the shape a candidate for the dictionary after several documents.</summary>
    private void CountSighting(int node)
    {
        if (Dictionary is { GrowsWithUse: true } && ++Nodes[node].Sightings == SightingsToEnter)
        {
            _candidates.Add(node);
        }
    }

    /// <summary>Writes a string as a number if the dictionary contains it and the number is shorter.</summary>
    private bool TryDictionaryString(ReadOnlySpan<byte> text, ulong hash, ValueTrials* trials)
    {
        var index = (uint)_dictionaryStrings!.Find(text, hash);
        if (index >= (uint)_dictionaryStringCount)
        {
            return false;
        }

        var size = index <= byte.MaxValue ? 1 : index <= ushort.MaxValue ? 2 : 3;
        if (size >= text.Length)
        {
            return false;
        }

        var value = Cursor;
        var head = (ulong)index << 8 | (byte)(Tag.DictionaryString + size - 1);
        *(ulong*)value = head;
        Cursor += 1 + size;
        PushScalar(value, head, trials);
        return true;
    }

    // Limits the shapes of a document, so names that never recur do not cost the memory and time of shapes. The limit depends only on the document: on
    // the shapes that it has defined and on its length at that point, never on shapes that earlier documents left in the trie. A document that has reached
    // the limit is shapeless from then on. Objects of other shapes contain their own names. All values share one context of trials, because the trie may or
    // may not know their names from earlier documents.

    /// <summary>The number of names in all shapes at which a document is judged, and the document bytes per name required for more shapes.</summary>
    private const int JudgedNames = 1 << 13, BytesPerName = 32;

    /// <summary>The maximum number of names in all shapes of a document, and the maximum size of these shapes in bytes.</summary>
    private const int MaxShapeNames = ShapeTrie.MaxNodes, MaxShapeBytes = ShapeTrie.MaxMemory;

    private const int ShapelessEpoch = -1;

    private int _shapeNames;
    private int _mostShapeNames;
    private long _shapeBytes;

    /// <summary>Gets a value that indicates whether the document has reached the limit.</summary>
    private bool IsShapeless => _epoch == ShapelessEpoch;

    private void BeginShapes()
    {
        _shapeNames = 0;
        _shapeBytes = 0;
        _mostShapeNames = JudgedNames;
    }

    /// <summary>Determines whether an object may have a shape, and counts a shape that is new to the document.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool MayHave(ShapeNode* shape) => shape->Stamp >= Stamp || shape->DefinitionStamp == Stamp || MayAdd(shape->Depth);

    private bool MayAdd(int names) => !IsShapeless && ((_shapeNames += names) <= _mostShapeNames || Judge());

    /// <summary>Counts the names of an object that has too many names for a shape. The trie contains the first of them.</summary>
    /// <param name="node">The last name of the object that the trie contains.</param>
    private void CountLongest(int node)
    {
        if (Nodes[node].Depth == ShapeTrie.MaxNames && Nodes[node].CountedIn < Stamp)
        {
            Nodes[node].CountedIn = Stamp;
            MayAdd(ShapeTrie.MaxNames);
        }
    }

    private void CountBlock(int length)
    {
        _shapeBytes += length;
        if (_shapeBytes > MaxShapeBytes && !IsShapeless)
        {
            BecomeShapeless();
        }
    }

    /// <summary>Decides whether a document with many shapes may have more.</summary>
    private bool Judge()
    {
        if (_mostShapeNames == JudgedNames && Length >= JudgedNames * BytesPerName)
        {
            _mostShapeNames = MaxShapeNames;
            if (_shapeNames <= MaxShapeNames)
            {
                return true;
            }
        }

        BecomeShapeless();
        return false;
    }

    private void BecomeShapeless()
    {
        _epoch = ShapelessEpoch;
        _trials[ShapeTrie.Unshaped] = new ValueTrials { Epoch = ShapelessEpoch };
    }
}
