using System.Buffers;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Rendering;

/// <content>Provides the entry point, which pins the document and fills the buffers of the output.</content>
internal unsafe ref partial struct RenderLoop
{
    /// <summary>The number of nested containers whose frames fit on the stack. For deeper nesting, frames move to the heap.</summary>
    private const int FramesOnStack = 24;

    private const int FirstBuffer = 1024;
    private const int NextBuffer = 1 << 14;

    /// <summary>The buffer size if values are repeated, which is larger because only text in the current buffer can be copied.</summary>
    private const int NextRepeatingBuffer = 1 << 16;

    /// <summary>Renders a value.</summary>
    /// <param name="value">The value to render.</param>
    /// <param name="output">The output.</param>
    /// <param name="options">The options.</param>
    /// <param name="maxValues">The maximum number of values in a valid document.</param>
    /// <param name="maxBytes">The maximum length of the text. Longer text is an error.</param>
    /// <param name="rendered">Tracks rendered text in a document with shared values.</param>
    /// <returns>The maximum number of nested containers.</returns>
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

    /// <summary>Fills one buffer after another. This is a separate method because a method with both a loop and stack allocation is compiled before the types
    /// of the writers are known.</summary>
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

                // Refuse a string whose stored length exceeds the limit before requesting a buffer for it, in which every byte might become an escape.
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
