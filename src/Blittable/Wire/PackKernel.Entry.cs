using System.Buffers;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Wire;

/// <content>The way in: the document is pinned, and one buffer of the output after the other is filled.</content>
internal unsafe ref partial struct PackKernel
{
    /// <summary>Containers that fit on the stack; deeper ones move to the heap.</summary>
    private const int FramesOnStack = 24;

    private const int FirstBuffer = 1024;
    private const int NextBuffer = 1 << 14;

    /// <summary>Writes a value.</summary>
    /// <param name="value">The value to write.</param>
    /// <param name="output">Where to.</param>
    /// <param name="options">How.</param>
    /// <param name="maxValues">The most values that a sound document can have.</param>
    [SkipLocalsInit]
    public static void Write(BlittableValue value, IBufferWriter<byte> output, BlittableMessagePackOptions options, long maxValues)
    {
        var shapes = value.Dictionary is { } dictionary ? dictionary.Shapes : default;
        var limit = ExpansionLimit.Of(value.Document.Length, value.Dictionary, options.MaxExpandedBytes);
        var maxBytes = limit;
        var frames = stackalloc PackFrame[FramesOnStack];
        fixed (byte* documentStart = value.Document, shapesStart = shapes)
        {
            var kernel = new PackKernel(value, documentStart, shapesStart, new Span<PackFrame>(frames, FramesOnStack), maxValues, options);
            try
            {
                var isDone = false;
                for (var hint = FirstBuffer; !isDone; hint = Math.Max(NextBuffer, kernel.Wanted))
                {
                    var buffer = output.GetSpan(hint);
                    if (buffer.IsEmpty)
                    {
                        ThrowHelper.BufferTooShort(nameof(output), hint, buffer.Length);
                    }

                    fixed (byte* start = buffer)
                    {
                        isDone = kernel.Fill(start, start + buffer.Length, out var written);
                        if (!isDone && written == 0 && buffer.Length < hint)
                        {
                            ThrowHelper.BufferTooShort(nameof(output), hint, buffer.Length);
                        }

                        // A text that is too long by its recorded length is refused before a buffer is asked for it.
                        maxBytes -= written;
                        if (maxBytes < 0 || (!isDone && kernel.Wanted - 2 * Slack > maxBytes))
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
        }
    }
}
