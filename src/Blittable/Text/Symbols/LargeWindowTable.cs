using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Text;

/// <summary>A table of 256 bytes.</summary>
internal readonly struct LargeWindowTable : IWindowTable
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup(ref byte tables, nuint offset, Vector512<byte> index) => WindowKernel.Lookup256(ref tables, offset, index);
}
