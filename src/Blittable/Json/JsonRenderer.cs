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
    public static int Measure(BlittableValue value) => Render(value, new DiscardingBuffer(), MeasureOptions);

    /// <returns>How many containers are nested; an empty one counts as none.</returns>
    [SkipLocalsInit]
    public static unsafe int Render(BlittableValue value, IBufferWriter<byte> output, BlittableJsonOptions options)
    {
        var document = value.Document;
        var trailer = Trailer.Read(document);
        var shapes = value.Dictionary is { } dictionary ? dictionary.Shapes : default;

        // Every value is at least one byte of text; where nothing is shared, also at least one byte of the document.
        var isShared = (trailer.Flags & Trailer.Shared) != 0;
        var maxValues = isShared ? trailer.ExpandedLength : (long)trailer.ValuesEnd;
        var maxBytes = options.MaxExpandedBytes;
        if (isShared && !options.Indented)
        {
            maxBytes = Math.Min(maxBytes, trailer.ExpandedLength);
        }

        var frames = stackalloc RenderFrame[FramesOnStack];
        fixed (byte* documentStart = document, shapesStart = shapes)
        {
            var kernel = new RenderKernel(value, documentStart, shapesStart, new Span<RenderFrame>(frames, FramesOnStack), maxValues, options);
            try
            {
                var isDone = false;
                for (var hint = FirstBuffer; !isDone; hint = Math.Max(NextBuffer, kernel.Wanted))
                {
                    var buffer = output.GetSpan(hint);
                    fixed (byte* start = buffer)
                    {
                        isDone = kernel.Fill(start, start + buffer.Length, out var written);
                        maxBytes -= written;
                        if (maxBytes < 0)
                        {
                            ThrowHelper.ExpansionTooLarge(isShared ? Math.Min(options.MaxExpandedBytes, trailer.ExpandedLength) : options.MaxExpandedBytes);
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
