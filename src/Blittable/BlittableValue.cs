using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Editing;
using Blittable.Layout;
using Blittable.Paths;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable;

/// <summary>Represents a value of a document by its address in the bytes of the document. Reading it does not require copying or allocation.</summary>
/// <remarks>
/// <para>The bytes must not change while the value is used.</para>
/// <para><c>Get…</c> methods throw a <see cref="BlittableException"/> if the value is of another kind, out of range, or does not exist. <c>Try…</c> methods
/// return <see langword="false"/>. Opening a document does not validate its values. Reading damaged bytes returns wrong values or throws a
/// <see cref="BlittableException"/> with <see cref="BlittableErrorCode.InvalidData"/>, and has no other effect.</para>
/// <para>Documents can be read by any number of threads.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
public readonly ref partial struct BlittableValue
{
    // Each field has eight bytes, the width in which copies load it. A load that covers two narrower stores cannot be forwarded and stalls. With a span and two
    // integers as fields, these stalls took a fifth of the time of a document traversal.
    private readonly ref readonly byte _start;
    private readonly nint _length;

    /// <summary>The address in the lower 32 bits, and the start of the shape table in the upper 32 bits.</summary>
    private readonly ulong _place;

    private readonly DictionarySnapshot? _dictionary;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal BlittableValue(ReadOnlySpan<byte> document, int address, int shapeTable, DictionarySnapshot? dictionary)
    {
        _start = ref MemoryMarshal.GetReference(document);
        _length = document.Length;
        _place = ((ulong)(uint)shapeTable << 32) | (uint)address;
        _dictionary = dictionary;
    }

    /// <summary>Gets the kind of the value, or <see cref="BlittableValueKind.Undefined"/> if the value is uninitialized.</summary>
    /// <exception cref="BlittableException">The document is damaged: there is no value at this address.</exception>
    public BlittableValueKind Kind
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => TagKinds.At(Document, Address);
    }

    /// <summary>
    /// Gets a value that indicates whether the value is a string that is stored as a date. Its <see cref="Kind"/> is <see cref="BlittableValueKind.String"/>.
    /// </summary>
    public bool IsDate => StoredDate.IsDate(RawBytes.ReadTag(Document, Address));

    /// <summary>Throws if the value is uninitialized.</summary>
    internal void RequireDefined()
    {
        if (Document.IsEmpty)
        {
            ThrowHelper.NoValue();
        }
    }

    /// <summary>Gets the address of the value's tag in the document. It is negative for a <see cref="NumberArrayElement"/>.</summary>
    internal int Address
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (int)_place;
    }

    /// <summary>Gets the start of the document's shape table, or the index of a <see cref="NumberArrayElement"/>.</summary>
    internal int ShapeTable
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (int)(_place >> 32);
    }

    /// <summary>Gets the document that contains the value.</summary>
    internal ReadOnlySpan<byte> Document
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => MemoryMarshal.CreateReadOnlySpan(in _start, (int)_length);
    }

    /// <summary>Gets the dictionary of the document, if any.</summary>
    internal DictionarySnapshot? Dictionary => _dictionary;

    /// <summary>Opens a document and returns its root. Only the trailer at the end of the document is read.</summary>
    /// <remarks>The trailer of a large document may contain the symbol table of its strings, about 1,000 bytes, whose checksum is verified.</remarks>
    /// <param name="bytes">The document, without further bytes.</param>
    /// <param name="dictionary">The dictionary that the document was written with, if any.</param>
    /// <exception cref="BlittableException">
    /// The bytes do not end with the trailer of a known version, or the symbol table is damaged. Or the required dictionary is missing, older, or a different
    /// one.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static BlittableValue Open(ReadOnlySpan<byte> bytes, BlittableDictionary? dictionary = null)
    {
        var distance = Trailer.ReadShortDistance(bytes, out var flags, out var end);
        if ((flags & ~Trailer.Shared) == Trailer.Version && (uint)(distance - 1) < (uint)end)
        {
            return new BlittableValue(bytes, end - distance, end, null);
        }

        // A method that returned the value itself would store it to memory in pieces that are then loaded as one, which defeats store forwarding.
        var (snapshot, places) = ReadTables(bytes, distance, flags, end, dictionary);
        return new BlittableValue(bytes, (int)places, (int)(places >> 32), snapshot);
    }

    /// <summary>Returns the value with a limit for its expansion to text.</summary>
    /// <remarks>
    /// <para>A document stores equal values once, so a few bytes can represent a text of any length. The limit applies to every operation that writes or visits
    /// all of it: JSON text, MessagePack, objects, comparison, hashing, JSONPath, copies and edits. All values reached from this value inherit the
    /// limit.</para>
    /// <para>By default, documents written by this process (<see cref="BlittableDocument.Parse(ReadOnlySpan{byte}, BlittableOptions?)"/>, builders,
    /// <see cref="BlittableSerializer.SerializeToDocument"/>) have no limit. Other bytes may come from an attacker. Their default limit is 256 times the size
    /// of the document, and at least 65,536. With a dictionary, it is 4,096 times the size, and at least 1,048,576.</para>
    /// </remarks>
    /// <param name="maxExpandedBytes">The maximum number of bytes of JSON text, or of visited values; <see cref="long.MaxValue"/> for a document from a trusted
    /// source.</param>
    /// <exception cref="ArgumentOutOfRangeException">The limit is negative.</exception>
    public BlittableValue WithMaxExpandedBytes(long maxExpandedBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(maxExpandedBytes);
        return WithLimit(maxExpandedBytes);
    }

    /// <summary>Gets the limit that a caller has set, or <see langword="null"/> for the default limit.</summary>
    internal long? MaxExpandedBytes => _dictionary?.MaxExpandedBytes;

    /// <summary>Opens a document that has no limit, because its expansion was checked when it was accepted.</summary>
    internal static BlittableValue OpenStored(ReadOnlySpan<byte> bytes, BlittableDictionary? dictionary = null) =>
        Open(bytes, dictionary).WithLimit(ExpansionLimit.None);

    /// <summary>Returns the value with the limit of another value, or <see langword="null"/> for the default limit.</summary>
    internal BlittableValue WithLimit(long? maxExpandedBytes) =>
        new(Document, Address, ShapeTable, DictionarySnapshot.WithMaxExpandedBytes(_dictionary, maxExpandedBytes));

    /// <summary>Returns the value as text, like <see cref="System.Text.Json.JsonElement.ToString"/>.</summary>
    /// <returns>
    /// The text of a string, or the JSON text of an object, an array or a number. <c>True</c> or <c>False</c> for a boolean. An empty string for null and for
    /// an uninitialized value. Base64 for binary values. If the document is damaged or the text is too long, the name of the kind.
    /// </returns>
    public override string ToString()
    {
        var kind = Address < 0 ? NumberArrayElement.Kind(Document, Address) : TagKinds.Of(RawBytes.ReadTag(Document, Address));
        try
        {
            return kind switch
            {
                BlittableValueKind.Undefined or BlittableValueKind.Null => "",
                BlittableValueKind.True => bool.TrueString,
                BlittableValueKind.False => bool.FalseString,
                BlittableValueKind.String => GetString()!,
                BlittableValueKind.Binary => Convert.ToBase64String(TryGetExtension(out _, out var data) ? data : GetBytes()),
                _ => ToJson(BlittableJsonOptions.Descriptive),
            };
        }
        catch (BlittableException)
        {
            return kind.ToString();
        }
    }

    /// <summary>Opens a document that has tables, or whose root is far from its end.</summary>
    /// <returns>The current snapshot of the dictionary, if any. The places contain the address of the root in the lower 32 bits, and the start of the shape
    /// table in the upper 32 bits.</returns>
    /// <remarks>The common case, with only a table of a few shapes, is read without a stack frame, because the call at the end is a jump.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (DictionarySnapshot? Snapshot, long Places) ReadTables(
        ReadOnlySpan<byte> bytes, int distance, byte flags, int end, BlittableDictionary? dictionary)
    {
        var root = end - distance;
        if ((flags & ~Trailer.Shared) == (Trailer.Version | Trailer.HasShapes) && Trailer.TryReadShortShapes(bytes, end, root, out var start))
        {
            return (null, ((long)start << 32) | (uint)root);
        }

        return ReadAnyTables(bytes, distance, flags, end, dictionary);
    }

    /// <inheritdoc cref="ReadTables"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (DictionarySnapshot? Snapshot, long Places) ReadAnyTables(
        ReadOnlySpan<byte> bytes, int distance, byte flags, int end, BlittableDictionary? dictionary)
    {
        // Most documents with a dictionary have no tables of their own. Other cases, including errors, are handled below.
        if ((flags & ~Trailer.Shared) == (Trailer.Version | Trailer.HasDictionary) && dictionary is not null
            && Trailer.TryReadShortDictionary(bytes, end, distance, out var shortVersion, out var shortCheck, out var fieldStart))
        {
            var published = dictionary.Published;
            if (published.Has(shortVersion, shortCheck))
            {
                return (published, ((long)fieldStart << 32) | (uint)(end - distance));
            }
        }

        if (!Trailer.IsVersion(flags))
        {
            ThrowForeign(bytes, BlittableErrorCode.UnsupportedVersion);
            ThrowHelper.UnsupportedVersion(flags, bytes.Length - 1);
        }

        var root = (uint)(distance - 1) < (uint)end ? end - distance : Trailer.ReadRoot(bytes, out flags, out end);
        ReadOnlySpan<byte> symbols = default;
        var isValid = Trailer.TryReadTables(bytes, flags, ref end, out var version, out var check, out _);
        var start = end;
        if (!isValid || !Trailer.TryReadSymbols(bytes, flags, ref start, out symbols) || root >= start)
        {
            ThrowForeign(bytes, BlittableErrorCode.InvalidData);
            ThrowHelper.InvalidTrailer(flags, bytes.Length - 1);
        }

        if ((flags & Trailer.HasSymbols) != 0)
        {
            // Damage must be detected here, because the damaged table would decode strings to other valid texts.
            SymbolTable.Check(symbols, start);
        }

        var places = ((long)end << 32) | (uint)root;
        if (version == 0)
        {
            return (null, places);
        }

        if (dictionary is null)
        {
            ThrowHelper.DictionaryMissing((int)version);
        }

        var snapshot = dictionary.Published;
        snapshot.Require((int)version, check);
        return (snapshot, places);
    }

    /// <summary>Throws if the bytes look like another format. Otherwise, returns.</summary>
    private static void ThrowForeign(ReadOnlySpan<byte> bytes, BlittableErrorCode code)
    {
        if (ForeignBytes.NameOf(bytes) is { } name)
        {
            throw new BlittableException(code, $"Expected a document, found {name}.", bytes.Length - 1);
        }
    }

    // Throwing methods are static, here and in the other files of the type. Passing the value itself would prevent it from being enregistered.

    /// <summary>Returns the value at another address of this document.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal BlittableValue WithAddress(int address) => new(Document, address, ShapeTable, _dictionary);

    /// <summary>Returns the value at another address of this document, or the element of a number array at the specified index.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal BlittableValue WithAddress(int address, int shapeTable) => new(Document, address, shapeTable, _dictionary);

    /// <summary>Returns a child of this value, which is the specified container.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal BlittableValue Child(scoped in Container container, int index) =>
        new(Document, container.Child(index), container.IsPacked ? container.Start + index : ShapeTable, _dictionary);

    [DoesNotReturn]
    private static void ThrowWrongKind(ReadOnlySpan<byte> document, int address, string expected) =>
        throw ValueFault.Of(document, address, expected);

    /// <summary>Returns the offset for an error. For a <see cref="NumberArrayElement"/>, it is the offset of the number array.</summary>
    private static int Offset(int address) => address & int.MaxValue;

    // Copying a part of a document to a new document.

    /// <summary>Copies this value and its descendants to a new document that needs no dictionary.</summary>
    /// <remarks>Strings, numbers, dates and names keep their stored forms. Equal values are stored once. The new document has the expansion limit of this
    /// value.</remarks>
    /// <exception cref="BlittableException">The value is uninitialized, damaged, or too large when expanded.</exception>
    public BlittableDocument Clone()
    {
        RequireDefined();
        return BlittableDocument.OpenLimited(DocumentCopy.Of(this, dictionary: null), dictionary: null, ExpansionLimit.Of(Document.Length, _dictionary));
    }

    /// <summary>Gets the compression for a copy of this string in another document. Without a symbol table there, a trained string uses the general
    /// table.</summary>
    internal StringCompression EncodingOfText
    {
        get
        {
            var tag = Document[Address];
            if (tag == Tag.ContinuedString)
            {
                // Only encoded strings can be continued.
                var rest = Document[ContinuedText.Read(Document, Address, out _, out _)];
                tag = rest < Tag.EncodedString ? (byte)(Tag.EncodedString - 1 + (int)StringEncoding.Smaz) : rest;
            }

            if (tag is >= Tag.DictionaryString and <= Tag.DictionaryStringLast)
            {
                // The copy may have no dictionary.
                return StringCompression.Smaz;
            }

            return (StringEncoding)(tag - Tag.EncodedString + 1) switch
            {
                StringEncoding.Smaz or StringEncoding.NibbleDecimal or StringEncoding.NibbleHex => StringCompression.Smaz,
                StringEncoding.General => StringCompression.General,
                StringEncoding.Trained => StringCompression.Trained,
                _ => StringCompression.None,
            };
        }
    }

    // Comparison of values, independent of mode and dictionary.

    internal static readonly ulong HashSeed = (ulong)Random.Shared.NextInt64();

    /// <summary>Determines whether two values, including all nested values, are equal.</summary>
    /// <remarks>
    /// Equality is defined like <see cref="System.Text.Json.JsonElement.DeepEquals"/>. Strings are compared by text, and numbers by exact value: 1, 1.0 and
    /// 10e-1 are equal. Arrays are compared element by element, and objects regardless of property order. Properties with equal names must have the same
    /// relative order. A stored date equals its string. Binary values are equal if their data is equal. A float equals the number of its JSON text, and NaN
    /// equals itself. Exponents beyond 2^56 are treated as 2^56. The time is linear in the size of the documents, regardless of the number of references to
    /// shared values.
    /// </remarks>
    /// <exception cref="BlittableException">
    /// A document is damaged, the text of a number is not valid JSON, or values are nested too deeply for the stack of this thread. Or more values would be
    /// compared than the larger limit of both values allows (<see cref="WithMaxExpandedBytes"/>).
    /// </exception>
    public static bool DeepEquals(BlittableValue left, BlittableValue right) => ValueComparison.Compare(left, right, isEquality: true) == 0;

    /// <summary>Compares two values, including all nested values. The order is consistent with <see cref="DeepEquals"/>.</summary>
    /// <remarks>
    /// The order of kinds is: null, false, true, number, string, binary, array, object. Numbers are ordered by value, strings by their UTF-8 bytes (which is
    /// code point order), and arrays by their first difference. Objects are ordered by their number of properties, and then, in name order, by each name
    /// (shorter names first) and value.
    /// </remarks>
    /// <returns>A negative number if <paramref name="left"/> precedes <paramref name="right"/>, 0 if they are equal, or a positive number otherwise.</returns>
    /// <inheritdoc cref="DeepEquals" path="/exception"/>
    public static int DeepCompare(BlittableValue left, BlittableValue right) => ValueComparison.Compare(left, right, isEquality: false);

    /// <summary>Returns a hash code of the value, including all nested values. Values that are equal according to <see cref="DeepEquals"/> have equal hash
    /// codes.</summary>
    /// <remarks>The seed is random for each process, so attackers cannot choose values that collide. Do not store hash codes.</remarks>
    /// <inheritdoc cref="DeepEquals" path="/exception"/>
    public int GetDeepHashCode() => ValueHash.Of(this, HashSeed).GetHashCode();

    // Views for debuggers.

    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    private string DebuggerText => DebugText.Of(this);

    /// <summary>Gets the value as a tree. A debugger cannot hold a ref struct, so the value is copied when the tree is expanded.</summary>
    private DebugNode[] DebuggerTree
    {
        get
        {
            try
            {
                var copy = Clone();
                return DebugNode.Of(copy, copy.Root);
            }
            catch (BlittableException)
            {
                return [];
            }
        }
    }
}
