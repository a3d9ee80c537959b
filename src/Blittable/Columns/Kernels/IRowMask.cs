using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Columns;

/// <summary>Which rows a kernel looks at: all of them, or those of a bit mask. A type parameter, so that "all" costs nothing.</summary>
internal interface IRowMask
{
    static abstract bool Has(ref ulong mask, int row);

    /// <summary>The rows chosen among <paramref name="count"/> from <paramref name="row"/>, which is a multiple of it.</summary>
    static abstract int Count(ref ulong mask, int row, int count);

    static abstract Vector256<ulong> Lanes256(ref ulong mask, int row);

    static abstract Vector512<ulong> Lanes512(ref ulong mask, int row);
}

/// <summary>All rows.</summary>
internal readonly struct NoMask : IRowMask
{
    public static bool Has(ref ulong mask, int row) => true;

    public static int Count(ref ulong mask, int row, int count) => count;

    public static Vector256<ulong> Lanes256(ref ulong mask, int row) => Vector256<ulong>.AllBitsSet;

    public static Vector512<ulong> Lanes512(ref ulong mask, int row) => Vector512<ulong>.AllBitsSet;
}

/// <summary>The rows whose bit is set.</summary>
internal readonly struct BitMask : IRowMask
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Has(ref ulong mask, int row) => ((Unsafe.Add(ref mask, row >> 6) >> row) & 1) != 0;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Count(ref ulong mask, int row, int count) => BitOperations.PopCount((Unsafe.Add(ref mask, row >> 6) >> row) & MaskKernel.LowBits(count));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Lanes256(ref ulong mask, int row) => MaskKernel.LanesOfFour(Unsafe.Add(ref mask, row >> 6) >> row);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Lanes512(ref ulong mask, int row) => MaskKernel.Lanes((byte)(Unsafe.Add(ref mask, row >> 6) >> row));
}
