using System.ComponentModel;
using System.Text.Json.Serialization;
using Blittable.Layout;

namespace Blittable;

/// <summary>Holds a document in memory, together with its bytes, which it owns or borrows from the caller.</summary>
/// <remarks>
/// <para>It cannot be changed, and any number of threads may read it. To read bytes without an object, use <see cref="BlittableValue.Open"/>.</para>
/// <para>Do not dispose of a shared document, such as one in a cache: the garbage collector takes its bytes when the last reference is gone.
/// <see cref="Dispose"/> is for the sole owner of a document: any later use is an error. Call it before memory that the document borrows is returned.</para>
/// </remarks>
[ImmutableObject(true)]
[JsonConverter(typeof(BlittableDocumentJsonConverter))]
public sealed partial class BlittableDocument : IDisposable
{
    private readonly DictionarySnapshot? _dictionary;
    private readonly int _root;
    private readonly int _shapeTable;
    private ReadOnlyMemory<byte> _bytes;
    private byte[]? _rented;
    private bool _isDisposed;

    private BlittableDocument(ReadOnlyMemory<byte> bytes, BlittableValue root)
    {
        _bytes = bytes;
        _root = root.Address;
        _shapeTable = root.ShapeTable;
        _dictionary = DictionarySnapshot.ForMuchOf(bytes.Span, root.Dictionary);
    }

    /// <summary>Gets the document's value.</summary>
    /// <exception cref="ObjectDisposedException">The document has been disposed of.</exception>
    public BlittableValue Root => new(Bytes.Span, _root, _shapeTable, _dictionary);

    /// <summary>Gets the whole document as it is stored.</summary>
    /// <exception cref="ObjectDisposedException">The document has been disposed of.</exception>
    public ReadOnlyMemory<byte> Bytes
    {
        get
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            return _bytes;
        }
    }

    /// <summary>Gets whether the bytes can be read only with the dictionary that the document was opened with.</summary>
    public bool NeedsDictionary => _dictionary is { IsDictionary: true };

    /// <summary>Opens a document where it lies, without copying it or looking at more than its end.</summary>
    /// <remarks>A large document may hold the symbol table of its strings there, some 1,000 bytes, whose checksum is compared.</remarks>
    /// <param name="bytes">The whole document and nothing else. It must stay as it is for as long as the document is used.</param>
    /// <param name="dictionary">The dictionary that the document was written with, if it was written with one.</param>
    /// <exception cref="BlittableException">
    /// The bytes do not end like a document of a known version, hold a damaged symbol table, or need a dictionary that was not given.
    /// </exception>
    public static BlittableDocument Open(ReadOnlyMemory<byte> bytes, BlittableDictionary? dictionary = null) =>
        new(bytes, BlittableValue.Open(bytes.Span, dictionary));

    /// <summary>Opens a document with a limit for the text that it may expand to.</summary>
    /// <param name="bytes">The whole document and nothing else. It must stay as it is for as long as the document is used.</param>
    /// <param name="dictionary">The dictionary that the document was written with, if it was written with one.</param>
    /// <param name="maxExpandedBytes">The limit, as in <see cref="BlittableValue.WithMaxExpandedBytes"/>; <see cref="long.MaxValue"/> for a document from a trusted source.</param>
    /// <exception cref="ArgumentOutOfRangeException">The limit is negative.</exception>
    /// <inheritdoc cref="Open(ReadOnlyMemory{byte}, BlittableDictionary?)" path="/exception"/>
    public static BlittableDocument Open(ReadOnlyMemory<byte> bytes, BlittableDictionary? dictionary, long maxExpandedBytes) =>
        new(bytes, BlittableValue.Open(bytes.Span, dictionary).WithMaxExpandedBytes(maxExpandedBytes));

    /// <summary>Opens a document that this process has written.</summary>
    internal static BlittableDocument OpenOwn(ReadOnlyMemory<byte> bytes, BlittableDictionary? dictionary) =>
        OpenLimited(bytes, dictionary, ExpansionLimit.None);

    /// <summary>Opens a document with the limit of another; null for the default.</summary>
    internal static BlittableDocument OpenLimited(ReadOnlyMemory<byte> bytes, BlittableDictionary? dictionary, long? maxExpandedBytes) =>
        new(bytes, BlittableValue.Open(bytes.Span, dictionary).WithLimit(maxExpandedBytes));

    /// <summary>Copies a document that this process has written into rented memory, which <see cref="Dispose"/> returns.</summary>
    internal static BlittableDocument OpenRented(ReadOnlySpan<byte> bytes, BlittableDictionary? dictionary)
    {
        var rented = DocumentPool.Rent(bytes.Length);
        bytes.CopyTo(rented);
        var document = OpenOwn(rented.AsMemory(0, bytes.Length), dictionary);
        document._rented = rented;
        return document;
    }

    /// <summary>Releases the bytes. The bytes of a document that <see cref="Parse(ReadOnlySpan{byte}, BlittableOptions?)"/> has made are used for another document afterwards.</summary>
    /// <remarks>Using the document afterwards is an error that is detected. Using <see cref="Bytes"/> or a value that were read from it before is an error that may not be detected:
    /// they may have the content of another document. Builds with the symbol DEBUG overwrite the bytes instead, so that tests find such uses.</remarks>
    public void Dispose()
    {
        _isDisposed = true;
        _bytes = default;
        if (Interlocked.Exchange(ref _rented, null) is not { } rented)
        {
            return;
        }

#if DEBUG
        rented.AsSpan().Fill(byte.MaxValue);
#else
        DocumentPool.Return(rented);
#endif
    }
}
