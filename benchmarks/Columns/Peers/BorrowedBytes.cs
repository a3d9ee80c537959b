using System.Buffers;
using System.Runtime.InteropServices;

namespace Blittable.Benchmarks.Columns;

/// <summary>Represents numbers of an array as bytes, without a copy.</summary>
internal sealed class BorrowedBytes(long[] numbers, int start, int count) : MemoryManager<byte>
{
    public override Span<byte> GetSpan() => MemoryMarshal.AsBytes(numbers.AsSpan(start, count));

    public override unsafe MemoryHandle Pin(int elementIndex = 0)
    {
        var handle = GCHandle.Alloc(numbers, GCHandleType.Pinned);
        return new MemoryHandle((byte*)Marshal.UnsafeAddrOfPinnedArrayElement(numbers, start) + elementIndex, handle, this);
    }

    public override void Unpin()
    {
    }

    protected override void Dispose(bool disposing)
    {
    }
}
