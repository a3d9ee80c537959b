using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Columns;

/// <summary>Memory for values that are decoded, whose first one starts a cache line if values of its size can.</summary>
/// <remarks>An array starts 16 bytes into one: every vector of 64 bytes that is stored then touches two lines, which costs the most where stores wait
/// for memory anyway.</remarks>
internal static class AlignedMemory
{
    private const int CacheLine = 64;

    /// <summary>Room for values, whose content is undefined. It is never moved.</summary>
    public static Memory<T> Allocate<T>(int count)
        where T : unmanaged
    {
        var array = GC.AllocateUninitializedArray<T>(count + (CacheLine / Unsafe.SizeOf<T>()), pinned: true);
        var over = (int)(Marshal.UnsafeAddrOfPinnedArrayElement(array, 0) % CacheLine);
        return array.AsMemory(over == 0 ? 0 : (CacheLine - over) / Unsafe.SizeOf<T>(), count);
    }
}
