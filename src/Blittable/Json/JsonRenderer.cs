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

    /// <summary>What was written can only be repeated as long as it is in the same buffer.</summary>
    private const int SharedBuffer = 1 << 16;

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
        var rendered = isShared && !options.Indented && !ReferenceEquals(options, MeasureOptions) ? RenderedValuesKernel.OfThread : null;

        var frames = stackalloc RenderFrame[FramesOnStack];
        fixed (byte* documentStart = document, shapesStart = shapes)
        {
            RenderKernel kernel = default;
            kernel.Begin(value, documentStart, shapesStart, frames, FramesOnStack, maxValues, rendered, options);
            Fill(ref kernel, output, options.Indented ? options.MaxExpandedBytes : limit, limit, isShared ? SharedBuffer : NextBuffer);
            kernel.Finish();
            return kernel.MaxDepth;
        }
    }

    /// <summary>Has one buffer after the other filled. In a method of its own, because one with a loop beside stack memory is compiled before it is known which writers there are.</summary>
    private static unsafe void Fill(ref RenderKernel kernel, IBufferWriter<byte> output, long bytesLeft, long limit, int nextBuffer)
    {
        var isDone = false;
        for (var hint = FirstBuffer; !isDone; hint = Math.Max(nextBuffer, kernel.Wanted))
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
}
