using System.Buffers;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Blittable.Layout;
using Blittable.Rendering;
using Blittable.Text;

namespace Blittable;

/// <content>Values as JSON text.</content>
public readonly ref partial struct BlittableValue
{
    private static readonly JsonDocumentOptions Deep = new() { MaxDepth = int.MaxValue };

    /// <summary>Writes the value as JSON text in UTF-8.</summary>
    /// <param name="output">Where the text goes.</param>
    /// <param name="indented">Whether each property and element stands on a line of its own.</param>
    /// <remarks>
    /// The text is equal to the one that was converted: properties in their order, numbers and dates as they were written. Only quotation marks,
    /// backslashes and control characters are escaped, these as <c>\b</c>, <c>\t</c>, <c>\n</c>, <c>\f</c>, <c>\r</c> or <c>\u00xx</c>.
    /// Binary values become base64 strings. When an exception is thrown, a part of the text may have been written already.
    /// </remarks>
    /// <exception cref="BlittableException">
    /// The text of a number breaks the JSON grammar (<see cref="BlittableErrorCode.InvalidNumber"/>: memory mode leaves that to its reader),
    /// a value has no JSON text (<see cref="BlittableErrorCode.NotJson"/>), the text passes the limit (<see cref="BlittableErrorCode.ExpansionTooLarge"/>, see <see cref="BlittableJsonOptions.MaxExpandedBytes"/>),
    /// or the document is damaged.
    /// </exception>
    /// <exception cref="ArgumentException">The output gives a shorter buffer than it was asked for.</exception>
    public void WriteJson(IBufferWriter<byte> output, bool indented = false) =>
        WriteJson(output, indented ? BlittableJsonOptions.DefaultIndented : BlittableJsonOptions.Default);

    /// <summary>Writes the value as JSON text in UTF-8.</summary>
    /// <param name="output">Where the text goes.</param>
    /// <param name="options">How, and how much at most.</param>
    /// <exception cref="BlittableException">As the other overload.</exception>
    public void WriteJson(IBufferWriter<byte> output, BlittableJsonOptions options)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(options);
        RequireDefined();
        JsonRenderer.Render(this, output, options);
    }

    /// <summary>Writes the value as JSON text in UTF-8.</summary>
    /// <param name="output">Where the text goes, in pieces of at least 64 KB.</param>
    /// <param name="options">How, and how much at most; without white space if null.</param>
    /// <exception cref="BlittableException">As the other overloads.</exception>
    /// <exception cref="IOException">The stream cannot be written to.</exception>
    public void WriteJson(Stream output, BlittableJsonOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        using var buffer = new StreamBuffer(output);
        WriteJson(buffer, options ?? BlittableJsonOptions.Default);
        buffer.Flush();
    }

    /// <summary>Returns the value as JSON text without white space.</summary>
    /// <exception cref="BlittableException">As <see cref="WriteJson(IBufferWriter{byte}, bool)"/>.</exception>
    public string ToJson() => ToJson(BlittableJsonOptions.Default);

    /// <summary>Returns the value as JSON text.</summary>
    /// <param name="options">How, and how much at most.</param>
    /// <exception cref="BlittableException">As <see cref="WriteJson(IBufferWriter{byte}, bool)"/>.</exception>
    public string ToJson(BlittableJsonOptions options)
    {
        using var buffer = new PooledBuffer();
        WriteJson(buffer, options);
        return Encoding.UTF8.GetString(buffer.Written);
    }

    /// <summary>Writes the value through a writer of System.Text.Json, with that writer's ideas of escapes and white space.</summary>
    /// <param name="writer">A writer that may write a value now.</param>
    /// <exception cref="BlittableException">As <see cref="WriteJson(IBufferWriter{byte}, bool)"/>.</exception>
    public void WriteTo(Utf8JsonWriter writer)
    {
        ArgumentNullException.ThrowIfNull(writer);
        using var buffer = new PooledBuffer();
        WriteStrictJson(buffer);
        JsonReplay.Write(buffer.Written, writer);
    }

    /// <summary>Makes a tree of nodes, which can be changed, from the value.</summary>
    /// <returns>The root of the tree; null for the literal null.</returns>
    /// <remarks>A <see cref="JsonObject"/> has no place for two properties of one name, and throws when it is first used where the value has two.</remarks>
    /// <exception cref="BlittableException">As <see cref="WriteJson(IBufferWriter{byte}, bool)"/>, or a string is not UTF-8.</exception>
    public JsonNode? ToJsonNode()
    {
        using var buffer = new PooledBuffer();
        WriteStrictJson(buffer);
        return JsonNode.Parse(buffer.Written, documentOptions: Deep);
    }

    /// <summary>Renders the value, and refuses text that is not UTF-8, as damaged strings can be.</summary>
    private void WriteStrictJson(PooledBuffer buffer)
    {
        WriteJson(buffer);
        if (!Utf8Validation.IsValid(buffer.Written))
        {
            ThrowHelper.Throw(
                BlittableErrorCode.InvalidUtf8,
                $"A string in the value at byte {Address} is not UTF-8.",
                Address);
        }
    }
}
