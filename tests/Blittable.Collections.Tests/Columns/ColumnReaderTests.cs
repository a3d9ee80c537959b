using System.Buffers;
using System.Buffers.Binary;
using Blittable.Columns;
using Blittable.Dates;

namespace Blittable.Collections.Tests.Columns;

[Trait(Category.Name, Category.Vector)]
public sealed class ColumnReaderTests
{
    [Fact]
    public void A_chunk_has_the_documented_layout()
    {
        var writer = new ColumnWriter<long>(new ColumnOptions { Encoding = ColumnEncoding.BitPacked, Checksum = false });

        Assert.Equal(
            "01" + "02" + "06" + "02" + // version 1, Int64, BitPacked, with statistics
            "08000000" + "00000000" + "4E000000" + "00000000" + // 8 rows, no nulls, 78 bytes, no checksum
            "E803000000000000" + "EF03000000000000" + // minimum 1000, maximum 1007
            "E803000000000000" + "EF03000000000000" + // first, last
            "5C1F000000000000" + "0000000000000000" + // sum 8028
            "00" + "01" + "03" + // widths: no bits, base of one byte, 3 bits
            "00" + "02" + "E803" + // bases: no bits, base of two bytes, 1000
            "053977" + // 000 001 010 011 100 101 110 111
            "",
            Convert.ToHexString(writer.Encode([1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007]).Span));
    }

    [Fact]
    public void Timestamps_at_regular_intervals_take_no_bytes_per_row()
    {
        var writer = new ColumnWriter<long>();
        var times = Enumerable.Range(0, 1 << 20).Select(i => 1_700_000_000_000 + (1000L * i)).ToArray();

        var chunk = writer.Encode(times);
        Assert.Equal(ColumnEncoding.Ts2Diff, new ColumnReader<long>(chunk.Span).Encoding);
        Assert.InRange(chunk.Length, 0, 100);
    }

    [Fact]
    public void Dates_within_ten_years_take_less_than_two_bytes_each()
    {
        var random = new Random(3);
        var dates = Enumerable.Range(0, 10_000).Select(_ => new Timestamp(1_293_840_000 + (86_400L * random.Next(3900)))).ToArray();

        Assert.InRange(new ColumnWriter<Timestamp>().Encode(dates).Length, 14_000, 16_000);
    }

    [Theory]
    [InlineData(ColumnEncoding.BitPacked)]
    [InlineData(ColumnEncoding.Ts2Diff)]
    [InlineData(ColumnEncoding.RunLength)]
    [InlineData(ColumnEncoding.Dictionary)]
    [InlineData(ColumnEncoding.Plain)]
    [InlineData(ColumnEncoding.Gorilla)]
    public void Selected_rows_are_those_within_the_bounds(ColumnEncoding encoding)
    {
        var random = new Random(9);
        foreach (var count in new[] { 1, 128, 1000, 5000 })
        {
            foreach (var withNulls in new[] { false, true })
            {
                var sorted = Enumerable.Range(0, count).Select(i => i * 10L).ToArray();
                var mixed = Enumerable.Range(0, count).Select(_ => (long)random.Next(1000)).ToArray();
                CheckSelection(encoding, sorted, 300, 7000, withNulls);
                CheckSelection(encoding, sorted, -1, long.MaxValue, withNulls);
                CheckSelection(encoding, sorted, -10, -1, withNulls);
                CheckSelection(encoding, mixed, 100, 200, withNulls);
                CheckSelection(encoding, Array.ConvertAll(mixed, v => (int)v), 100, 900, withNulls);
                CheckSelection(encoding, Array.ConvertAll(mixed, v => (ulong)v), 0UL, 500UL, withNulls);
                CheckSelection(encoding, Array.ConvertAll(mixed, v => v % 10 == 0 ? double.NaN : v / 4.0), 10, 99.5, withNulls);
                CheckSelection(encoding, Array.ConvertAll(mixed, v => v / 4f), 10f, 99.5f, withNulls);
                CheckSelection(encoding, Array.ConvertAll(mixed, v => v / 100m), 1.5m, 8m, withNulls);
                var days = Array.ConvertAll(mixed, v => new Timestamp(v * 86_400));
                CheckSelection(encoding, days, new Timestamp(86_400), new Timestamp(86_400 * 500), withNulls);
                CheckSelection(encoding, Array.ConvertAll(mixed, v => v > 500), true, true, withNulls);
            }
        }
    }

    [Theory]
    [InlineData(ColumnEncoding.Plain)]
    [InlineData(ColumnEncoding.Scaled)]
    public void No_value_is_within_a_NaN_bound(ColumnEncoding encoding)
    {
        var options = new ColumnOptions { Encoding = encoding };
        var doubles = Enumerable.Range(0, 300).Select(i => i / 10.0).ToArray();
        Check(new ColumnWriter<double>(options).Encode(doubles), double.NaN, 1e9, -1e9);
        Check(new ColumnWriter<float>(options).Encode(Array.ConvertAll(doubles, v => (float)v)), float.NaN, 1e9f, -1e9f);

        static void Check<T>(ReadOnlyMemory<byte> chunk, T nan, T most, T least)
            where T : unmanaged
        {
            var reader = new ColumnReader<T>(chunk.Span);
            var selection = new ulong[5];

            Assert.Equal(0, reader.Select(nan, most, selection));
            Assert.Equal(0, reader.Select(least, nan, selection));
            Assert.Equal(0, MaskKernel.Count(selection));
            Assert.Equal(300, reader.Select(least, most, selection));
        }
    }

    [Fact]
    public void Bits_after_the_last_row_select_nothing()
    {
        foreach (var count in new[] { 1, 63, 65, 130, 200 })
        {
            var values = Enumerable.Range(0, count).ToArray();
            var selection = Enumerable.Repeat(ulong.MaxValue, 4).ToArray();
            selection[0] &= ~1UL;
            var reader = new ColumnReader<int>(new ColumnWriter<int>().Encode(values, selection).Span);
            var chosen = new int[count - 1];

            Assert.Equal((count, 1), (reader.Rows, reader.NullCount));
            Assert.Equal(count - 1, reader.ReadSelected(selection, chosen));
            Assert.Equal(values[1..], chosen);
        }
    }

    [Fact]
    public void A_destination_too_small_for_the_selected_rows_is_rejected()
    {
        var chunk = new ColumnWriter<int>().Encode(Enumerable.Range(0, 200).ToArray());
        ulong[] selection = [3, 0, ulong.MaxValue, 0];

        Assert.Throws<ArgumentException>(() => new ColumnReader<int>(chunk.Span).ReadSelected(selection, new int[65]));
        Assert.Equal(66, new ColumnReader<int>(chunk.Span).ReadSelected(selection, new int[66]));
    }

    [Theory]
    [InlineData(ColumnEncoding.BitPacked)]
    [InlineData(ColumnEncoding.Ts2Diff)]
    public void Blocks_entirely_inside_or_outside_the_bounds_are_not_decoded(ColumnEncoding encoding)
    {
        const int blocks = 40, bound = 10;
        var random = new Random(6);
        var sorted = Enumerable.Range(0, blocks * IntegerEncoder.BlockValues).Select(i => (i * 1000L) + random.Next(900)).ToArray();
        var chunk = new ColumnWriter<long>(new ColumnOptions { Encoding = encoding, Checksum = false }).Encode(sorted).ToArray();

        // Half of the packed bits are cut off, so decoding a block in the missing half would be an error.
        chunk = chunk[..(chunk.Length / 2)];
        BinaryPrimitives.WriteInt32LittleEndian(chunk.AsSpan(12), chunk.Length);
        var reader = new ColumnReader<long>(chunk);
        for (var block = 0; block < blocks; block++)
        {
            Assert.True(reader.TryPeekBlock(out var min, out var max, out var count));
            Assert.Equal(IntegerEncoder.BlockValues, count);
            Assert.InRange(sorted[reader.Position], min, max);
            Assert.InRange(sorted[reader.Position + count - 1], min, max);
            reader.Skip(count);
        }

        Assert.False(reader.TryPeekBlock(out _, out _, out _));
        var selection = new ulong[MaskKernel.Words(sorted.Length)];
        var middle = (bound * IntegerEncoder.BlockValues) + 5;
        Assert.Equal(middle, reader.Select(0, sorted[middle] - 1, selection));
        Assert.Equal(sorted.Length - middle, reader.Select(sorted[middle], long.MaxValue, selection));
        Assert.Throws<BlittableException>(() => new ColumnReader<long>(chunk).ReadSelected(selection, new long[sorted.Length]));
    }

    [Theory]
    [InlineData(ColumnEncoding.Auto)]
    [InlineData(ColumnEncoding.Plain)]
    [InlineData(ColumnEncoding.Ts2Diff)]
    [InlineData(ColumnEncoding.Gorilla)]
    [InlineData(ColumnEncoding.Dictionary)]
    [InlineData(ColumnEncoding.RunLength)]
    [InlineData(ColumnEncoding.Scaled)]
    public void Every_NaN_and_both_zeros_keep_their_bits(ColumnEncoding encoding)
    {
        var options = new ColumnOptions { Encoding = encoding };
        ulong[] doubles =
        [
            0x7FF8_0000_0000_0000, 0xFFF8_0000_0000_0000, 0x7FF8_0000_0000_0001, 0x7FF0_0000_0000_0001, 0xFFFF_FFFF_FFFF_FFFF, 0x7FFF_FFFF_FFFF_FFFF,
            0, 0x8000_0000_0000_0000, 0x7FF0_0000_0000_0000, 0xFFF0_0000_0000_0000, 1, 0x3FF0_0000_0000_0000,
        ];
        uint[] singles = [0x7FC0_0000, 0xFFC0_0000, 0x7FC0_0001, 0x7F80_0001, 0xFFFF_FFFF, 0x7FFF_FFFF, 0, 0x8000_0000, 0x7F80_0000, 1, 0x3F80_0000];

        var wide = new double[doubles.Length];
        new ColumnReader<double>(new ColumnWriter<double>(options).Encode(Array.ConvertAll(doubles, BitConverter.UInt64BitsToDouble)).Span).ReadBatch(wide);
        Assert.Equal(doubles, Array.ConvertAll(wide, BitConverter.DoubleToUInt64Bits));

        var narrow = new float[singles.Length];
        new ColumnReader<float>(new ColumnWriter<float>(options).Encode(Array.ConvertAll(singles, BitConverter.UInt32BitsToSingle)).Span).ReadBatch(narrow);
        Assert.Equal(singles, Array.ConvertAll(narrow, BitConverter.SingleToUInt32Bits));
    }

    [Fact]
    public void Chunks_are_appended_to_an_output()
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new ColumnWriter<int>();
        writer.WriteBatch([1, 2, 3]);
        writer.Finish(output);
        var first = output.WrittenCount;
        writer.WriteBatch([4]);
        writer.Finish(output);
        Assert.Equal(3, new ColumnReader<int>(output.WrittenSpan[..first]).Rows);
        Assert.Equal(1, new ColumnReader<int>(output.WrittenSpan[first..]).Rows);
    }

    [Fact]
    public void Statistics_are_exact_and_exclude_nulls()
    {
        var writer = new ColumnWriter<long>();
        writer.WriteBatch([5, 0, long.MaxValue, long.MaxValue, -3], [false, true, false, false, false]);
        Assert.True(new ColumnReader<long>(writer.Finish().Span).TryGetStatistics(out var longs));
        Assert.Equal((4, 1, -3, long.MaxValue, 5, -3), (longs.Count, longs.NullCount, longs.Min, longs.Max, longs.First, longs.Last));
        Assert.Equal(2 + (2 * (Int128)long.MaxValue), longs.ExactSum);

        Assert.True(new ColumnReader<ulong>(new ColumnWriter<ulong>().Encode([ulong.MaxValue, 1]).Span).TryGetStatistics(out var unsigned));
        Assert.Equal((1UL, ulong.MaxValue, (Int128)ulong.MaxValue + 1), (unsigned.Min, unsigned.Max, unsigned.ExactSum));

        Assert.True(new ColumnReader<float>(new ColumnWriter<float>().Encode([1.5f, float.NaN, -2f]).Span).TryGetStatistics(out var floats));
        Assert.Equal((-2f, 1.5f, 1.5f, -2f), (floats.Min, floats.Max, floats.First, floats.Last));
        Assert.True(double.IsNaN(floats.Sum));

        Assert.True(new ColumnReader<decimal>(new ColumnWriter<decimal>().Encode([1.25m, 0.50m]).Span).TryGetStatistics(out var decimals));
        Assert.Equal((0.50m, 1.25m, 1.75), (decimals.Min, decimals.Max, decimals.Sum));

        Assert.True(new ColumnReader<bool>(new ColumnWriter<bool>().Encode([true, false, true]).Span).TryGetStatistics(out var booleans));
        Assert.Equal((false, true, 2.0), (booleans.Min, booleans.Max, booleans.Sum));
    }

    [Fact]
    public void The_encoding_is_chosen_by_the_values()
    {
        var random = new Random(2);
        Assert.Equal(ColumnEncoding.BitPacked, Pick(_ => (long)random.Next(1000)));
        Assert.Equal(ColumnEncoding.Ts2Diff, Pick(i => (i * 1000L) + random.Next(10)));
        Assert.Equal(ColumnEncoding.RunLength, Pick(i => i / 700 * 12_345_678L % 1000));
        Assert.Equal(ColumnEncoding.Dictionary, Pick(_ => random.Next(9) * 123_456_789_123L * (random.Next(2) - 1)));
        Assert.Equal(ColumnEncoding.Plain, Pick(_ => random.NextInt64(long.MinValue, long.MaxValue)));
        Assert.Equal(ColumnEncoding.Scaled, Pick(_ => random.Next(1_000_000) / 100.0));
        Assert.Equal(ColumnEncoding.Plain, Pick(_ => BitConverter.Int64BitsToDouble(random.NextInt64(long.MinValue, long.MaxValue))));

        static ColumnEncoding Pick<T>(Func<int, T> make)
            where T : unmanaged =>
            new ColumnReader<T>(new ColumnWriter<T>().Encode(Enumerable.Range(0, 10_000).Select(make).ToArray()).Span).Encoding;
    }

    [Fact]
    public void Another_type_and_any_altered_byte_are_rejected()
    {
        var chunk = new ColumnWriter<long>().Encode(Enumerable.Range(0, 500).Select(i => (long)i * i).ToArray()).ToArray();
        Assert.Equal(BlittableErrorCode.WrongKind, Assert.Throws<BlittableException>(() => new ColumnReader<int>(chunk)).Code);
        for (var at = 0; at < chunk.Length; at++)
        {
            var damaged = (byte[])chunk.Clone();
            damaged[at] ^= 4;
            Assert.Throws<BlittableException>(() => new ColumnReader<long>(damaged));
        }
    }

    [Theory]
    [InlineData(ColumnEncoding.Plain)]
    [InlineData(ColumnEncoding.Ts2Diff)]
    [InlineData(ColumnEncoding.Gorilla)]
    [InlineData(ColumnEncoding.Dictionary)]
    [InlineData(ColumnEncoding.RunLength)]
    [InlineData(ColumnEncoding.BitPacked)]
    [InlineData(ColumnEncoding.Scaled)]
    public void Damaged_chunks_are_rejected_or_return_other_values(ColumnEncoding encoding)
    {
        var random = new Random(5);
        var options = new ColumnOptions { Encoding = encoding, Checksum = false };
        var mask = new ulong[1 << 10];
        Damage(Enumerable.Range(0, 300).Select(i => (long)random.Next(50) * i).ToArray());
        Damage(Enumerable.Range(0, 300).Select(i => random.Next(50) / 4.0).ToArray());
        Damage(Enumerable.Range(0, 300).Select(i => random.Next(50) / 4m).ToArray());
        Damage(Enumerable.Range(0, 300).Select(i => new Timestamp(random.Next(50))).ToArray());

        void Damage<T>(T[] values)
            where T : unmanaged
        {
            var writer = new ColumnWriter<T>(options);
            writer.WriteBatch(values, Array.ConvertAll(values, _ => random.Next(5) == 0));
            var room = new T[1000];
            DamagedChunks.Check(writer.Finish().ToArray(), bytes =>
            {
                var reader = new ColumnReader<T>(bytes);
                reader.TryGetStatistics(out _);
                reader.TryPeekBlock(out _, out _, out _);
                if (reader.Rows is > 150 and < 65_536)
                {
                    reader.TryGet(150, out _);
                    reader.Gather([0, 1, 149, 150, 20], room);
                    reader.Select(values[0], values[1], mask);
                }

                reader.ReadBatch(room);
            });
        }
    }

    private static void CheckSelection<T>(ColumnEncoding encoding, T[] values, T low, T high, bool withNulls)
        where T : unmanaged, IComparable<T>
    {
        var isNull = Array.ConvertAll(values, v => withNulls && v.GetHashCode() % 3 == 0);
        var writer = new ColumnWriter<T>(new ColumnOptions { Encoding = encoding });
        writer.WriteBatch(values, isNull);
        var reader = new ColumnReader<T>(writer.Finish().Span);
        var selection = new ulong[MaskKernel.Words(values.Length)];
        var expected = Enumerable.Range(0, values.Length).Where(i => !isNull[i] && IsWithin(values[i], low, high)).ToArray();

        Assert.Equal(expected.Length, reader.Select(low, high, selection));
        Assert.Equal(expected, Enumerable.Range(0, values.Length).Where(i => MaskKernel.IsSet(selection, i)));
        var chosen = new T[expected.Length];
        Assert.Equal(expected.Length, reader.ReadSelected(selection, chosen));
        Assert.Equal(expected.Select(i => values[i]), chosen);

        static bool IsWithin(T value, T low, T high) => value is not double.NaN && value.CompareTo(low) >= 0 && value.CompareTo(high) <= 0;
    }
}
