using System.Buffers;
using System.ComponentModel;
using System.Diagnostics;
using System.IO.Pipelines;
using System.Runtime.InteropServices;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Blittable.Editing;
using Blittable.Layout;
using Blittable.Rendering;
using Blittable.Validation;

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
[DebuggerDisplay("{ToString(),nq}")]
[DebuggerTypeProxy(typeof(DebugView))]
public sealed class BlittableDocument : IDisposable
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

    /// <summary>Returns bytes that a reader with a dictionary, or without one, can open. Use this method instead of <see cref="Bytes"/> to store or send a
    /// document whose origin you do not know.</summary>
    /// <remarks>A document of a collection needs the dictionary of the collection, and a document of a store may need the dictionary of the store. A reader with
    /// another dictionary cannot open its bytes.</remarks>
    /// <param name="dictionary">The dictionary of the reader, or <see langword="null"/> for none.</param>
    /// <returns>The stored bytes, without a copy, if the document needs no dictionary or this dictionary contains the version that it needs; otherwise, the bytes
    /// of a copy that was written with this dictionary.</returns>
    /// <exception cref="BlittableException">The document must be copied, and is damaged or too large when expanded.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed.</exception>
    public ReadOnlyMemory<byte> GetBytesFor(BlittableDictionary? dictionary) =>
        DocumentCopy.IsReadableWith(Root, dictionary) ? Bytes : DocumentCopy.Of(Root, dictionary);

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
    /// memory may contain another document. Builds with the symbol DEBUG overwrite the bytes instead, so tests find such errors.</remarks>
    public void Dispose()
    {
        _isDisposed = true;
        _bytes = default;
        if (Interlocked.Exchange(ref _rented, null) is { } rented)
        {
            DocumentPool.Return(rented);
        }
    }

    // Parsing in one call. The memory of disposed documents is reused.

    /// <summary>Converts a JSON text to a document.</summary>
    /// <param name="utf8Json">The text in UTF-8. Only white space may surround the value.</param>
    /// <param name="options">The conversion options. If <see langword="null"/>, memory mode is used.</param>
    /// <exception cref="BlittableException">The text is not valid JSON, is too large, or is nested too deeply.</exception>
    public static BlittableDocument Parse(ReadOnlySpan<byte> utf8Json, BlittableOptions? options = null)
    {
        using var rented = RentedConverter.For(options);
        return OpenRented(rented.Converter.Convert(utf8Json), options?.Dictionary);
    }

    /// <summary>Converts a UTF-16 JSON text to a document.</summary>
    /// <param name="json">The text. A lone surrogate is an error, because it cannot be encoded in UTF-8.</param>
    /// <param name="options">The conversion options. If <see langword="null"/>, memory mode is used.</param>
    /// <exception cref="BlittableException">The text is not valid JSON, is too large, or is nested too deeply.</exception>
    public static BlittableDocument Parse(string json, BlittableOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(json);
        using var rented = RentedConverter.For(options);
        return OpenRented(rented.Converter.Convert(json.AsSpan()), options?.Dictionary);
    }

    /// <summary>Reads a stream to its end and converts its JSON text to a document.</summary>
    /// <param name="utf8Json">The text in UTF-8, with or without a byte order mark.</param>
    /// <param name="options">The conversion options. If <see langword="null"/>, memory mode is used.</param>
    /// <param name="cancellationToken">The token to cancel reading.</param>
    /// <exception cref="BlittableException">The text is not valid JSON, is too large, or is nested too deeply.</exception>
    public static async Task<BlittableDocument> ParseAsync(Stream utf8Json, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        using var input = await PooledInput.ReadAsync(utf8Json, cancellationToken).ConfigureAwait(false);
        return ParseFile(input.Bytes, options);
    }

    /// <summary>Converts a JSON text that may be split into segments to a document.</summary>
    /// <inheritdoc cref="Parse(ReadOnlySpan{byte}, BlittableOptions?)"/>
    public static BlittableDocument Parse(in ReadOnlySequence<byte> utf8Json, BlittableOptions? options = null)
    {
        using var rented = RentedConverter.For(options);
        return OpenRented(rented.Converter.Convert(utf8Json), options?.Dictionary);
    }

    /// <summary>Reads a pipe to its end and converts its JSON text to a document. The caller must complete the pipe.</summary>
    /// <remarks>The bytes are consumed as they arrive, so bytes read before a cancellation are lost.</remarks>
    /// <inheritdoc cref="ParseAsync(Stream, BlittableOptions?, CancellationToken)"/>
    public static async Task<BlittableDocument> ParseAsync(PipeReader utf8Json, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Json);
        using var input = await PooledInput.ReadAsync(utf8Json, cancellationToken).ConfigureAwait(false);
        return ParseFile(input.Bytes, options);
    }

    /// <summary>Converts a text that may start with a byte order mark.</summary>
    private static BlittableDocument ParseFile(ReadOnlySpan<byte> utf8Json, BlittableOptions? options)
    {
        using var rented = RentedConverter.For(options);
        return OpenRented(rented.Converter.ConvertFile(utf8Json), options?.Dictionary);
    }

    // Conversion from and to the trees of System.Text.Json, and asynchronous output of JSON text.

    /// <summary>The options of writers whose output is converted immediately.</summary>
    internal static readonly JsonWriterOptions Replayed = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        MaxDepth = int.MaxValue,
        SkipValidation = true,
    };

    /// <summary>Creates a document from an element of a <see cref="JsonDocument"/>.</summary>
    /// <param name="element">The element. Numbers keep their text.</param>
    /// <param name="options">Specifies how the document is stored. If <see langword="null"/>, memory mode is used.</param>
    /// <exception cref="ArgumentException">The element is uninitialized.</exception>
    /// <exception cref="BlittableException">The element is too large or nested too deeply.</exception>
    /// <exception cref="ObjectDisposedException">The document of the element has been disposed.</exception>
    public static BlittableDocument From(JsonElement element, BlittableOptions? options = null)
    {
        if (element.ValueKind == JsonValueKind.Undefined)
        {
            throw new ArgumentException("The element is uninitialized.", nameof(element));
        }

        try
        {
            return Parse(JsonMarshal.GetRawUtf8Value(element), options);
        }
        catch (BlittableException fault) when (fault.Code == BlittableErrorCode.UnexpectedCharacter)
        {
            // The text of a lenient JsonDocument may contain comments and trailing commas. Writing the element removes them.
            using var buffer = new PooledBuffer();
            using (var writer = new Utf8JsonWriter(buffer, Replayed))
            {
                element.WriteTo(writer);
            }

            return Parse(buffer.Written, options);
        }
    }

    /// <summary>Creates a document from a tree of nodes.</summary>
    /// <param name="node">The root of the tree, or <see langword="null"/> for JSON null.</param>
    /// <param name="options">Specifies how the document is stored. If <see langword="null"/>, memory mode is used.</param>
    /// <exception cref="BlittableException">The tree is too large or nested too deeply.</exception>
    public static BlittableDocument From(JsonNode? node, BlittableOptions? options = null)
    {
        if (node is null)
        {
            return Parse("null"u8, options);
        }

        using var buffer = new PooledBuffer();
        using (var writer = new Utf8JsonWriter(buffer, Replayed))
        {
            node.WriteTo(writer);
        }

        return Parse(buffer.Written, options);
    }

    /// <summary>Creates a mutable tree of nodes from the document.</summary>
    /// <returns>The root of the tree, or <see langword="null"/> for JSON null.</returns>
    /// <exception cref="BlittableException">The document cannot be written as JSON. See <see cref="BlittableValue.ToJsonNode"/>.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed.</exception>
    public JsonNode? ToJsonNode() => Root.ToJsonNode();

    /// <summary>Writes the document asynchronously to a stream, as JSON text in UTF-8.</summary>
    /// <remarks>The text is first rendered completely into pooled buffers. If rendering fails, nothing is written to the stream.</remarks>
    /// <param name="output">The stream. It remains open.</param>
    /// <param name="options">The format and the size limit. If <see langword="null"/>, the text has no white space.</param>
    /// <param name="cancellationToken">The token to cancel writing.</param>
    /// <exception cref="BlittableException">The document cannot be written as JSON. See
    /// <see cref="BlittableValue.WriteJson(System.Buffers.IBufferWriter{byte}, bool)"/>.</exception>
    /// <exception cref="IOException">The stream cannot be written to.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed.</exception>
    public async Task WriteJsonAsync(Stream output, BlittableJsonOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        const int segment = 1 << 16;
        var pipe = PipeWriter.Create(output, new StreamPipeWriterOptions(minimumBufferSize: segment, leaveOpen: true));
        try
        {
            await WriteJsonAsync(pipe, options, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception fault)
        {
            await pipe.CompleteAsync(fault).ConfigureAwait(false);
            throw;
        }

        await pipe.CompleteAsync().ConfigureAwait(false);
    }

    /// <summary>Writes the document to a pipe as JSON text in UTF-8, and flushes the pipe.</summary>
    /// <remarks>The text is rendered completely into the buffers of the pipe. The caller must complete the pipe. If an exception is thrown, the buffers may
    /// contain a part of the text.</remarks>
    /// <param name="output">The pipe.</param>
    /// <param name="options">The format and the size limit. If <see langword="null"/>, the text has no white space.</param>
    /// <param name="cancellationToken">The token to cancel flushing.</param>
    /// <exception cref="BlittableException">The document cannot be written as JSON. See
    /// <see cref="BlittableValue.WriteJson(System.Buffers.IBufferWriter{byte}, bool)"/>.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed.</exception>
    /// <exception cref="OperationCanceledException">Flushing was canceled.</exception>
    public async Task WriteJsonAsync(PipeWriter output, BlittableJsonOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        Root.WriteJson(output, options ?? BlittableJsonOptions.Default);
        var result = await output.FlushAsync(cancellationToken).ConfigureAwait(false);
        if (result.IsCanceled)
        {
            throw new OperationCanceledException(cancellationToken);
        }
    }

    // Validation.

    /// <summary>Verifies the structural integrity of every byte of the document. Validation is not required before reading, which checks the bytes that it
    /// reads.</summary>
    /// <exception cref="BlittableException">The document is damaged. The exception has the offset of the first fault.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed.</exception>
    public void Validate() => DocumentValidator.Validate(Root);

    /// <summary>Verifies the structural integrity of every byte of the document, and rejects a document whose JSON text exceeds a limit.</summary>
    /// <remarks>A document stores equal values once, so a few bytes can represent a text of any length. The check takes time proportional to the size of the
    /// document, regardless of the length of the text.</remarks>
    /// <param name="maxExpandedBytes">The maximum size, in bytes, of the JSON text without white space.</param>
    /// <exception cref="ArgumentOutOfRangeException">The limit is negative.</exception>
    /// <exception cref="BlittableException">The document is damaged, or its text exceeds the limit (<see cref="BlittableErrorCode.ExpansionTooLarge"/>). The
    /// exception has the offset of the first fault.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed.</exception>
    public void Validate(long maxExpandedBytes)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(maxExpandedBytes);
        DocumentValidator.Validate(Root, maxExpandedBytes);
    }

    /// <summary>Verifies the structural integrity of every byte of the document, and measures its JSON text.</summary>
    /// <remarks>A valid document can be hostile: fewer than 200 bytes can represent 3 GB of text. Compare the size with the limit that your application can
    /// afford, and then open the document with that limit (<see cref="Open(ReadOnlyMemory{byte}, BlittableDictionary?, long)"/>). The time is linear in the
    /// size of the document.</remarks>
    /// <param name="expandedBytes">The size, in bytes, of the JSON text without white space. For a document that shares values, it is at most 4,294,967,295,
    /// the maximum that the document can record.</param>
    /// <exception cref="BlittableException">The document is damaged. The exception has the offset of the first fault.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed.</exception>
    public void Validate(out long expandedBytes) => expandedBytes = DocumentValidator.Measure(Root).Text;

    // Size statistics.

    /// <summary>Measures how many bytes of the document serve each purpose. The document is validated in the same pass.</summary>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed.</exception>
    public BlittableStatistics GetStatistics()
    {
        var counter = new StatisticsCounter();
        DocumentValidator.Validate(Root, counter: counter);
        return counter.ToStatistics();
    }

    // Text for debuggers and logs.

    /// <summary>Returns the beginning of the document's JSON text, for logs and debuggers: at most 200 characters. Truncated text ends with <c>…</c>.</summary>
    /// <remarks><see cref="BlittableValue.ToJson()"/> returns the complete text. The result for a damaged or disposed document is a description.</remarks>
    public override string ToString() => _isDisposed ? "disposed" : DebugText.Of(Root);

    /// <summary>Represents a document as a tree in the debugger.</summary>
    private sealed class DebugView(BlittableDocument document)
    {
        [DebuggerBrowsable(DebuggerBrowsableState.RootHidden)]
        public DebugNode[] Children => document._isDisposed ? [] : DebugNode.Of(document, document.Root);
    }
}
