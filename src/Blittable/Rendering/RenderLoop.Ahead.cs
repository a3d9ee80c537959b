using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;

namespace Blittable.Rendering;

/// <content>
/// In a large document values that are referred to lie anywhere before, in memory that no cache holds. What is rendered next lies after what is rendered
/// now, most often: so the bytes there are searched for what looks like a far reference, and all that they may refer to is asked for.
/// Bytes of texts and numbers that look like references cost a load that is not needed.
/// </content>
internal unsafe ref partial struct RenderLoop
{
    /// <summary>Documents of fewer bytes stay in a cache for the most part.</summary>
    private const int MinAskedAhead = 1 << 22;

    /// <summary>How far after a container's first child references are looked for.</summary>
    private const int Ahead = 1 << 12;

    private void BeginAsking() => _askAt = _askedTo = _rendered is not null && _span.Length >= MinAskedAhead && Sse.IsSupported ? _document : _documentEnd;

    /// <summary>Asks for what references in and after a container refer to, unless that has been done.</summary>
    private void AskAhead(RenderFrame* frame)
    {
        // A container lies after its children; the outermost one lies after all.
        var first = frame->SlotShift >= 0 ? frame->Origin - (Load32(frame->Slot) >> frame->SlotShift) : frame->Container;
        if (first <= _askAt)
        {
            return;
        }

        var from = first > _askedTo ? first : _askedTo;
        var end = _documentEnd - first > Ahead ? first + Ahead : _documentEnd;
        for (; end - from >= Vector512<byte>.Count + sizeof(uint); from += Vector512<byte>.Count)
        {
            var references = Vector512.IsHardwareAccelerated
                ? References(Vector512.Load(from))
                : References(Vector256.Load(from)) | ((ulong)References(Vector256.Load(from + Vector256<byte>.Count)) << Vector256<byte>.Count);
            for (; references != 0; references &= references - 1)
            {
                var reference = from + BitOperations.TrailingZeroCount(references);
                Sse.Prefetch0(reference - (Load32(reference + 1) & (uint.MaxValue >> (8 * (Tag.ReferenceLast - *reference)))));
            }
        }

        _askedTo = from;
        _askAt = end == _documentEnd ? end : from - Ahead / 2;
    }

    /// <summary>A bit for each byte that looks like the tag of a far reference.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong References(Vector512<byte> bytes) =>
        Vector512.Equals(bytes & Vector512.Create((byte)0xFE), Vector512.Create((byte)(Tag.Reference + 1))).ExtractMostSignificantBits();

    /// <inheritdoc cref="References(Vector512{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint References(Vector256<byte> bytes) =>
        Vector256.Equals(bytes & Vector256.Create((byte)0xFE), Vector256.Create((byte)(Tag.Reference + 1))).ExtractMostSignificantBits();
}
