using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;
using Blittable.Paths;
using Blittable.Reading;
using Blittable.Strings;

namespace Blittable;

/// <summary>Reads a value of a document in place, as an address in its bytes, without copy or allocation.</summary>
/// <remarks>
/// <para>The bytes must stay as they are for as long as the value is used.</para>
/// <para><c>Get…</c> methods throw a <see cref="BlittableException"/> where the value is of another kind, does not fit, or is not there;
/// <c>Try…</c> methods return false. Damaged bytes give wrong values or a <see cref="BlittableException"/> with
/// <see cref="BlittableErrorCode.InvalidData"/>, and nothing else; opening a document does not validate its values.</para>
/// <para>Any number of threads may read a document.</para>
/// </remarks>
public readonly ref partial struct BlittableValue
{
    // Each field has eight bytes, because that is what copies load. A processor has to wait for a load that covers two narrower stores: with a span and two
    // integers as fields, that was a fifth of the time of a walk through a document.
    private readonly ref readonly byte _start;
    private readonly nint _length;

    /// <summary>The address and, 32 bits higher, where the shape table starts.</summary>
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

    /// <summary>Gets the kind of the value; <see cref="BlittableValueKind.Undefined"/> for a default one.</summary>
    /// <exception cref="BlittableException">The document is damaged: no value starts here.</exception>
    public BlittableValueKind Kind
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => ValueKinds.At(Document, Address);
    }

    /// <summary>
    /// Gets whether the value is a string that is stored as a date. Its <see cref="Kind"/> is still <see cref="BlittableValueKind.String"/>.
    /// </summary>
    public bool IsDate => StoredDate.IsDate(RawBytes.ReadTag(Document, Address));

    /// <summary>Refuses a default value, which no document has.</summary>
    internal void RequireDefined()
    {
        if (Document.IsEmpty)
        {
            ThrowHelper.NoValue();
        }
    }

    /// <summary>Where the value's tag is in the document; negative for a <see cref="NumberArrayElement"/>.</summary>
    internal int Address
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (int)_place;
    }

    /// <summary>Where the document's shape table starts; the index of a <see cref="NumberArrayElement"/>.</summary>
    internal int ShapeTable
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (int)(_place >> 32);
    }

    /// <summary>The document that the value is in.</summary>
    internal ReadOnlySpan<byte> Document
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => MemoryMarshal.CreateReadOnlySpan(in _start, (int)_length);
    }

    /// <summary>The document's dictionary, if it has one.</summary>
    internal DictionarySnapshot? Dictionary => _dictionary;

    /// <summary>Returns the root of a document, without looking at more than its end.</summary>
    /// <remarks>A large document may hold the symbol table of its strings there, some 1,000 bytes, whose checksum is compared.</remarks>
    /// <param name="bytes">The whole document and nothing else.</param>
    /// <param name="dictionary">The dictionary that the document was written with, if it was written with one.</param>
    /// <exception cref="BlittableException">
    /// The bytes do not end like a document of a known version, hold a damaged symbol table, or need a dictionary that was not given.
    /// </exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static BlittableValue Open(ReadOnlySpan<byte> bytes, BlittableDictionary? dictionary = null)
    {
        var distance = Trailer.ReadShortDistance(bytes, out var flags, out var end);
        if ((flags & ~Trailer.Shared) == Trailer.Version && (uint)(distance - 1) < (uint)end)
        {
            return new BlittableValue(bytes, end - distance, end, null);
        }

        // A method that returned the value itself would do so through memory, in pieces that are then loaded as one: the processor has to wait for them.
        var (snapshot, places) = ReadTables(bytes, distance, flags, end, dictionary);
        return new BlittableValue(bytes, (int)places, (int)(places >> 32), snapshot);
    }

    /// <summary>Returns the value with a limit for the text that it may expand to.</summary>
    /// <remarks>
    /// <para>A document stores equal values once, so that a few bytes can represent a text of any length. Whatever writes all of it out or goes through it respects this
    /// limit: JSON text, MessagePack, objects, comparison, hashing, JSONPath, copies and edits. It is passed on to all values that are reached from this one.</para>
    /// <para>By default documents that this process has written (<see cref="BlittableDocument.Parse(ReadOnlySpan{byte}, BlittableOptions?)"/>, builders,
    /// <see cref="BlittableSerializer.SerializeToDocument"/>) have no limit. Any other bytes may be from an attacker: their limit is 256 times the bytes of the document, and at least
    /// 65,536; with a dictionary 4,096 times and at least 1,048,576.</para>
    /// </remarks>
    /// <param name="maxExpandedBytes">The most bytes of JSON text, or of values that are looked at; <see cref="long.MaxValue"/> for a document from a trusted source.</param>
    /// <exception cref="ArgumentOutOfRangeException">The limit is negative.</exception>
    public BlittableValue WithMaxExpandedBytes(long maxExpandedBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(maxExpandedBytes);
        return WithLimit(maxExpandedBytes);
    }

    /// <summary>The limit that a caller has set; null for the default.</summary>
    internal long? MaxExpandedBytes => _dictionary?.MaxExpandedBytes;

    /// <summary>Returns the root of a document whose expansion was checked when it was taken in, so that it has no limit.</summary>
    internal static BlittableValue OpenStored(ReadOnlySpan<byte> bytes, BlittableDictionary? dictionary = null) =>
        Open(bytes, dictionary).WithLimit(ExpansionLimit.None);

    /// <summary>The value with the limit of another; null for the default.</summary>
    internal BlittableValue WithLimit(long? maxExpandedBytes) =>
        new(Document, Address, ShapeTable, DictionarySnapshot.WithMaxExpandedBytes(_dictionary, maxExpandedBytes));

    /// <summary>Gets the value as <see cref="System.Text.Json.JsonElement.ToString"/> does.</summary>
    /// <returns>
    /// The text of a string; the JSON text of an object, an array or a number; <c>True</c> or <c>False</c>; an empty string for null and for a default
    /// value; base64 for binary values. If the document is damaged or the text too long, the name of the kind.
    /// </returns>
    public override string ToString()
    {
        var kind = Address < 0 ? NumberArrayElement.Kind(Document, Address) : ValueKinds.Of(RawBytes.ReadTag(Document, Address));
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
    /// <returns>The dictionary as it is now, null without one; the root's address and, 32 bits higher, where the shape table starts.</returns>
    /// <remarks>The common case, a table of a few shapes and no other, is read without a stack frame: the call at the end is a jump.</remarks>
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
        // Most documents with a dictionary have no tables of their own. What is wrong with others, or rare, is found out below.
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
            // Only here can damage be named: it would give other texts, each as good as any.
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

    /// <summary>Refuses bytes that look like another format than a document; returns if they do not.</summary>
    private static void ThrowForeign(ReadOnlySpan<byte> bytes, BlittableErrorCode code)
    {
        if (ForeignBytes.NameOf(bytes) is { } name)
        {
            throw new BlittableException(code, $"Expected a document, found {name}.", bytes.Length - 1);
        }
    }

    // The throws are static, here and in the other parts: a call with the value itself would keep it from living in registers.

    /// <summary>Another value of this document.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal BlittableValue WithAddress(int address) => new(Document, address, ShapeTable, _dictionary);

    /// <summary>Another value of this document, or the element of this index in a number array.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal BlittableValue WithAddress(int address, int shapeTable) => new(Document, address, shapeTable, _dictionary);

    /// <summary>A child of this value, which is the container.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal BlittableValue Child(scoped in Container container, int index) =>
        new(Document, container.Child(index), container.IsPacked ? container.Start + index : ShapeTable, _dictionary);

    [DoesNotReturn]
    private static void ThrowWrongKind(ReadOnlySpan<byte> document, int address, string expected) =>
        throw ValueFault.Of(document, address, expected);

    /// <summary>The place that an error names: for a <see cref="NumberArrayElement"/> that of the numbers it is one of.</summary>
    private static int Offset(int address) => address & int.MaxValue;
}
