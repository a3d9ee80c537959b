using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>Converts between a type parameter and the type that a generic method has found it to be, without boxing.</summary>
internal static class KnownType
{
    /// <summary>Returns the same bits as another type.</summary>
    /// <typeparam name="TFrom">The type of the value.</typeparam>
    /// <typeparam name="TTo">A type of the same size, without references.</typeparam>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static TTo As<TFrom, TTo>(TFrom value)
    {
        Debug.Assert(
            Unsafe.SizeOf<TFrom>() == Unsafe.SizeOf<TTo>() && !RuntimeHelpers.IsReferenceOrContainsReferences<TFrom>() && !RuntimeHelpers.IsReferenceOrContainsReferences<TTo>(),
            "Both types have the same size and no references.");
        return Unsafe.As<TFrom, TTo>(ref value);
    }
}
