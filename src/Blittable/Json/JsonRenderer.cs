using System.Buffers;
using System.Runtime.CompilerServices;
using Blittable.Format;

namespace Blittable.Json;

/// <summary>Renders values as JSON text, straight into the buffers of an <see cref="IBufferWriter{T}"/>.</summary>
internal static class JsonRenderer
{
    /// <summary>Containers that fit on the stack; deeper ones move to the heap.</summary>
    private const int FramesOnStack = 24;

    private const int FirstBuffer = 1024;
    private const int NextBuffer = 1 << 14;

    private static readonly BlittableJsonOptions MeasureOptions = new() { MaxExpandedBytes = long.MaxValue, NotJson = BlittableNotJson.Null };

    /// <summary>Renders everything, whatever it is, into nothing.</summary>
    /// <returns>How many containers are nested; an empty one counts as none.</returns>
    public static int Measure(in BlittableValue value) => Render(value, new DiscardingBuffer(), MeasureOptions);

    /// <returns>How many containers are nested; an empty one counts as none.</returns>
    [SkipLocalsInit]
    public static unsafe int Render(in BlittableValue value, IBufferWriter<byte> output, BlittableJsonOptions options)
    {
        var document = value.Document;
        var shapes = value.Dictionary is { } dictionary ? dictionary.Shapes : default;

        // Every value is at least one byte of text; where nothing is shared, also at least one byte of the document.
        var isShared = (document[^1] & Trailer.Shared) != 0;
        var maxValues = isShared ? Trailer.Read(document).ExpandedLength : (long)document.Length;
        var limit = isShared ? Math.Min(options.MaxExpandedBytes, maxValues) : options.MaxExpandedBytes;
        var bytesLeft = options.Indented ? options.MaxExpandedBytes : limit;

        var frames = stackalloc RenderFrame[FramesOnStack];
        fixed (byte* documentStart = document, shapesStart = shapes)
        {
            var rendered = isShared && !options.Indented && options != MeasureOptions ? RenderedValuesKernel.OfThread : null;
            var kernel = new RenderKernel(value, documentStart, shapesStart, frames, FramesOnStack, maxValues, rendered, options);
            try
            {
                var isDone = false;
                for (var hint = FirstBuffer; !isDone; hint = Math.Max(NextBuffer, kernel.Wanted))
                {
                    var buffer = output.GetSpan(hint);
                    fixed (byte* start = buffer)
                    {
                        isDone = kernel.Fill(start, start + buffer.Length, out var written);
                        bytesLeft -= written;
                        if (bytesLeft < 0)
                        {
                            ThrowHelper.ExpansionTooLarge(limit);
                        }

                        output.Advance(written);
                    }
                }
            }
            finally
            {
                kernel.Dispose();
            }

            return kernel.MaxDepth;
        }
    }
}
