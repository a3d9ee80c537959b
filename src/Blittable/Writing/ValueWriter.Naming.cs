using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Unicode;
using Blittable.Layout;

namespace Blittable.Writing;

/// <content>Provides fast paths of the builder: predicted names, and strings encoded in place.</content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>The maximum number of UTF-8 bytes per UTF-16 code unit.</summary>
    private const int MaxUnitBytes = 3;

    /// <summary>Sets the name of the next value if it matches the predicted name. Returns false for any other name and for invalid text.</summary>
    public bool TryExpectedName(ReadOnlySpan<byte> name)
    {
        var node = Expected(out var expected);
        return name.SequenceEqual(expected) && Take(node, expected.Length);
    }

    /// <inheritdoc cref="TryExpectedName(ReadOnlySpan{byte})"/>
    public bool TryExpectedName(ReadOnlySpan<char> name)
    {
        var node = Expected(out var expected);
        return Ascii.Equals(expected, name) && Take(node, expected.Length);
    }

    /// <summary>Writes a string, encoding it directly into the output.</summary>
    /// <exception cref="BlittableException">The text contains an unpaired surrogate, or the document becomes too large.</exception>
    public void BuildString(ReadOnlySpan<char> text)
    {
        Prepare(MaxByteText * (long)text.Length + 3);
        EnsureRoom(MaxUnitBytes * (long)text.Length + Slack);
        var destination = new Span<byte>(Cursor + LongStringHeader, MaxUnitBytes * text.Length);
        if (Utf8.FromUtf16(text, destination, out var read, out var written, replaceInvalidSequences: false) != OperationStatus.Done)
        {
            Utf16.ThrowHalfPair(read);
        }

        StringInPlace(written, TrialsHere(), token: default);
    }

    /// <summary>Returns the predicted name.</summary>
    /// <returns>The node of the name; <see cref="ShapeTrie.Root"/> or <see cref="ShapeTrie.Unshaped"/> if no name is predicted.</returns>
    private int Expected(out ReadOnlySpan<byte> name)
    {
        var expected = _node == ShapeTrie.Root ? Nodes[Current->Node].Inside : Nodes[_node].Next;
        name = new ReadOnlySpan<byte>(_blocks + Nodes[expected].NameStart, Nodes[expected].NameLength);
        return expected;
    }

    private bool Take(int node, int length)
    {
        if (node <= ShapeTrie.Unshaped)
        {
            return false;
        }

        Prepare(MaxByteText * (long)length + MaxScalarText);
        _node = node;
        return true;
    }

    // A document uses the dictionary version that was published when the document began, and names that version. Recurring shapes are offered to the
    // dictionary between documents, so no lock is taken while a document is written. Once no new shapes appear, no lock is taken at all.

    /// <summary>The number of documents that must have a shape before it is offered to the dictionary.</summary>
    private const int SightingsToEnter = 4;

    private readonly List<int> _candidates = [];
    private DictionarySnapshot _snapshot = DictionarySnapshot.Empty;
    private int _maxDictionaryVersion;

    /// <summary>The trailer field of the dictionary, and its length.</summary>
    private ulong _dictionaryTrailer;
    private int _dictionaryTrailerLength;
    private DictionaryStringIndex? _dictionaryStrings;
    private int _dictionaryStringCount;

    /// <summary>Discards what the trie has loaded from the dictionary.</summary>
    private void ForgetDictionary()
    {
        _snapshot = DictionarySnapshot.Empty;
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
        if (!ReferenceEquals(published, _snapshot))
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
        var known = _snapshot.ShapeCount;
        _snapshot = published;
        var content = published.At(version);
        Trie.AddDictionaryShapes(published, known, content.ShapeCount, _refusesDuplicates);
        BindNodes();
        _dictionaryStrings = Compression == StringCompression.None ? null : published.Index;
        _dictionaryStringCount = content.StringCount;
        Symbols = Compression == StringCompression.Trained ? published.Symbols(version) : null;
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

    // Limits the shapes of a document, so that names that never recur do not cost the memory and time of shapes. The limit depends only on the document: on
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

/// <summary>Represents a stack of the names of open objects without a shape.</summary>
internal sealed class PendingNames
{
    private byte[] _bytes = new byte[256];
    private int[] _ends = new int[16];
    private int[] _relativeEnds = new int[16];
    private int _count;

    private int Length => _count == 0 ? 0 : _ends[_count - 1];

    public void Clear() => _count = 0;

    public void Push(ReadOnlySpan<byte> name)
    {
        var start = Length;
        if (_bytes.Length - start < name.Length)
        {
            if ((long)start + name.Length > Array.MaxLength)
            {
                ThrowHelper.DocumentTooLarge(Array.MaxLength);
            }

            Array.Resize(ref _bytes, (int)Math.Min(start + (long)Math.Max(start, name.Length), Array.MaxLength));
        }

        if (_count == _ends.Length)
        {
            Array.Resize(ref _ends, _count * 2);
        }

        name.CopyTo(_bytes.AsSpan(start));
        _ends[_count++] = start + name.Length;
    }

    public void Push(ReadOnlySpan<byte> names, ReadOnlySpan<int> ends)
    {
        var start = 0;
        foreach (var end in ends)
        {
            Push(names[start..end]);
            start = end;
        }
    }

    /// <summary>Returns the last <paramref name="count"/> names, concatenated, and the end of each.</summary>
    public ReadOnlySpan<byte> Last(int count, out ReadOnlySpan<int> ends)
    {
        var start = count == _count ? 0 : _ends[_count - count - 1];
        if (_relativeEnds.Length < count)
        {
            _relativeEnds = new int[count];
        }

        for (var i = 0; i < count; i++)
        {
            _relativeEnds[i] = _ends[_count - count + i] - start;
        }

        ends = _relativeEnds.AsSpan(0, count);
        return _bytes.AsSpan(start, Length - start);
    }

    public void Pop(int count) => _count -= count;
}
