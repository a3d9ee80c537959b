using System.Buffers;
using Blittable.Layout;

namespace Blittable.Rendering;

/// <summary>Renders values as JSON text, straight into the buffers of an <see cref="IBufferWriter{T}"/>.</summary>
internal static class JsonRenderer
{
    private static readonly BlittableJsonOptions MeasureOptions = new() { MaxExpandedBytes = long.MaxValue, NotJson = BlittableNotJson.Null };

    /// <summary>Up to this length a text is written sooner than what it repeats is remembered.</summary>
    private const int SmallText = 1 << 10;

    /// <summary>Renders a value of any kind and discards the text.</summary>
    /// <returns>How many containers are nested; an empty one counts as none.</returns>
    public static int Measure(in BlittableValue value, DiscardingBuffer output) => Render(value, output, MeasureOptions);

    /// <returns>How many containers are nested, unless values are repeated; an empty one counts as none.</returns>
    public static int Render(in BlittableValue value, IBufferWriter<byte> output, BlittableJsonOptions options)
    {
        // Every value is at least one byte of text; where nothing is shared, also at least one byte of the document.
        var document = value.Document;
        var isShared = (document[^1] & Trailer.Shared) != 0;
        var maxValues = isShared ? Trailer.ReadMaxValues(document) : document.Length;
        var limit = ExpansionLimit.Of(document.Length, value.Dictionary, options.MaxExpandedBytes);

        // The document records the length of its shortest text: without indentation, and null for what is not JSON.
        var isRecorded = isShared && !options.Indented && options.NotJson != BlittableNotJson.String;
        var maxBytes = isRecorded ? Math.Min(limit, maxValues) : limit;

        // A copy of what was written before does not say how deep it is.
        var rendered = isShared && maxValues > SmallText && !options.Indented && !ReferenceEquals(options, MeasureOptions)
            ? RenderedValues.OfThread
            : null;
        return RenderLoop.Render(value, output, options, maxValues, maxBytes, rendered);
    }
}
