using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Dates;

namespace Blittable.Columns;

/// <summary>How values of a type stand in the 64-bit integers that are encoded. The tests of the type cost nothing: each is constant where it is
/// compiled.</summary>
internal static class Lanes<T>
    where T : unmanaged
{
    /// <summary>The type as it is stored.</summary>
    public static ColumnType Type { get; } =
        typeof(T) == typeof(int) ? ColumnType.Int32
        : typeof(T) == typeof(long) ? ColumnType.Int64
        : typeof(T) == typeof(ulong) ? ColumnType.UInt64
        : typeof(T) == typeof(float) ? ColumnType.Single
        : typeof(T) == typeof(double) ? ColumnType.Double
        : typeof(T) == typeof(decimal) ? ColumnType.Decimal
        : typeof(T) == typeof(Timestamp) ? ColumnType.Date
        : typeof(T) == typeof(bool) ? ColumnType.Boolean
        : throw new NotSupportedException($"Columns hold int, long, ulong, float, double, decimal, Timestamp and bool, not {typeof(T)}.");

    /// <summary>Gets a value that indicates whether a value is its lane, bit by bit or shifted: all types but decimals and dates.</summary>
    public static bool AreDirect => typeof(T) != typeof(decimal) && typeof(T) != typeof(Timestamp);

    /// <summary>Gets a value that indicates whether lanes are the bits of floating-point numbers.</summary>
    public static bool AreFloating => typeof(T) == typeof(float) || typeof(T) == typeof(double);

    /// <summary>Gets a value that indicates whether values may be stored as integers in a common unit.</summary>
    public static bool CanScale => AreFloating || !AreDirect;

    /// <summary>Gets a value that indicates whether Plain stores values as they are in memory. Booleans always take a bit, for a byte may be no boolean.</summary>
    public static bool CanBePlain => typeof(T) != typeof(bool);

    /// <summary>The bytes of a value that Gorilla XORs.</summary>
    public static int ValueBytes => typeof(T) == typeof(int) || typeof(T) == typeof(float) ? sizeof(int) : sizeof(long);

    /// <summary>The lane of a value. Unsigned numbers are shifted, so that their order is that of their lanes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long From(T value) =>
        typeof(T) == typeof(int) ? Unsafe.BitCast<T, int>(value)
        : typeof(T) == typeof(ulong) ? Unsafe.BitCast<T, long>(value) ^ long.MinValue
        : typeof(T) == typeof(float) ? Unsafe.BitCast<T, uint>(value)
        : typeof(T) == typeof(bool) ? (Unsafe.BitCast<T, byte>(value) != 0 ? 1 : 0)
        : Unsafe.BitCast<T, long>(value);

    /// <summary>The value of a lane.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T To(long lane) =>
        typeof(T) == typeof(int) ? Unsafe.BitCast<int, T>((int)lane)
        : typeof(T) == typeof(ulong) ? Unsafe.BitCast<long, T>(lane ^ long.MinValue)
        : typeof(T) == typeof(float) ? Unsafe.BitCast<uint, T>((uint)lane)
        : typeof(T) == typeof(bool) ? Unsafe.BitCast<bool, T>(lane != 0)
        : Unsafe.BitCast<long, T>(lane);

    /// <summary>The lanes of values: the values themselves where they are that already.</summary>
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
