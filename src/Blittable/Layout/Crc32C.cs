using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using ArmAes = System.Runtime.Intrinsics.Arm.Aes;

namespace Blittable.Layout;

/// <summary>CRC-32C (Castagnoli, RFC 3720 appendix B.4): the checksum of every block this library writes to a file.</summary>
/// <remarks>
/// The processor's instruction takes 8 bytes a cycle but answers two or three cycles later, so long input is cut in three lanes
/// that run interleaved. A lane's value is moved over the bytes that follow it by one multiplication modulo the polynomial.
/// </remarks>
internal static class Crc32C
{
    /// <summary>The polynomial, its bits reversed as the instruction keeps them.</summary>
    private const uint Polynomial = 0x82F63B78;

    /// <summary>Bytes of each of the three lanes of a round.</summary>
    private const int LaneBytes = 2048;

    /// <summary>The same for what is left, so that blocks of a few kilobytes profit too.</summary>
    private const int ShortLaneBytes = 256;

    private const int CacheLine = 64;

    private static readonly uint OverOneLane = PowerOfX((8 * LaneBytes) - 33);
    private static readonly uint OverTwoLanes = PowerOfX((16 * LaneBytes) - 33);
    private static readonly uint OverOneShortLane = PowerOfX((8 * ShortLaneBytes) - 33);
    private static readonly uint OverTwoShortLanes = PowerOfX((16 * ShortLaneBytes) - 33);

    /// <summary>The checksum of <paramref name="bytes"/>, going on from the checksum of what stands before them.</summary>
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

    /// <summary>One lane, for short input and for processors that cannot multiply without carries.</summary>
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
                // Lanes are too short for the processor to see three streams in them; it is told of the next round's lines.
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

    /// <summary>A hint, which may point past the bytes: it never faults.</summary>
    private static unsafe void Prefetch(ref byte line)
    {
        if (Sse.IsSupported)
        {
            Sse.Prefetch0(Unsafe.AsPointer(ref line));
        }
    }

    /// <summary>The checksum after the zero bytes that <paramref name="power"/> stands for.</summary>
    /// <remarks>The instruction itself multiplies by x^32 and reduces; a reflected product lacks one more x: hence the 33 in the powers.</remarks>
    private static uint Advance(uint crc, uint power)
    {
        var product = ArmAes.IsSupported
            ? ArmAes.PolynomialMultiplyWideningLower(Vector64.CreateScalar((ulong)crc), Vector64.CreateScalar((ulong)power))
            : Pclmulqdq.CarrylessMultiply(Vector128.CreateScalar((ulong)crc), Vector128.CreateScalar((ulong)power), 0);
        return BitOperations.Crc32C(0, product.ToScalar());
    }

    /// <summary>x^<paramref name="exponent"/> modulo the polynomial, reflected; once for each constant.</summary>
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
