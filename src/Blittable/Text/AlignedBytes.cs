using System.Runtime.InteropServices;

namespace Blittable.Text;

/// <summary>Bytes that begin at a cache line and do not move, so that no vector loaded at a multiple of its size spans two lines.</summary>
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

    /// <summary>Where they begin; valid as long as this is reachable.</summary>
    public nint Address => Marshal.UnsafeAddrOfPinnedArrayElement(_array, _start);

    public Span<byte> Span => _array.AsSpan(_start, _length);
}
