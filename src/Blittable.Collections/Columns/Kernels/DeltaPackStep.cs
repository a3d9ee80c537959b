using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Columns;

/// <summary>Computes the delta to the previous value, minus a common base.</summary>
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
