using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Text;

/// <summary>A table of 128 bytes, of which an index that is greater finds those with its highest bit off.</summary>
internal readonly struct SmallWindowTable : IWindowTable
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup(ref byte tables, nuint offset, Vector512<byte> index) => WindowKernel.Lookup128(ref tables, offset, index);
}
