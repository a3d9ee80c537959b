using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Text;

/// <summary>Holds what the kernels share that compress a window of text at once.</summary>
internal static class WindowKernel
{
    public static bool IsSupported => Avx512Vbmi.IsSupported && Avx512Vbmi2.IsSupported;

    /// <summary>Looks up all places of a text in the tables of a trie's first level, ASCII in half of each.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void LookupText(
        ref byte tables, nuint rowsOffset, nuint codesOffset, Vector512<byte> text, out Vector512<byte> rows, out Vector512<byte> codes)
    {
        if (text.ExtractMostSignificantBits() == 0)
        {
            rows = Lookup128(ref tables, rowsOffset, text);
            codes = Lookup128(ref tables, codesOffset, text);
        }
        else
        {
            rows = Lookup256(ref tables, rowsOffset, text);
            codes = Lookup256(ref tables, codesOffset, text);
        }
    }

    /// <summary>Looks up a table of 128 bytes, which begins at an offset: a constant, so that it takes no instruction.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup128(ref byte tables, nuint offset, Vector512<byte> index) =>
        Avx512Vbmi.PermuteVar64x8x2(Vector512.LoadUnsafe(ref tables, offset), index, Vector512.LoadUnsafe(ref tables, offset + 64));

    /// <summary>The same of 256 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Lookup256(ref byte tables, nuint offset, Vector512<byte> index)
    {
        var low = Lookup128(ref tables, offset, index);
        var high = Lookup128(ref tables, offset + 128, index);
        return Vector512.ConditionalSelect(Vector512.LessThan(index, Vector512.Create((byte)0x80)), low, high);
    }
}
