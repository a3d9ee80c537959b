using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Reading;

/// <summary>Converts numbers of one, two or four bytes to integers by adding a base, as arrays of integers are stored in memory mode.</summary>
internal static class WideningKernel
{
    /// <summary>The number of integers that are converted at once.</summary>
    private const int Step = 8;

    /// <summary>Converts numbers to integers.</summary>
    /// <typeparam name="T">The type of the integers: <see cref="int"/> or <see cref="long"/>.</typeparam>
    /// <param name="stored">The numbers, little-endian.</param>
    /// <param name="size">The number of bytes of each number: 1, 2 or 4.</param>
    /// <param name="least">The base, which represents the number 0.</param>
    /// <param name="destination">The destination, with one element for each number.</param>
    /// <returns>False if the sum of the base and any number of this size might exceed the type. Nothing has been written then.</returns>
    public static bool TryWiden<T>(ReadOnlySpan<byte> stored, int size, long least, Span<T> destination)
        where T : unmanaged
    {
        Debug.Assert(size is sizeof(byte) or sizeof(ushort) or sizeof(uint) && stored.Length == (long)size * destination.Length, "Each element has a number.");
        var most = uint.MaxValue >> (32 - (8 * size));
        if (!BitConverter.IsLittleEndian || (typeof(T) == typeof(int) ? least < int.MinValue || least > int.MaxValue - (long)most : least > long.MaxValue - most))
        {
            return false;
        }

        var i = 0;
        if (Vector128.IsHardwareAccelerated)
        {
            ref var source = ref MemoryMarshal.GetReference(stored);
            ref var output = ref MemoryMarshal.GetReference(destination);
            for (; i <= destination.Length - Step; i += Step)
            {
                ref var from = ref Unsafe.Add(ref source, i * size);
                ref var to = ref Unsafe.Add(ref output, i);
                if (size == sizeof(uint))
                {
                    Store(Load<uint>(ref from), least, ref to);
                    Store(Load<uint>(ref Unsafe.Add(ref from, Vector128<byte>.Count)), least, ref Unsafe.Add(ref to, Step / 2));
                }
                else
                {
                    var (lower, upper) = Vector128.Widen(size == sizeof(ushort)
                        ? Load<ushort>(ref from) : Vector128.WidenLower(Vector128.CreateScalarUnsafe(Unsafe.ReadUnaligned<ulong>(ref from)).AsByte()));
                    Store(lower, least, ref to);
                    Store(upper, least, ref Unsafe.Add(ref to, Step / 2));
                }
            }
        }

        WidenScalar(stored[(i * size)..], size, least, destination[i..]);
        return true;
    }

    /// <summary>Converts numbers to integers without vectors.</summary>
    public static void WidenScalar<T>(ReadOnlySpan<byte> stored, int size, long least, Span<T> destination)
        where T : unmanaged
    {
        for (var i = 0; i < destination.Length; i++)
        {
            long value = 0;
            for (var k = size - 1; k >= 0; k--)
            {
                value = (value << 8) | stored[(i * size) + k];
            }

            value += least;
            destination[i] = typeof(T) == typeof(int) ? Unsafe.BitCast<int, T>((int)value) : Unsafe.BitCast<long, T>(value);
        }
    }

    private static Vector128<TNumber> Load<TNumber>(ref byte from) => Vector128.LoadUnsafe(ref from).As<byte, TNumber>();

    /// <summary>Adds the base to four numbers, and stores the sums.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Store<T>(Vector128<uint> numbers, long least, ref T to)
        where T : unmanaged
    {
        if (typeof(T) == typeof(int))
        {
            (numbers + Vector128.Create((uint)least)).StoreUnsafe(ref Unsafe.As<T, uint>(ref to));
            return;
        }

        ref var wide = ref Unsafe.As<T, ulong>(ref to);
        var (lower, upper) = Vector128.Widen(numbers);
        var origin = Vector128.Create((ulong)least);
        (lower + origin).StoreUnsafe(ref wide);
        (upper + origin).StoreUnsafe(ref wide, (nuint)Vector128<ulong>.Count);
    }
}
