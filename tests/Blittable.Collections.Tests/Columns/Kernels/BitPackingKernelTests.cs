using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.X86;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Tests.Columns;

[Trait(Category.Name, Category.Vector)]
public sealed class BitPackingKernelTests
{
    public static TheoryData<int> Widths => [.. Enumerable.Range(0, 65)];

    public static TheoryData<int> WidthsWithBits => [.. Enumerable.Range(1, 64)];

    [Fact]
    public void Values_are_packed_without_gaps_most_significant_bit_first()
    {
        var packed = new byte[5];

        Assert.Equal(5, BitPackingKernel.Pack([1, 2, 3, 4, 5, 6, 7, 8], 5, 0, packed));

        // 00001 00010 00011 00100 00101 00110 00111 01000
        Assert.Equal([0b00001_000, 0b10_00011_0, 0b0100_0010, 0b1_00110_00, 0b111_01000], packed);
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void Every_width_and_count_round_trips(int width)
    {
        foreach (var count in new[] { 1, 7, 8, 9, 63, 64, 127, 128, 129, 1000 })
        {
            var values = Values(count, width, 977);
            var packed = new byte[BitPackingKernel.ByteCount(count, width)];
            BitPackingKernel.Pack(values, width, 977, packed);
            var unpacked = new ulong[count];
            BitPackingKernel.Unpack(packed, width, 977, unpacked);

            Assert.Equal(values, unpacked);
            Assert.Equal(values, Enumerable.Range(0, count).Select(i => 977 + BitPackingKernel.UnpackOne(packed, width, i)));
        }
    }

    [Fact]
    public void The_sum_equals_the_sum_of_the_unpacked_values()
    {
        for (var width = 0; width <= BitPackingKernel.WidestSum; width++)
        {
            var values = Values(300, width, 0);
            var packed = new byte[BitPackingKernel.ByteCount(values.Length, width)];
            BitPackingKernel.Pack(values, width, 0, packed);

            for (var count = 0; count <= values.Length; count++)
            {
                Assert.Equal(values.Take(count).Sum(value => (long)value), BitPackingKernel.Sum(packed, width, count));
            }
        }
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void Gathered_values_equal_the_packed_values(int width)
    {
        var values = Values(300, width, 0);
        var packed = new byte[BitPackingKernel.ByteCount(values.Length, width)];
        BitPackingKernel.Pack(values, width, 0, packed);
        int[] places = [0, 299, 7, 7, 128, 298];
        var chosen = new ulong[places.Length];

        BitPackingKernel.Gather(packed, width, places, chosen);

        Assert.Equal(places.Select(place => values[place]), chosen);
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void Every_width_of_deltas_round_trips(int width)
    {
        foreach (var count in new[] { 1, 8, 127, 128, 300 })
        {
            var residuals = Values(count, width, 0);
            var values = new ulong[count + 1];
            values[0] = 0xFEDCBA9876543210;
            const ulong least = unchecked((ulong)-12345L);
            for (var i = 0; i < count; i++)
            {
                values[i + 1] = values[i] + residuals[i] + least;
            }

            var packed = new byte[BitPackingKernel.ByteCount(count, width)];
            BitPackingKernel.PackDeltas(values, width, least, packed);
            var unpacked = new ulong[count];
            BitPackingKernel.UnpackDeltas(packed, width, least, values[0], unpacked);

            Assert.Equal(values[1..], unpacked);
        }
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void The_vector_kernels_equal_the_scalar_one(int width)
    {
        Assert.SkipUnless(Vector256Kernel.IsSupported, "The processor lacks the vectors of this kernel.");
        const int count = 203;
        var bytes = new byte[BitPackingKernel.ByteCount(count, width) + 128];
        new Random(width).NextBytes(bytes);
        ref var source = ref MemoryMarshal.GetArrayDataReference(bytes);
        ulong[] expected = new ulong[count], actual = new ulong[count];

        if (Vector256Kernel.IsSupported && width is <= 58 or 60 or 64)
        {
            var last = BitPackingKernel.UnpackScalar<OffsetStep>(ref source, width, 5, 0, expected);
            Assert.Equal(last, BitPackingKernel.UnpackVector256<OffsetStep>(ref source, width, 5, 0, actual));
            Assert.Equal(expected, actual);
            BitPackingKernel.UnpackScalar<DeltaStep>(ref source, width, 5, 99, expected);
            BitPackingKernel.UnpackVector256<DeltaStep>(ref source, width, 5, 99, actual);
            Assert.Equal(expected, actual);
        }

        if (Avx512Vbmi.IsSupported)
        {
            BitPackingKernel.UnpackScalar<OffsetStep>(ref source, width, 5, 0, expected);
            BitPackingKernel.UnpackVector512<OffsetStep>(ref source, width, 5, 0, actual);
            Assert.Equal(expected, actual);
            BitPackingKernel.UnpackScalar<DeltaStep>(ref source, width, 5, 99, expected);
            BitPackingKernel.UnpackVector512<DeltaStep>(ref source, width, 5, 99, actual);
            Assert.Equal(expected, actual);
        }
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void The_vector_and_scalar_kernels_pack_the_same_bytes(int width)
    {
        const int count = 203;
        var values = Values(count, width, 31);
        var packed = new byte[BitPackingKernel.ByteCount(count, width)];
        BitPackingKernel.Pack(values, width, 31, packed);
        var expected = new byte[packed.Length];
        BitPackingKernel.PackScalar<OffsetPackStep>(ref values[0], width == 0 ? 0 : count, width, 31, expected);

        Assert.Equal(expected, packed);
    }

    [Theory]
    [MemberData(nameof(WidthsWithBits))]
    public void The_256_bit_and_scalar_kernels_pack_the_same_bytes(int width)
    {
        Assert.SkipUnless(Vector256Kernel.IsSupported, "The processor lacks the vectors of this kernel.");

        foreach (var (count, room) in new[] { (0, 0), (7, 64), (8, 0), (8, 16), (128, 0), (128, 7), (128, 16), (203, 64) })
        {
            var values = Values(count, width, 31);
            var expected = new byte[BitPackingKernel.ByteCount(count, width) + room];
            BitPackingKernel.PackScalar<OffsetPackStep>(ref MemoryMarshal.GetArrayDataReference(values), count, width, 31, expected);

            if (width <= 8)
            {
                AssertSame(bytes => BitPackingKernel.PackSums256<OffsetPackStep>(
                    ref MemoryMarshal.GetArrayDataReference(values), count, width, 31, bytes));
            }
            else if (width is <= 58 or 60 or 64)
            {
                AssertSame(bytes => BitPackingKernel.PackVector256<OffsetPackStep>(
                    ref MemoryMarshal.GetArrayDataReference(values), count, width, 31, bytes));
            }

            void AssertSame(Func<byte[], int> pack)
            {
                var packed = new byte[expected.Length];
                var done = pack(packed);
                Assert.InRange(done, room >= 16 ? count / 8 * 8 : 0, count / 8 * 8);
                var whole = done / 8 * width;
                Assert.Equal(expected[..whole], packed[..whole]);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void The_vector_and_scalar_kernels_pack_the_same_bytes_for_deltas(int width)
    {
        const int count = 128;
        var residuals = Values(count, width, 0);
        var values = new ulong[count + 1];
        for (var i = 0; i < count; i++)
        {
            values[i + 1] = values[i] + residuals[i] - 77;
        }

        var expected = new byte[BitPackingKernel.ByteCount(count, width)];
        BitPackingKernel.PackScalar<DeltaPackStep>(ref values[1], width == 0 ? 0 : count, width, unchecked((ulong)-77L), expected);
        foreach (var room in new[] { 0, 1, 16, 64 })
        {
            var packed = new byte[expected.Length + room];
            BitPackingKernel.PackDeltas(values, width, unchecked((ulong)-77L), packed);
            Assert.Equal(expected, packed[..expected.Length]);
        }
    }

    [Fact]
    public void Buffers_that_are_too_small_and_invalid_widths_are_rejected()
    {
        Assert.Throws<ArgumentException>(() => BitPackingKernel.Unpack(new byte[15], 8, 0, new ulong[16]));
        Assert.Throws<ArgumentException>(() => BitPackingKernel.Unpack(new byte[600], 65, 0, new ulong[16]));
        Assert.Throws<ArgumentException>(() => BitPackingKernel.Pack(new ulong[16], 8, 0, new byte[15]));
    }

    [Fact]
    public void Nothing_is_written_after_the_packed_bytes()
    {
        var packed = new byte[200];
        packed.AsSpan().Fill(0xAB);
        var written = BitPackingKernel.Pack(Values(100, 11, 0), 11, 0, packed.AsSpan(0, BitPackingKernel.ByteCount(100, 11)));

        Assert.Equal(138, written);
        Assert.All(packed[138..], b => Assert.Equal(0xAB, b));
    }

    private static ulong[] Values(int count, int width, ulong addend)
    {
        var random = new Random((width * 1000) + count);
        var values = new ulong[count];
        random.NextBytes(MemoryMarshal.AsBytes(values.AsSpan()));
        for (var i = 0; i < count; i++)
        {
            values[i] = (width == 0 ? 0 : values[i] >> (64 - width)) + addend;
        }

        return values;
    }
}
