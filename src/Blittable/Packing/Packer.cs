using System.Buffers;
using System.Runtime.CompilerServices;
using Blittable.Format;

namespace Blittable.Packing;

/// <summary>Writes values as MessagePack, straight into the buffers of an <see cref="IBufferWriter{T}"/>.</summary>
internal static class Packer
{
    /// <summary>Containers that fit on the stack; deeper ones move to the heap.</summary>
    private const int FramesOnStack = 24;

    private const int FirstBuffer = 1024;
    private const int NextBuffer = 1 << 14;

    [SkipLocalsInit]
    public static unsafe void Write(BlittableValue value, IBufferWriter<byte> output, BlittableMessagePackOptions options)
    {
        var document = value.Document;
        var trailer = Trailer.Read(document);
        var shapes = value.Dictionary is { } dictionary ? dictionary.Shapes : default;

        // Every value is at least one byte of text; where nothing is shared, also at least one byte of the document.
        var isShared = (trailer.Flags & Trailer.Shared) != 0;
        var maxValues = isShared ? trailer.ExpandedLength : (long)trailer.ValuesEnd;
        var maxBytes = options.MaxExpandedBytes;
        var frames = stackalloc PackFrame[FramesOnStack];
        fixed (byte* documentStart = document, shapesStart = shapes)
        {
            var kernel = new PackKernel(value, documentStart, shapesStart, new Span<PackFrame>(frames, FramesOnStack), maxValues, options);
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
                            ThrowHelper.ExpansionTooLarge(options.MaxExpandedBytes);
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
