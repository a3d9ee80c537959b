using System.Runtime.InteropServices;

namespace Blittable.Text;

/// <summary>Represents pinned bytes that start at a cache line. A vector loaded at a multiple of its size never spans two cache lines.</summary>
internal readonly struct AlignedBytes
{
    private const int Alignment = 64;

    private readonly byte[] _array;
    private readonly int _start;
    private readonly int _length;

    public AlignedBytes(int length)
    {
        _array = GC.AllocateArray<byte>(length + Alignment - 1, pinned: true);
        _start = (int)(-Marshal.UnsafeAddrOfPinnedArrayElement(_array, 0) & (Alignment - 1));
        _length = length;
    }

    /// <summary>Gets the address of the bytes, which is valid as long as this instance is reachable.</summary>
    public nint Address => Marshal.UnsafeAddrOfPinnedArrayElement(_array, _start);

    public Span<byte> Span => _array.AsSpan(_start, _length);
}
