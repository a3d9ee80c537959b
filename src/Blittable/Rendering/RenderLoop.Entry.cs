using System.Buffers;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Rendering;

/// <content>The way in: the document is pinned, and one buffer of the output after the other is filled.</content>
internal unsafe ref partial struct RenderLoop
{
    /// <summary>Containers that fit on the stack; deeper ones move to the heap.</summary>
    private const int FramesOnStack = 24;

    private const int FirstBuffer = 1024;
    private const int NextBuffer = 1 << 14;

    /// <summary>Repeats are limited to the text in the current buffer.</summary>
    private const int NextRepeatingBuffer = 1 << 16;

    /// <summary>Renders a value.</summary>
    /// <param name="value">The value to render.</param>
    /// <param name="output">Where to.</param>
    /// <param name="options">How.</param>
    /// <param name="maxValues">The most values that a sound document can have.</param>
    /// <param name="maxBytes">More text than this is an error.</param>
    /// <param name="rendered">Remembers what was rendered, in a document that refers to values more than once.</param>
    /// <returns>How many containers were open at once.</returns>
    [SkipLocalsInit]
    public static int Render(
        in BlittableValue value, IBufferWriter<byte> output, BlittableJsonOptions options, long maxValues, long maxBytes, RenderedValues? rendered)
    {
        var frames = stackalloc RenderFrame[FramesOnStack];
        fixed (byte* documentStart = value.Document)
        {
            Unsafe.SkipInit(out RenderLoop loop);
            loop.Begin(value, documentStart, frames, FramesOnStack, maxValues, rendered, options);
            loop.FillAll(output, maxBytes);
            return loop.MaxDepth;
        }
    }

    /// <summary>Has one buffer after the other filled. In a method of its own, because one with a loop beside stack memory is compiled before it is
    /// known which writers there are.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void FillAll(IBufferWriter<byte> output, long maxBytes)
    {
        var bytesLeft = maxBytes;
        var isDone = false;
        for (var hint = FirstBuffer; !isDone; hint = Math.Max(_rendered is null ? NextBuffer : NextRepeatingBuffer, Wanted))
        {
            var buffer = output.GetSpan(hint);
            if (buffer.IsEmpty)
            {
                ThrowHelper.BufferTooShort(nameof(output), hint, buffer.Length);
            }

            fixed (byte* start = buffer)
            {
                isDone = Fill(start, start + buffer.Length, out var written);
                if (!isDone && written == 0 && buffer.Length < hint)
                {
                    ThrowHelper.BufferTooShort(nameof(output), hint, buffer.Length);
                }

                // A text that is too long by its recorded length is refused before a buffer is asked for it, in which each byte might become an escape.
                bytesLeft -= written;
                if (bytesLeft < 0 || (!isDone && (Wanted - 2 * (Slack + IndentSlack)) / EscapeKernel.MaxEscape > bytesLeft))
                {
                    ThrowHelper.ExpansionTooLarge(maxBytes);
                }

                output.Advance(written);
            }
        }
    }
}
