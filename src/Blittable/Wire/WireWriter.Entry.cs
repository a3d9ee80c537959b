using System.Buffers;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Wire;

/// <content>Provides the entry point, which pins the document and fills the buffers of the output.</content>
internal unsafe ref partial struct WireWriter
{
    /// <summary>The number of nested containers whose frames fit on the stack. For deeper nesting, frames move to the heap.</summary>
    private const int FramesOnStack = 24;

    private const int FirstBuffer = 1024;
    private const int NextBuffer = 1 << 14;

    /// <summary>Writes a value directly into the buffers of an output.</summary>
    [SkipLocalsInit]
    public static void Write(BlittableValue value, IBufferWriter<byte> output, BlittableMessagePackOptions options)
    {
        value.RequireDefined();

        // Every value has at least one byte of text. Unless values are shared, it also has at least one byte in the document.
        var maxValues = Trailer.Read(value.Document).MaxValues;
        var shapes = value.Dictionary is { } dictionary ? dictionary.Shapes : default;
        var limit = ExpansionLimit.Of(value.Document.Length, value.Dictionary, options.MaxExpandedBytes);
        var maxBytes = limit;
        var frames = stackalloc WireFrame[FramesOnStack];
        fixed (byte* documentStart = value.Document, shapesStart = shapes)
        {
            var writer = new WireWriter(value, documentStart, shapesStart, new Span<WireFrame>(frames, FramesOnStack), maxValues, options);
            try
            {
                var isDone = false;
                for (var hint = FirstBuffer; !isDone; hint = Math.Max(NextBuffer, writer.Wanted))
                {
                    var buffer = output.GetSpan(hint);
                    if (buffer.IsEmpty)
                    {
                        ThrowHelper.BufferTooShort(nameof(output), hint, buffer.Length);
                    }

                    fixed (byte* start = buffer)
                    {
                        isDone = writer.Fill(start, start + buffer.Length, out var written);
                        if (!isDone && written == 0 && buffer.Length < hint)
                        {
                            ThrowHelper.BufferTooShort(nameof(output), hint, buffer.Length);
                        }

                        // Refuse a string whose stored length exceeds the limit before requesting a buffer for it.
                        maxBytes -= written;
                        if (maxBytes < 0 || (!isDone && writer.Wanted - 2 * Slack > maxBytes))
                        {
                            ThrowHelper.ExpansionTooLarge(limit);
                        }

                        output.Advance(written);
                    }
                }
            }
            finally
            {
                writer.Dispose();
            }
        }
    }
}
