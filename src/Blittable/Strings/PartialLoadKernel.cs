using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>Loads texts that may end where what may be read ends: by words that overlap, where a load with masked lanes would need AVX-512.</summary>
internal static unsafe class PartialLoadKernel
{
    /// <summary>Loads up to 32 bytes, with zeros behind them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Load256(byte* from, int length) => length <= Vector128<byte>.Count
        ? Vector256.Create(Load128(from, length), Vector128<byte>.Zero)
        : Vector256.Create(Vector128.Load(from), Load128(from + Vector128<byte>.Count, length - Vector128<byte>.Count));

    /// <summary>Loads up to 16 bytes, with zeros behind them.</summary>
    public static Vector128<byte> Load128(byte* from, int length) => Load128(ref *from, length);

    /// <inheritdoc cref="Load128(byte*, int)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector128<byte> Load128(ref byte from, int length)
    {
        if (!BitConverter.IsLittleEndian)
        {
            return Load128_Fallback(ref from, length);
        }

        if (length >= sizeof(ulong))
        {
            // Of the last eight bytes those that the first eight do not have, none perhaps: by two shifts, for one of 64 bits would move nothing.
            var half = 4 * (Vector128<byte>.Count - length);
            var last = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref from, length - sizeof(ulong))) >> half >> half;
            return Vector128.Create(Unsafe.ReadUnaligned<ulong>(ref from), last).AsByte();
        }

        // Bytes that are loaded twice come to the same place.
        if (length >= sizeof(uint))
        {
            var last = (ulong)Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref from, length - sizeof(uint))) << (8 * (length - sizeof(uint)));
            return Vector128.CreateScalar(Unsafe.ReadUnaligned<uint>(ref from) | last).AsByte();
        }

        if (length == 0)
        {
            return Vector128<byte>.Zero;
        }

        int middle = length >> 1, end = length - 1;
        return Vector128.CreateScalar((uint)(from | Unsafe.Add(ref from, middle) << (8 * middle) | Unsafe.Add(ref from, end) << (8 * end))).AsByte();
    }

    /// <summary>The same a byte at a time.</summary>
    internal static Vector128<byte> Load128_Fallback(ref byte from, int length)
    {
        var bytes = Vector128<byte>.Zero;
        for (var i = 0; i < length; i++)
        {
            bytes = bytes.WithElement(i, Unsafe.Add(ref from, i));
        }

        return bytes;
    }
}
