using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>What the kernels that compress a window of text at once have in common.</summary>
internal static class WindowKernel
{
    public static bool IsSupported => Avx512Vbmi.IsSupported && Avx512Vbmi2.IsSupported;

    /// <summary>The places that a walk visits, in order, in as many lanes as the limit says; it stays at the first place that is not below the limit.</summary>
    /// <param name="lengths">How far each place leads.</param>
    /// <param name="limit">The places of the window.</param>
    /// <param name="entry">Where the walk begins, in all lanes.</param>
    /// <param name="exit">Where it ends, in all lanes.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> Walk(Vector512<byte> lengths, int limit, Vector512<byte> entry, out Vector512<byte> exit)
    {
        var walk = new WindowWalk(lengths, limit, entry);
        walk.Step(0);
        walk.Step(1);
        walk.Step(2);
        walk.Step(3);
        if (limit > 16)
        {
            walk.Step(4);
            walk.Step(5);
        }

        exit = walk.Exit;
        return walk.Places;
    }

    /// <summary>A byte of ones for each bit that is set.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<byte> MaskOf(ulong bits)
    {
        var bytes = Avx512Vbmi.PermuteVar64x8(Vector512.CreateScalarUnsafe(bits).AsByte(), Vector512<byte>.Indices >>> 3);
        var bit = Vector512.Create(0x8040201008040201).AsByte();
        return Vector512.Equals(bytes & bit, bit);
    }

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
