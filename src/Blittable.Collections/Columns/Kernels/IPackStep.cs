using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Columns;

/// <summary>Transforms values before they are packed: a type parameter of the packing kernels.</summary>
internal interface IPackStep
{
    /// <summary>Transforms the value at a place.</summary>
    static abstract ulong Load(ref ulong value, ulong subtrahend);

    /// <summary>Transforms four values from a place on.</summary>
    static abstract Vector256<ulong> Load256(ref ulong value, Vector256<ulong> subtrahend);

    /// <summary>Transforms eight values from a place on.</summary>
    static abstract Vector512<ulong> Load512(ref ulong value, Vector512<ulong> subtrahend);
}

/// <summary>The value less a common amount.</summary>
internal readonly struct OffsetPackStep : IPackStep
{
    public static ulong Load(ref ulong value, ulong subtrahend) => value - subtrahend;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Load256(ref ulong value, Vector256<ulong> subtrahend) => Vector256.LoadUnsafe(ref value) - subtrahend;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Load512(ref ulong value, Vector512<ulong> subtrahend) => Vector512.LoadUnsafe(ref value) - subtrahend;
}

/// <summary>The difference to the value that stands before it, less a common amount.</summary>
internal readonly struct DeltaPackStep : IPackStep
{
    public static ulong Load(ref ulong value, ulong subtrahend) => value - Unsafe.Subtract(ref value, 1) - subtrahend;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Load256(ref ulong value, Vector256<ulong> subtrahend) =>
        Vector256.LoadUnsafe(ref value) - Vector256.LoadUnsafe(ref Unsafe.Subtract(ref value, 1)) - subtrahend;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Load512(ref ulong value, Vector512<ulong> subtrahend) =>
        Vector512.LoadUnsafe(ref value) - Vector512.LoadUnsafe(ref Unsafe.Subtract(ref value, 1)) - subtrahend;
}
