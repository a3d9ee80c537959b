using System.Buffers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Blittable.Layout;
using Blittable.Rendering;
using Blittable.Text;

namespace Blittable;

/// <content>JSON text.</content>
public readonly ref partial struct BlittableValue
{
    private static readonly JsonDocumentOptions Deep = new() { MaxDepth = int.MaxValue };

    /// <summary>Writes the value as JSON text in UTF-8.</summary>
    /// <param name="output">The output.</param>
    /// <param name="indented"><see langword="true"/> to write each property and element on its own line.</param>
    /// <remarks>
    /// The text equals the text that was converted, except for white space and escapes. Properties have their original order, and numbers and dates their
    /// original text. Only quotation marks, backslashes and control characters are escaped, control characters as <c>\b</c>, <c>\t</c>, <c>\n</c>, <c>\f</c>,
    /// <c>\r</c> or <c>\u00xx</c>. Binary values become base64 strings. If an exception is thrown, a part of the text may have been written.
    /// </remarks>
    /// <exception cref="BlittableException">
    /// The text of a number is not valid JSON (<see cref="BlittableErrorCode.InvalidNumber"/>), which memory mode may leave to its readers. A value has no JSON
    /// representation (<see cref="BlittableErrorCode.NotJson"/>). The text exceeds the limit (<see cref="BlittableErrorCode.ExpansionTooLarge"/>, see
    /// <see cref="BlittableJsonOptions.MaxExpandedBytes"/>). Or the document is damaged.
    /// </exception>
    /// <exception cref="ArgumentException">The output returned a buffer that is shorter than requested.</exception>
    public void WriteJson(IBufferWriter<byte> output, bool indented = false) =>
        WriteJson(output, indented ? BlittableJsonOptions.DefaultIndented : BlittableJsonOptions.Default);

    /// <summary>Writes the value as JSON text in UTF-8.</summary>
    /// <param name="output">The output.</param>
    /// <param name="options">The format and the size limit.</param>
    /// <exception cref="BlittableException">The value cannot be written as JSON. See <see cref="WriteJson(IBufferWriter{byte}, bool)"/>.</exception>
    public void WriteJson(IBufferWriter<byte> output, BlittableJsonOptions options)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(options);
        RequireDefined();
        JsonRenderer.Render(this, output, options);
    }

    /// <summary>Writes the value as JSON text in UTF-8.</summary>
    /// <param name="output">The stream. It is written in large blocks, usually of at least 64 KB.</param>
    /// <param name="options">The format and the size limit. If <see langword="null"/>, the text has no white space.</param>
    /// <exception cref="BlittableException">The value cannot be written as JSON. See <see cref="WriteJson(IBufferWriter{byte}, bool)"/>.</exception>
    /// <exception cref="IOException">The stream cannot be written to.</exception>
    public void WriteJson(Stream output, BlittableJsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        using var buffer = new StreamBuffer(output);
        WriteJson(buffer, options ?? BlittableJsonOptions.Default);
        buffer.Flush();
    }

    /// <summary>Returns the value as JSON text without white space.</summary>
    /// <exception cref="BlittableException">The value cannot be written as JSON. See <see cref="WriteJson(IBufferWriter{byte}, bool)"/>.</exception>
    public string ToJson() => ToJson(BlittableJsonOptions.Default);

    /// <summary>Returns the value as JSON text.</summary>
    /// <param name="options">The format and the size limit.</param>
    /// <exception cref="BlittableException">The value cannot be written as JSON. See <see cref="WriteJson(IBufferWriter{byte}, bool)"/>.</exception>
    public string ToJson(BlittableJsonOptions options)
    {
        using var buffer = new PooledBuffer();
        WriteJson(buffer, options);
        return Encoding.UTF8.GetString(buffer.Written);
    }

    /// <summary>Writes the value to a <see cref="Utf8JsonWriter"/>. The writer determines escapes and white space.</summary>
    /// <param name="writer">The writer, at a position at which a value is allowed.</param>
    /// <exception cref="BlittableException">The value cannot be written as JSON. See <see cref="WriteJson(IBufferWriter{byte}, bool)"/>. Or a string is not
    /// valid UTF-8.</exception>
    public void WriteTo(Utf8JsonWriter writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        using var buffer = new PooledBuffer();
        WriteStrictJson(buffer);
        JsonReplay.Write(buffer.Written, writer);
    }

    /// <summary>Creates a mutable tree of nodes from the value.</summary>
    /// <returns>The root of the tree, or <see langword="null"/> for JSON null.</returns>
    /// <remarks>A <see cref="JsonObject"/> cannot contain duplicate names. If the value contains them, the object throws when it is first used.</remarks>
    /// <exception cref="BlittableException">The value cannot be written as JSON. See <see cref="WriteJson(IBufferWriter{byte}, bool)"/>. Or a string is not
    /// valid UTF-8.</exception>
    public JsonNode? ToJsonNode()
    {
        using var buffer = new PooledBuffer();
        WriteStrictJson(buffer);
        return JsonNode.Parse(buffer.Written, documentOptions: Deep);
    }

    /// <summary>Renders the value, and throws if the text is not valid UTF-8, which is possible for damaged strings.</summary>
    private void WriteStrictJson(PooledBuffer buffer)
    {
        WriteJson(buffer);
        if (!Utf8Validation.IsValid(buffer.Written))
        {
            ThrowHelper.Throw(
                BlittableErrorCode.InvalidUtf8,
                $"A string in the value at byte {Address} is not valid UTF-8.",
                Address);
        }
    }
}
