using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Columns;

/// <summary>Allocates memory for decoded values, aligned so that the first value starts a cache line if values of its size can.</summary>
/// <remarks>Arrays start 16 bytes into a cache line, so every 64-byte store would touch two lines. That costs most when stores already wait for
/// memory.</remarks>
internal static class AlignedMemory
{
    private const int CacheLine = 64;

    /// <summary>Allocates uninitialized memory that the garbage collector never moves.</summary>
    public static Memory<T> Allocate<T>(int count)
        where T : unmanaged
    {
        var array = GC.AllocateUninitializedArray<T>(count + (CacheLine / Unsafe.SizeOf<T>()), pinned: true);
        var over = (int)(Marshal.UnsafeAddrOfPinnedArrayElement(array, 0) % CacheLine);
        return array.AsMemory(over == 0 ? 0 : (CacheLine - over) / Unsafe.SizeOf<T>(), count);
    }
}
