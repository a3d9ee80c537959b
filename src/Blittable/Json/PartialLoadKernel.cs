using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Json;

/// <summary>Loads texts that may end where what may be read ends: by words that overlap, where a load with masked lanes would need AVX-512.</summary>
internal static unsafe class PartialLoadKernel
{
    /// <summary>Loads up to 32 bytes, with zeros behind them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Vector256<byte> Load256(byte* from, int length) => length <= Vector128<byte>.Count
        ? Vector256.Create(Load128(from, length), Vector128<byte>.Zero)
        : Vector256.Create(Vector128.Load(from), Load128(from + Vector128<byte>.Count, length - Vector128<byte>.Count));

    /// <summary>Loads up to 16 bytes, with zeros behind them.</summary>
    public static Vector128<byte> Load128(byte* from, int length)
    {
        if (!BitConverter.IsLittleEndian)
        {
            return Load128_Fallback(from, length);
        }

        if (length >= sizeof(ulong))
        {
            // Of the last eight bytes those that the first eight do not have, none perhaps: by two shifts, for one of 64 bits would move nothing.
            var half = 4 * (Vector128<byte>.Count - length);
            var last = Unsafe.ReadUnaligned<ulong>(from + length - sizeof(ulong)) >> half >> half;
            return Vector128.Create(Unsafe.ReadUnaligned<ulong>(from), last).AsByte();
        }

        // Bytes that are loaded twice come to the same place.
        if (length >= sizeof(uint))
        {
            var last = (ulong)Unsafe.ReadUnaligned<uint>(from + length - sizeof(uint)) << (8 * (length - sizeof(uint)));
            return Vector128.CreateScalar(Unsafe.ReadUnaligned<uint>(from) | last).AsByte();
        }

        return length == 0
            ? Vector128<byte>.Zero
            : Vector128.CreateScalar((uint)(from[0] | from[length >> 1] << (8 * (length >> 1)) | from[length - 1] << (8 * (length - 1)))).AsByte();
    }

    /// <summary>The same a byte at a time.</summary>
    internal static Vector128<byte> Load128_Fallback(byte* from, int length)
    {
        var bytes = Vector128<byte>.Zero;
        for (var i = 0; i < length; i++)
        {
            bytes = bytes.WithElement(i, from[i]);
        }

        return bytes;
    }
}
