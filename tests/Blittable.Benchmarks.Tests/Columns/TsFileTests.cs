using Blittable.Benchmarks.Columns;

namespace Blittable.Benchmarks.Tests.Columns;

/// <summary>
/// Compares encoded bytes with constants derived from the layout of Apache TsFile 2 (DeltaBinaryEncoder, LongGorillaEncoder and their decoders).
/// </summary>
public sealed class TsFileTests
{
    [Fact]
    public void Plain_encoding_is_big_endian()
    {
        var bytes = new byte[16];
        Assert.Equal(16, TsFile.EncodePlain(new long[] { 1, -2 }, bytes));
        Assert.Equal("0000000000000001FFFFFFFFFFFFFFFE", Convert.ToHexString(bytes));
        var back = new long[2];
        Assert.Equal(2, TsFile.DecodePlain(bytes, back));
        Assert.Equal([1, -2], back);

        Assert.Equal(8, TsFile.EncodePlain(new[] { 1.5f, -0f }, bytes));
        Assert.Equal("3FC0000080000000", Convert.ToHexString(bytes, 0, 8));
        var floats = new float[2];
        TsFile.DecodePlain(bytes.AsSpan(0, 8), floats);
        Assert.Equal([1.5f, -0f], floats);
    }

    [Fact]
    public void A_block_of_64_bit_differences_has_a_header_and_packed_bits()
    {
        var bytes = new byte[TsFile.MaxTs2DiffSize64(5)];
        var written = TsFile.EncodeTs2Diff(new long[] { 10, 12, 13, 17, 19 }, bytes);

        Assert.Equal(
            "00000004" + // 4 differences: 2 1 4 2
            "00000002" + // 2 bits each
            "0000000000000001" + // smallest difference, 1
            "000000000000000A" + // first value
            "4D", // 01 00 11 01
            Convert.ToHexString(bytes, 0, written));
        var back = new long[5];
        Assert.Equal(5, TsFile.DecodeTs2Diff(bytes.AsSpan(0, written), back));
        Assert.Equal([10, 12, 13, 17, 19], back);
    }

    [Fact]
    public void A_block_of_32_bit_differences_has_a_shorter_header()
    {
        var bytes = new byte[TsFile.MaxTs2DiffSize32(4)];
        var written = TsFile.EncodeTs2Diff(new[] { 5, 4, 4, 6 }, bytes);

        Assert.Equal(
            "00000003" + // 3 differences: -1 0 2
            "00000002" + // 2 bits each
            "FFFFFFFF" + // smallest difference, -1
            "00000005" + // first value
            "1C", // 00 01 11 and two zeros
            Convert.ToHexString(bytes, 0, written));
        var back = new int[4];
        Assert.Equal(4, TsFile.DecodeTs2Diff(bytes.AsSpan(0, written), back));
        Assert.Equal([5, 4, 4, 6], back);
    }

    [Fact]
    public void A_block_with_one_value_stores_the_initial_smallest_difference()
    {
        var bytes = new byte[TsFile.MaxTs2DiffSize64(130)];
        var values = Enumerable.Range(0, 130).Select(i => 7L * i).ToArray();
        var written = TsFile.EncodeTs2Diff(values, bytes);

        Assert.Equal(
            "00000080" + "00000000" + "0000000000000007" + "0000000000000000" + // 128 differences with 0 bits
            "00000000" + "00000000" + "7FFFFFFFFFFFFFFF" + "0000000000000387", // the 130th value alone
            Convert.ToHexString(bytes, 0, written));
        var back = new long[130];
        Assert.Equal(130, TsFile.DecodeTs2Diff(bytes.AsSpan(0, written), back));
        Assert.Equal(values, back);
    }

    [Fact]
    public void A_Gorilla_block_ends_with_the_end_marker()
    {
        var bytes = new byte[TsFile.MaxGorillaSize(3)];
        var written = TsFile.EncodeGorilla(new long[] { 1, 1, 3 }, bytes);

        // First value: 64 bits. 0: equal. 11 111110 000000 1: XOR 2, a window of 1 bit after 62 zeros.
        // 11 000000 111111 and 64 bits: XOR with the end marker, 8000000000000003, from the first bit to the last.
        const string expected =
            "0000000000000000000000000000000000000000000000000000000000000001" +
            "0" + "11" + "111110" + "000000" + "1" +
            "11" + "000000" + "111111" + "1000000000000000000000000000000000000000000000000000000000000011";
        Assert.Equal(expected.PadRight((expected.Length / 8 * 8) + 8, '0'), Bits(bytes.AsSpan(0, written)));
        var back = new long[3];
        Assert.Equal(3, TsFile.DecodeGorilla(bytes.AsSpan(0, written), back));
        Assert.Equal([1, 1, 3], back);
    }

    [Fact]
    public void An_empty_Gorilla_block_consists_of_the_end_marker_and_an_empty_byte()
    {
        var bytes = new byte[TsFile.MaxGorillaSize(0)];

        Assert.Equal("800000000000000000", Convert.ToHexString(bytes, 0, TsFile.EncodeGorilla(ReadOnlySpan<long>.Empty, bytes)));
        Assert.Equal("7FF800000000000000", Convert.ToHexString(bytes, 0, TsFile.EncodeGorilla(ReadOnlySpan<double>.Empty, bytes)));
        Assert.Equal("8000000000", Convert.ToHexString(bytes, 0, TsFile.EncodeGorilla(ReadOnlySpan<int>.Empty, bytes)));
        Assert.Equal("7FC0000000", Convert.ToHexString(bytes, 0, TsFile.EncodeGorilla(ReadOnlySpan<float>.Empty, bytes)));
        Assert.Equal(0, TsFile.DecodeGorilla(Convert.FromHexString("800000000000000000"), new long[4]));
    }

    [Fact]
    public void A_value_equal_to_the_end_marker_is_rejected_and_other_NaNs_are_kept()
    {
        var bytes = new byte[TsFile.MaxGorillaSize(2)];
        var refused = Assert.Throws<BlittableException>(() => TsFile.EncodeGorilla(new[] { 0, long.MinValue }, bytes));
        Assert.Equal(BlittableErrorCode.NumberOutOfRange, refused.Code);
        Assert.Throws<BlittableException>(() => TsFile.EncodeGorilla(new[] { BitConverter.Int64BitsToDouble(0x7FF8000000000000) }, bytes));
        Assert.Throws<BlittableException>(() => TsFile.EncodeGorilla(new[] { int.MinValue }, bytes));

        var nan = BitConverter.Int64BitsToDouble(0x7FF8000000000001);
        var back = new double[2];
        Assert.Equal(2, TsFile.DecodeGorilla(bytes.AsSpan(0, TsFile.EncodeGorilla(new[] { nan, 2.0 }, bytes)), back));
        Assert.Equal(0x7FF8000000000001, BitConverter.DoubleToInt64Bits(back[0]));
    }

    [Fact]
    public void Random_values_round_trip_through_every_encoding()
    {
        var random = new Random(8);
        foreach (var count in new[] { 0, 1, 2, 128, 129, 130, 1000 })
        {
            var longs = Enumerable.Range(0, count).Select(i => i % 3 == 0 ? random.NextInt64(long.MinValue + 1, long.MaxValue) : i * 10L).ToArray();
            var ints = Array.ConvertAll(longs, v => Math.Max((int)v, int.MinValue + 1));
            var doubles = Array.ConvertAll(longs, v => v / 16.0);
            var floats = Array.ConvertAll(longs, v => v / 16f);
            var bytes = new byte[TsFile.MaxGorillaSize(count) + TsFile.MaxTs2DiffSize64(count)];
            long[] longsBack = new long[count];
            int[] intsBack = new int[count];
            double[] doublesBack = new double[count];
            float[] floatsBack = new float[count];

            Assert.Equal(count, TsFile.DecodeTs2Diff(bytes.AsSpan(0, TsFile.EncodeTs2Diff(longs, bytes)), longsBack));
            Assert.Equal(longs, longsBack);
            Assert.Equal(count, TsFile.DecodeTs2Diff(bytes.AsSpan(0, TsFile.EncodeTs2Diff(ints, bytes)), intsBack));
            Assert.Equal(ints, intsBack);
            longsBack.AsSpan().Clear();
            intsBack.AsSpan().Clear();
            Assert.Equal(count, TsFile.DecodeGorilla(bytes.AsSpan(0, TsFile.EncodeGorilla(longs, bytes)), longsBack));
            Assert.Equal(longs, longsBack);
            Assert.Equal(count, TsFile.DecodeGorilla(bytes.AsSpan(0, TsFile.EncodeGorilla(ints, bytes)), intsBack));
            Assert.Equal(ints, intsBack);
            Assert.Equal(count, TsFile.DecodeGorilla(bytes.AsSpan(0, TsFile.EncodeGorilla(doubles, bytes)), doublesBack));
            Assert.Equal(doubles, doublesBack);
            Assert.Equal(count, TsFile.DecodeGorilla(bytes.AsSpan(0, TsFile.EncodeGorilla(floats, bytes)), floatsBack));
            Assert.Equal(floats, floatsBack);
            Assert.Equal(count, TsFile.DecodePlain(bytes.AsSpan(0, TsFile.EncodePlain(doubles, bytes)), doublesBack));
            Assert.Equal(doubles, doublesBack);
            Assert.Equal(count, TsFile.DecodePlain(bytes.AsSpan(0, TsFile.EncodePlain(ints, bytes)), intsBack));
            Assert.Equal(ints, intsBack);
        }
    }

    [Fact]
    public void A_size_larger_than_an_array_is_rejected()
    {
        Assert.Throws<OverflowException>(() => TsFile.MaxGorillaSize(int.MaxValue / 9));
        Assert.Throws<OverflowException>(() => TsFile.MaxGorillaSize(int.MaxValue));
        Assert.Throws<OverflowException>(() => TsFile.MaxTs2DiffSize64(int.MaxValue / 8));
    }

    [Fact]
    public void Damaged_blocks_are_rejected()
    {
        var bytes = new byte[TsFile.MaxTs2DiffSize64(100)];
        var values = Enumerable.Range(0, 100).Select(i => (long)i * i).ToArray();
        var written = TsFile.EncodeTs2Diff(values, bytes);
        for (var length = 1; length < written; length++)
        {
            Assert.Throws<BlittableException>(() => TsFile.DecodeTs2Diff(bytes.AsSpan(0, length), new long[100]));
        }

        Assert.Throws<BlittableException>(() => TsFile.DecodeTs2Diff(bytes.AsSpan(0, written), new long[99]));
        bytes[7] = 65;
        Assert.Throws<BlittableException>(() => TsFile.DecodeTs2Diff(bytes.AsSpan(0, written), new long[100]));

        var stream = new byte[TsFile.MaxGorillaSize(100)];
        var end = TsFile.EncodeGorilla(values, stream);
        for (var length = 0; length < end - 9; length++)
        {
            Assert.Throws<BlittableException>(() => TsFile.DecodeGorilla(stream.AsSpan(0, length), new long[100]));
        }

        Assert.Throws<BlittableException>(() => TsFile.DecodeGorilla(stream.AsSpan(0, end), new long[99]));
    }

    private static string Bits(ReadOnlySpan<byte> bytes)
    {
        var text = new System.Text.StringBuilder();
        foreach (var value in bytes)
        {
            text.Append(Convert.ToString(value, 2).PadLeft(8, '0'));
        }

        return text.ToString();
    }
}
