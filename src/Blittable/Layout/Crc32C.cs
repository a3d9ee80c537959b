using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using ArmAes = System.Runtime.Intrinsics.Arm.Aes;

namespace Blittable.Layout;

/// <summary>Computes CRC-32C checksums (Castagnoli, RFC 3720 appendix B.4). Every block that this library writes to a file has one.</summary>
/// <remarks>
/// The CRC instruction accepts 8 bytes per cycle but has a latency of two or three cycles. Long input is therefore split into three interleaved lanes.
/// One multiplication modulo the polynomial advances the checksum of a lane over the bytes that follow it.
/// </remarks>
internal static class Crc32C
{
    /// <summary>The polynomial in the bit-reversed form that the instruction uses.</summary>
    private const uint Polynomial = 0x82F63B78;

    /// <summary>The size in bytes of each of the three lanes of a round.</summary>
    private const int LaneBytes = 2048;

    /// <summary>The lane size for the remaining bytes, from which blocks of a few kilobytes also benefit.</summary>
    private const int ShortLaneBytes = 256;

    private const int CacheLine = 64;

    private static readonly uint OverOneLane = PowerOfX((8 * LaneBytes) - 33);
    private static readonly uint OverTwoLanes = PowerOfX((16 * LaneBytes) - 33);
    private static readonly uint OverOneShortLane = PowerOfX((8 * ShortLaneBytes) - 33);
    private static readonly uint OverTwoShortLanes = PowerOfX((16 * ShortLaneBytes) - 33);

    /// <summary>Computes the checksum of <paramref name="bytes"/>, continuing from the checksum of the preceding bytes.</summary>
    public static uint Compute(ReadOnlySpan<byte> bytes, uint previous = 0)
    {
        var crc = ~previous;
        if ((Pclmulqdq.IsSupported || ArmAes.IsSupported) && bytes.Length >= 3 * ShortLaneBytes)
        {
            bytes = Interleave(bytes, LaneBytes, OverOneLane, OverTwoLanes, ref crc);
            bytes = Interleave(bytes, ShortLaneBytes, OverOneShortLane, OverTwoShortLanes, ref crc);
        }

        return ~Serial(bytes, crc);
    }

    /// <summary>Computes the checksum in one lane, for short input and for processors without carry-less multiplication.</summary>
    internal static uint Serial(ReadOnlySpan<byte> bytes, uint crc)
    {
        var words = MemoryMarshal.Cast<byte, ulong>(bytes);
        foreach (var word in words)
        {
            crc = BitOperations.Crc32C(crc, BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word));
        }

        foreach (var value in bytes[(words.Length * sizeof(ulong))..])
        {
            crc = BitOperations.Crc32C(crc, value);
        }

        return crc;
    }

    private static ReadOnlySpan<byte> Interleave(ReadOnlySpan<byte> bytes, int lane, uint overOne, uint overTwo, scoped ref uint crc)
    {
        while (bytes.Length >= 3 * lane)
        {
            ref var first = ref MemoryMarshal.GetReference(bytes);
            ref var second = ref Unsafe.Add(ref first, lane);
            ref var third = ref Unsafe.Add(ref second, lane);
            uint a = crc, b = 0, c = 0;
            for (nint line = 0; line < lane; line += CacheLine)
            {
                // Lanes are too short for the hardware prefetcher to detect three streams, so the next round is prefetched explicitly.
                Prefetch(ref Unsafe.AddByteOffset(ref first, line + (3 * lane)));
                Prefetch(ref Unsafe.AddByteOffset(ref second, line + (3 * lane)));
                Prefetch(ref Unsafe.AddByteOffset(ref third, line + (3 * lane)));
                for (var i = line; i < line + CacheLine; i += sizeof(ulong))
                {
                    a = BitOperations.Crc32C(a, Unsafe.ReadUnaligned<ulong>(ref Unsafe.AddByteOffset(ref first, i)));
                    b = BitOperations.Crc32C(b, Unsafe.ReadUnaligned<ulong>(ref Unsafe.AddByteOffset(ref second, i)));
                    c = BitOperations.Crc32C(c, Unsafe.ReadUnaligned<ulong>(ref Unsafe.AddByteOffset(ref third, i)));
                }
            }

            crc = Advance(a, overTwo) ^ Advance(b, overOne) ^ c;
            bytes = bytes[(3 * lane)..];
        }

        return bytes;
    }

    /// <summary>Prefetches a cache line. The address may be past the end of the bytes, because prefetching never faults.</summary>
    private static unsafe void Prefetch(ref byte line)
    {
        if (Sse.IsSupported)
        {
            Sse.Prefetch0(Unsafe.AsPointer(ref line));
        }
    }

    /// <summary>Returns the checksum after the number of zero bytes that <paramref name="power"/> represents.</summary>
    /// <remarks>The CRC instruction multiplies by x^32 and reduces, and a reflected product lacks another factor of x. The exponents of the powers are
    /// therefore reduced by 33.</remarks>
    private static uint Advance(uint crc, uint power)
    {
        var product = ArmAes.IsSupported
            ? ArmAes.PolynomialMultiplyWideningLower(Vector64.CreateScalar((ulong)crc), Vector64.CreateScalar((ulong)power))
            : Pclmulqdq.CarrylessMultiply(Vector128.CreateScalar((ulong)crc), Vector128.CreateScalar((ulong)power), 0);
        return BitOperations.Crc32C(0, product.ToScalar());
    }

    /// <summary>Returns x^<paramref name="exponent"/> modulo the polynomial, reflected. Called once for each constant.</summary>
    private static uint PowerOfX(int exponent)
    {
        var power = 0x80000000u;
        for (var i = 0; i < exponent; i++)
        {
            power = (power >> 1) ^ ((power & 1) * Polynomial);
        }

        return power;
    }
}
