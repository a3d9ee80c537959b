using System.IO.Pipelines;
using System.Runtime.InteropServices;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using Blittable.Rendering;

namespace Blittable;

/// <content>From the trees of System.Text.Json and back, and JSON text for outputs that are waited for.</content>
public sealed partial class BlittableDocument
{
    /// <summary>The options of a writer whose text is converted at once.</summary>
    internal static readonly JsonWriterOptions Replayed = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        MaxDepth = int.MaxValue,
        SkipValidation = true,
    };

    /// <summary>Makes a document from an element of a <see cref="JsonDocument"/>.</summary>
    /// <param name="element">The element. Numbers keep their text.</param>
    /// <param name="options">How the document is stored; memory mode if null.</param>
    /// <exception cref="ArgumentException">The element is undefined: a default one.</exception>
    /// <exception cref="BlittableException">The element is too large or too deeply nested.</exception>
    /// <exception cref="ObjectDisposedException">The element's document has been disposed of.</exception>
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
            // The text of a lenient JsonDocument has comments and trailing commas; one that is written anew has neither.
            using var buffer = new PooledBuffer();
            using (var writer = new Utf8JsonWriter(buffer, Replayed))
            {
                element.WriteTo(writer);
            }

            return Parse(buffer.Written, options);
        }
    }

    /// <summary>Makes a document from a tree of nodes.</summary>
    /// <param name="node">The root of the tree; null stands for the literal null.</param>
    /// <param name="options">How the document is stored; memory mode if null.</param>
    /// <exception cref="BlittableException">The tree is too large or too deeply nested.</exception>
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

    /// <summary>Makes a tree of nodes, which can be changed, from the document.</summary>
    /// <returns>The root of the tree; null for the literal null.</returns>
    /// <exception cref="BlittableException">As <see cref="BlittableValue.WriteTo"/>.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed of.</exception>
    public JsonNode? ToJsonNode() => Root.ToJsonNode();

    /// <summary>Writes the document as JSON text in UTF-8 to a stream, without blocking a thread while the stream is busy.</summary>
    /// <remarks>The text is rendered as a whole first, into pooled buffers; a document whose text is refused writes nothing.</remarks>
    /// <param name="output">The stream, which is left open.</param>
    /// <param name="options">How, and how much at most; without white space if null.</param>
    /// <param name="cancellationToken">Stops the writing.</param>
    /// <exception cref="BlittableException">As <see cref="BlittableValue.WriteJson(System.Buffers.IBufferWriter{byte}, bool)"/>.</exception>
    /// <exception cref="IOException">The stream cannot be written to.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed of.</exception>
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

    /// <summary>Writes the document as JSON text in UTF-8 to a pipe, and flushes the pipe.</summary>
    /// <remarks>The text is rendered as a whole into the pipe's buffers; completing the pipe is left to the caller. When an exception is thrown,
    /// a part of the text may be in these buffers.</remarks>
    /// <param name="output">The pipe.</param>
    /// <param name="options">How, and how much at most; without white space if null.</param>
    /// <param name="cancellationToken">Stops the waiting for the pipe.</param>
    /// <exception cref="BlittableException">As <see cref="BlittableValue.WriteJson(System.Buffers.IBufferWriter{byte}, bool)"/>.</exception>
    /// <exception cref="ObjectDisposedException">The document has been disposed of.</exception>
    /// <exception cref="OperationCanceledException">The waiting was stopped.</exception>
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
