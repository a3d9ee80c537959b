using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Dates;

namespace Blittable.Columns;

/// <summary>Maps values of a type to the 64-bit integers that are encoded. The type tests have no cost, because the JIT compiles them to constants.</summary>
internal static class Lanes<T>
    where T : unmanaged
{
    /// <summary>Gets the stored type.</summary>
    public static ColumnType Type { get; } =
        typeof(T) == typeof(int) ? ColumnType.Int32
        : typeof(T) == typeof(long) ? ColumnType.Int64
        : typeof(T) == typeof(ulong) ? ColumnType.UInt64
        : typeof(T) == typeof(float) ? ColumnType.Single
        : typeof(T) == typeof(double) ? ColumnType.Double
        : typeof(T) == typeof(decimal) ? ColumnType.Decimal
        : typeof(T) == typeof(Timestamp) ? ColumnType.Date
        : typeof(T) == typeof(bool) ? ColumnType.Boolean
        : throw new NotSupportedException($"Columns of {typeof(T)} are not supported; use int, long, ulong, float, double, decimal, Timestamp or bool.");

    /// <summary>Gets a value that indicates whether a lane has the bits of its value, possibly shifted: true for all types except decimals and dates.</summary>
    public static bool AreDirect => typeof(T) != typeof(decimal) && typeof(T) != typeof(Timestamp);

    /// <summary>Gets a value that indicates whether lanes are the bits of floating-point numbers.</summary>
    public static bool AreFloating => typeof(T) == typeof(float) || typeof(T) == typeof(double);

    /// <summary>Gets a value that indicates whether values may be stored as integers in a common unit.</summary>
    public static bool CanScale => AreFloating || !AreDirect;

    /// <summary>Gets a value that indicates whether Plain stores values as they are in memory. Booleans always take one bit, because not every byte is a valid
    /// boolean.</summary>
    public static bool CanBePlain => typeof(T) != typeof(bool);

    /// <summary>Gets the size of the values that Gorilla encodes, in bytes.</summary>
    public static int ValueBytes => typeof(T) == typeof(int) || typeof(T) == typeof(float) ? sizeof(int) : sizeof(long);

    /// <summary>Converts a value to its lane. Unsigned numbers are shifted so that their lanes have the same order.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long From(T value) =>
        typeof(T) == typeof(int) ? Unsafe.BitCast<T, int>(value)
        : typeof(T) == typeof(ulong) ? Unsafe.BitCast<T, long>(value) ^ long.MinValue
        : typeof(T) == typeof(float) ? Unsafe.BitCast<T, uint>(value)
        : typeof(T) == typeof(bool) ? (Unsafe.BitCast<T, byte>(value) != 0 ? 1 : 0)
        : Unsafe.BitCast<T, long>(value);

    /// <summary>Converts a lane to its value.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T To(long lane) =>
        typeof(T) == typeof(int) ? Unsafe.BitCast<int, T>((int)lane)
        : typeof(T) == typeof(ulong) ? Unsafe.BitCast<long, T>(lane ^ long.MinValue)
        : typeof(T) == typeof(float) ? Unsafe.BitCast<uint, T>((uint)lane)
        : typeof(T) == typeof(bool) ? Unsafe.BitCast<bool, T>(lane != 0)
        : Unsafe.BitCast<long, T>(lane);

    /// <summary>Converts values to lanes, in place if the values already are lanes.</summary>
    public static ReadOnlySpan<long> From(ReadOnlySpan<T> values, ref long[] scratch)
    {
        if (typeof(T) == typeof(long) || typeof(T) == typeof(double))
        {
            return MemoryMarshal.Cast<T, long>(values);
        }

        if (scratch.Length < values.Length)
        {
            scratch = new long[values.Length];
        }

        var lanes = scratch.AsSpan(0, values.Length);
        LaneKernel.Widen(values, lanes);
        return lanes;
    }
}
