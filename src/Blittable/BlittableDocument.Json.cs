using System.IO.Pipelines;
using System.Runtime.InteropServices;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Blittable.Rendering;

namespace Blittable;

/// <content>Conversion from and to the trees of System.Text.Json, and asynchronous output of JSON text.</content>
public sealed partial class BlittableDocument
{
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
}
