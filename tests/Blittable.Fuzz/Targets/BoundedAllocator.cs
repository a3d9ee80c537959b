using System.Buffers;
using Apache.Arrow.Memory;

namespace Blittable.Fuzz.Targets;

/// <summary>Allocates for Arrow's own reader, which asks for what the lengths in a file say, and clears it.</summary>
internal sealed class BoundedAllocator : MemoryAllocator
{
    private const int MaxLength = 1 << 20;

    protected override IMemoryOwner<byte> AllocateInternal(int length, out int bytesAllocated)
    {
        bytesAllocated = length;
        return length <= MaxLength ? new Owner(new byte[length]) : throw new InvalidDataException("A body is longer than the file.");
    }

    private sealed class Owner(byte[] bytes) : IMemoryOwner<byte>
    {
        public Memory<byte> Memory => bytes;

        public void Dispose()
        {
        }
    }
}
