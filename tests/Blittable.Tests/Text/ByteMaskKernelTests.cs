using System.Numerics;
using System.Runtime.Intrinsics;
using Blittable.Text;

namespace Blittable.Tests.Text;

/// <summary>A mask with a bit for each byte, on every machine.</summary>
[Trait(Category.Name, Category.Vector)]
public class ByteMaskKernelTests
{
    [Fact]
    public void Each_byte_has_its_own_bit()
    {
        for (var place = 0; place < 4 * Vector128<byte>.Count; place++)
        {
            Assert.Equal(1UL << place, MaskOf(1UL << place));
            Assert.Equal(~(1UL << place), MaskOf(~(1UL << place)));
        }
    }

    [Fact]
    public void Bits_match_the_bytes_that_are_set()
    {
        var random = new Random(1);
        for (var round = 0; round < 1000; round++)
        {
            var bits = (ulong)random.NextInt64();
            Assert.Equal(bits, MaskOf(bits));
            Assert.Equal((uint)bits, ByteMaskKernel.Of(BytesOf(bits, 0), BytesOf(bits, 1)));
            var lower = Vector256.Create(BytesOf(bits, 0), BytesOf(bits, 1));
            Assert.Equal((uint)bits, ByteMaskKernel.Of(lower));
            Assert.Equal(bits, ByteMaskKernel.Of(lower, Vector256.Create(BytesOf(bits, 2), BytesOf(bits, 3))));
        }
    }

    [Fact]
    public void The_first_set_byte_is_found()
    {
        for (var bits = 0; bits <= ushort.MaxValue; bits++)
        {
            Assert.Equal(Math.Min(BitOperations.TrailingZeroCount(bits), Vector128<byte>.Count), ByteMaskKernel.FirstOf(BytesOf((ulong)bits, 0)));
        }
    }

    private static ulong MaskOf(ulong bits) => ByteMaskKernel.Of(BytesOf(bits, 0), BytesOf(bits, 1), BytesOf(bits, 2), BytesOf(bits, 3));

    /// <summary>Returns 16 bytes, each with all bits set if the corresponding bit is set.</summary>
    private static Vector128<byte> BytesOf(ulong bits, int quarter)
    {
        var bytes = new byte[Vector128<byte>.Count];
        for (var i = 0; i < bytes.Length; i++)
        {
            bytes[i] = (byte)(0 - (bits >> (quarter * bytes.Length + i) & 1));
        }

        return Vector128.Create(bytes);
    }
}
