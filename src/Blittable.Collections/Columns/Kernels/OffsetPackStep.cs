using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Columns;

/// <summary>Subtracts a common base from values.</summary>
internal readonly struct OffsetPackStep : IPackStep
{
    public static ulong Load(ref ulong value, ulong subtrahend) => value - subtrahend;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<ulong> Load256(ref ulong value, Vector256<ulong> subtrahend) => Vector256.LoadUnsafe(ref value) - subtrahend;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector512<ulong> Load512(ref ulong value, Vector512<ulong> subtrahend) => Vector512.LoadUnsafe(ref value) - subtrahend;
}
