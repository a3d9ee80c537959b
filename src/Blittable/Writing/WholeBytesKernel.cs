using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Writing;

/// <summary>Converts integers to numbers with the same number of whole bytes: the distance of each integer from the minimum.</summary>
/// <remarks>Distances are computed modulo 2^64, or modulo 2^32 if they have at most four bytes.</remarks>
internal static unsafe class WholeBytesKernel
{
    /// <summary>The number of integers that are converted at once.</summary>
    private const int Step = 8;

    /// <summary>Returns the minimum and maximum of one or more integers.</summary>
    /// <typeparam name="T">The type of the integers: <see cref="int"/> or <see cref="long"/>.</typeparam>
    public static (long Min, long Max) Range<T>(ReadOnlySpan<T> values)
        where T : unmanaged
    {
        if (typeof(T) == typeof(long))
        {
            return RangeKernel.OfValues(MemoryMarshal.Cast<T, long>(values));
        }

        Debug.Assert(!values.IsEmpty, "The first integer exists.");
        var integers = MemoryMarshal.Cast<T, int>(values);
        var (min, max) = (integers[0], integers[0]);
        if (Vector128.IsHardwareAccelerated && integers.Length >= Step)
        {
            // The last vector overlaps the previous one, which does not change the range.
            ref var first = ref MemoryMarshal.GetReference(integers);
            var last = integers.Length - Step;
            var least = Vector256.LoadUnsafe(ref first, (nuint)last);
            var most = least;
            for (var i = 0; i < last; i += Step)
            {
                var next = Vector256.LoadUnsafe(ref first, (nuint)i);
                least = Vector256.Min(least, next);
                most = Vector256.Max(most, next);
            }

            for (var i = 0; i < Step; i++)
            {
                min = Math.Min(min, least[i]);
                max = Math.Max(max, most[i]);
            }

            return (min, max);
        }

        foreach (var value in integers)
        {
            min = Math.Min(min, value);
            max = Math.Max(max, value);
        }

        return (min, max);
    }

    /// <summary>Writes integers as their distances from the minimum.</summary>
    /// <param name="output">The destination, with seven more bytes than the numbers occupy.</param>
    /// <param name="values">The integers.</param>
    /// <param name="least">The minimum.</param>
    /// <param name="size">The number of bytes of each distance, from 1 to 8.</param>
    /// <returns>The end of the numbers.</returns>
    public static byte* Write<T>(byte* output, ReadOnlySpan<T> values, long least, int size)
        where T : unmanaged
    {
        Debug.Assert(size is >= 1 and <= sizeof(long), "A distance has at most 64 bits.");
        var i = 0;
        if (Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian && size is sizeof(byte) or sizeof(ushort) or sizeof(uint))
        {
            ref var first = ref MemoryMarshal.GetReference(values);
            for (; i <= values.Length - Step; i += Step)
            {
                Store(output, Distances(ref Unsafe.Add(ref first, i), least), size);
                output += Step * size;
            }
        }

        return WriteScalar(output, values[i..], least, size);
    }

    /// <inheritdoc cref="Write"/>
    public static byte* WriteScalar<T>(byte* output, ReadOnlySpan<T> values, long least, int size)
        where T : unmanaged
    {
        foreach (var value in values)
        {
            // Overwrites up to seven bytes after the number, which the next number or value replaces.
            *(long*)output = ToInt64(value) - least;
            output += size;
        }

        return output;
    }

    /// <summary>Returns an integer with 64 bits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static long ToInt64<T>(T value)
        where T : unmanaged =>
        typeof(T) == typeof(int) ? Unsafe.BitCast<T, int>(value) : Unsafe.BitCast<T, long>(value);

    /// <summary>Returns the lower 32 bits of the distances of eight integers.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<uint> Distances<T>(ref T values, long least)
        where T : unmanaged
    {
        if (typeof(T) == typeof(int))
        {
            return Vector256.LoadUnsafe(ref Unsafe.As<T, uint>(ref values)) - Vector256.Create((uint)least);
        }

        ref var wide = ref Unsafe.As<T, ulong>(ref values);
        var origin = Vector256.Create((ulong)least);
        return Vector256.Narrow(Vector256.LoadUnsafe(ref wide) - origin, Vector256.LoadUnsafe(ref wide, (nuint)Vector256<ulong>.Count) - origin);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store(byte* output, Vector256<uint> distances, int size)
    {
        if (size == sizeof(uint))
        {
            distances.Store((uint*)output);
            return;
        }

        var halves = Vector128.Narrow(distances.GetLower(), distances.GetUpper());
        if (size == sizeof(ushort))
        {
            halves.Store((ushort*)output);
        }
        else
        {
            *(ulong*)output = Vector128.Narrow(halves, halves).AsUInt64().ToScalar();
        }
    }
}
