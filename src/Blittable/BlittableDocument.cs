using System.ComponentModel;
using System.Text.Json.Serialization;
using Blittable.Layout;

namespace Blittable;

/// <summary>Represents a document in memory, together with its bytes, which it owns or borrows from the caller.</summary>
/// <remarks>
/// <para>Documents are immutable and thread-safe. To read bytes without allocating an object, use <see cref="BlittableValue.Open"/>.</para>
/// <para>Do not dispose a shared document, such as a document in a cache. The garbage collector reclaims its bytes after the last reference is gone. Call
/// <see cref="Dispose"/> only as the sole owner of a document, because any later use is an error. Call it before returning memory that the document
/// borrows.</para>
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

    /// <summary>Gets the root value of the document.</summary>
    /// <exception cref="ObjectDisposedException">The document has been disposed.</exception>
    public BlittableValue Root => new(Bytes.Span, _root, _shapeTable, _dictionary);

    /// <summary>Gets the stored bytes of the whole document.</summary>
    /// <exception cref="ObjectDisposedException">The document has been disposed.</exception>
    public ReadOnlyMemory<byte> Bytes
    {
        get
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            return _bytes;
        }
    }

    /// <summary>Gets the maximum size of the JSON text, in bytes, that operations on the document may expand it to. It is the limit that the document was opened
    /// with, or the default for untrusted bytes. A document written by this process has no limit (<see cref="long.MaxValue"/>).</summary>
    /// <exception cref="ObjectDisposedException">The document has been disposed.</exception>
    public long MaxExpandedBytes => ExpansionLimit.Of(Bytes.Length, _dictionary);

    /// <summary>Gets a value that indicates whether the document can be read only with the dictionary that it was opened with.</summary>
    public bool NeedsDictionary => _dictionary is { IsDictionary: true };

    /// <summary>Opens a document without copying it. Only the trailer at its end is read.</summary>
    /// <remarks>The trailer of a large document may contain the symbol table of its strings, about 1,000 bytes, whose checksum is verified.</remarks>
    /// <param name="bytes">The document, without further bytes. It must not change while the document is used.</param>
    /// <param name="dictionary">The dictionary that the document was written with, if any.</param>
    /// <exception cref="BlittableException">
    /// The bytes do not end with the trailer of a known version, or the symbol table is damaged. Or the required dictionary is missing, older, or a different
    /// one.
    /// </exception>
    public static BlittableDocument Open(ReadOnlyMemory<byte> bytes, BlittableDictionary? dictionary = null) =>
        new(bytes, BlittableValue.Open(bytes.Span, dictionary));

    /// <summary>Opens a document with a limit for its expansion to text.</summary>
    /// <param name="bytes">The document, without further bytes. It must not change while the document is used.</param>
    /// <param name="dictionary">The dictionary that the document was written with, if any.</param>
    /// <param name="maxExpandedBytes">The limit that <see cref="BlittableValue.WithMaxExpandedBytes"/> describes, or <see cref="long.MaxValue"/> for a document
    /// from a trusted source.</param>
    /// <exception cref="ArgumentOutOfRangeException">The limit is negative.</exception>
    /// <inheritdoc cref="Open(ReadOnlyMemory{byte}, BlittableDictionary?)" path="/exception"/>
    public static BlittableDocument Open(ReadOnlyMemory<byte> bytes, BlittableDictionary? dictionary, long maxExpandedBytes) =>
        new(bytes, BlittableValue.Open(bytes.Span, dictionary).WithMaxExpandedBytes(maxExpandedBytes));

    /// <summary>Opens a document written by this process.</summary>
    internal static BlittableDocument OpenOwn(ReadOnlyMemory<byte> bytes, BlittableDictionary? dictionary) =>
        OpenLimited(bytes, dictionary, ExpansionLimit.None);

    /// <summary>Opens a document with the expansion limit of another document, or <see langword="null"/> for the default limit.</summary>
    internal static BlittableDocument OpenLimited(ReadOnlyMemory<byte> bytes, BlittableDictionary? dictionary, long? maxExpandedBytes) =>
        new(bytes, BlittableValue.Open(bytes.Span, dictionary).WithLimit(maxExpandedBytes));

    /// <summary>Copies a document written by this process into rented memory, which <see cref="Dispose"/> returns.</summary>
    internal static BlittableDocument OpenRented(ReadOnlySpan<byte> bytes, BlittableDictionary? dictionary)
    {
        var rented = DocumentPool.Rent(bytes.Length);
        bytes.CopyTo(rented);
        var document = OpenOwn(rented.AsMemory(0, bytes.Length), dictionary);
        document._rented = rented;
        return document;
    }

    /// <summary>Releases the bytes. If <see cref="Parse(ReadOnlySpan{byte}, BlittableOptions?)"/> or
    /// <see cref="ParseAsync(Stream, BlittableOptions?, CancellationToken)"/> created the document, its memory is reused for other documents.</summary>
    /// <remarks>The memory of documents of up to 16 MB is reused. Any later use of the document throws. Using <see cref="Bytes"/> or a value obtained earlier is an error that may remain undetected, because the
    /// memory may contain another document. Builds with the symbol DEBUG overwrite the bytes instead, so that tests find such errors.</remarks>
    public void Dispose()
    {
        _isDisposed = true;
        _bytes = default;
        if (Interlocked.Exchange(ref _rented, null) is { } rented)
        {
            DocumentPool.Return(rented);
        }
    }
}
