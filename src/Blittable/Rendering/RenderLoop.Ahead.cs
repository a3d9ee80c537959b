using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;

namespace Blittable.Rendering;

/// <content>
/// In a large document, references may point to any earlier position, in memory that is in no cache. Values that are rendered next mostly follow the current
/// value. Their bytes are therefore searched for patterns of far references, whose possible targets are prefetched. A text or number that looks like a
/// reference only costs an unnecessary load.
/// </content>
internal unsafe ref partial struct RenderLoop
{
    /// <summary>The minimum document size in bytes. Smaller documents mostly stay in a cache.</summary>
    private const int MinAskedAhead = 1 << 22;

    /// <summary>The distance after the first child of a container within which references are searched.</summary>
    private const int Ahead = 1 << 12;

    private void BeginAsking() => _askAt = _askedTo = _rendered is not null && _span.Length >= MinAskedAhead && Sse.IsSupported ? _document : _documentEnd;

    /// <summary>Prefetches the targets of references in and after a container, unless that has been done.</summary>
    private void AskAhead(RenderFrame* frame)
    {
        // A container follows its children; the outermost container follows all values.
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

    /// <summary>Returns a bit for each byte that looks like the tag of a far reference.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong References(Vector512<byte> bytes) =>
        Vector512.Equals(bytes & Vector512.Create((byte)0xFE), Vector512.Create((byte)(Tag.Reference + 1))).ExtractMostSignificantBits();

    /// <inheritdoc cref="References(Vector512{byte})"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint References(Vector256<byte> bytes) =>
        Vector256.Equals(bytes & Vector256.Create((byte)0xFE), Vector256.Create((byte)(Tag.Reference + 1))).ExtractMostSignificantBits();
}
