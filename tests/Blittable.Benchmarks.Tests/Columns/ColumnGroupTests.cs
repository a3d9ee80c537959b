using System.Buffers;
using Blittable.Benchmarks.Columns;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Benchmarks.Tests.Columns;

public sealed class ColumnGroupTests
{
    private const int Rows = 5_000;

    private readonly long[] _times = [.. Enumerable.Range(0, Rows).Select(i => 1000L + (10 * i))];
    private readonly double[] _values = [.. Enumerable.Range(0, Rows).Select(i => Math.Sin(i))];
    private readonly ulong[] _validity =
        [.. Enumerable.Range(0, MaskKernel.Words(Rows)).Select(i => 0xFFFF_0FFF_FFFF_FFFEUL >> (i == MaskKernel.Words(Rows) - 1 ? 56 : 0))];
    private readonly string?[] _tags = [.. Enumerable.Range(0, Rows).Select(i => i % 1000 == 7 ? null : $"tag {i / 300}")];

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void A_group_round_trips(int workers)
    {
        var batches = Batches();
        var reader = new ColumnGroupReader(workers);
        var group = Write(workers);
        Assert.Equal(group.Length, reader.Open(group.Concat(new byte[9]).ToArray()));

        Assert.Equal(Rows, reader.Read(batches));
        Assert.Equal(_times, ((ColumnBatch<long>)batches[0]!).Values.ToArray());
        var values = (ColumnBatch<double>)batches[1]!;
        Assert.Equal(_validity, values.Validity.ToArray());
        Assert.Equal(_values.Select((v, i) => MaskKernel.IsSet(_validity, i) ? v : 0), values.Values.ToArray());
        var tags = ((StringColumnBatch)batches[2]!).Rows;
        Assert.Equal(_tags, Enumerable.Range(0, Rows).Select(tags.GetString));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void A_time_range_returns_its_rows_of_every_column(int workers)
    {
        var batches = Batches();
        var reader = new ColumnGroupReader(workers);
        reader.Open(Write(workers));
        foreach (var (low, high) in new[] { (1000L, 60_000L), (1005, 1015), (20_000, 30_005), (0, 999), (50_990, 50_990), (60_000, 90_000) })
        {
            var rows = Enumerable.Range(0, Rows).Where(i => _times[i] >= low && _times[i] <= high).ToArray();

            Assert.Equal(rows.Length, reader.ReadWhere(batches, 0, low, high));
            if (rows.Length > 0)
            {
                var values = (ColumnBatch<double>)batches[1]!;
                Assert.Equal(rows.Select(i => _times[i]), ((ColumnBatch<long>)batches[0]!).Values.ToArray());
                Assert.Equal(rows.Select(i => MaskKernel.IsSet(_validity, i) ? _values[i] : 0), values.Values.ToArray());
                Assert.Equal(
                    rows.Select(i => MaskKernel.IsSet(_validity, i)),
                    Enumerable.Range(0, rows.Length).Select(i => MaskKernel.IsSet(values.Validity, i)));
                var tags = ((StringColumnBatch)batches[2]!).Rows;
                Assert.Equal(rows.Select(i => _tags[i]), Enumerable.Range(0, rows.Length).Select(tags.GetString));
            }
        }
    }

    [Fact]
    public void A_column_without_a_batch_is_not_read()
    {
        var batches = Batches();
        batches[1] = null;
        var reader = new ColumnGroupReader();
        reader.Open(Write(1));

        Assert.Equal(2, reader.ReadWhere(batches, 0, 1000L, 1010L));
        Assert.Equal([1000L, 1010], ((ColumnBatch<long>)batches[0]!).Values.ToArray());
    }

    [Fact]
    public void An_empty_group_clears_the_batches()
    {
        var batches = Batches();
        var reader = new ColumnGroupReader();
        reader.Open(Write(1));
        reader.Read(batches);
        var output = new ArrayBufferWriter<byte>();
        new ColumnGroupWriter().Encode([new ColumnBatch<long>(), new ColumnBatch<double>(), new StringColumnBatch()], output);

        reader.Open(output.WrittenMemory);
        Assert.Equal(0, reader.Read(batches));
        Assert.All(batches, batch => Assert.Equal(0, batch!.Count));
        Assert.True(((ColumnBatch<long>)batches[0]!).Values.IsEmpty);
    }

    [Fact]
    public void Batches_read_from_a_group_can_be_written_again()
    {
        var plain = new ColumnOptions { Encoding = ColumnEncoding.Plain };
        var reader = new ColumnGroupReader();
        reader.Open(Write(1, plain));
        ColumnBatch?[] batches = [new ColumnBatch<long>(plain), new ColumnBatch<double>(), new StringColumnBatch()];
        reader.Read(batches);
        var output = new ArrayBufferWriter<byte>();
        new ColumnGroupWriter().Encode(batches!, output);
        var again = Batches();
        reader.Open(output.WrittenMemory);

        Assert.Equal(Rows, reader.Read(again));
        Assert.Equal(_times, ((ColumnBatch<long>)again[0]!).Values.ToArray());
        Assert.Equal(_validity, ((ColumnBatch<double>)again[1]!).Validity.ToArray());
        var tags = ((StringColumnBatch)again[2]!).Rows;
        Assert.Equal(_tags, Enumerable.Range(0, Rows).Select(tags.GetString));
    }

    [Fact]
    public void A_reader_has_no_group_after_opening_fails()
    {
        var reader = new ColumnGroupReader();
        var group = Write(1);
        reader.Open(group);
        group[20] ^= 1;

        Assert.Throws<BlittableException>(() => reader.Open(group));
        Assert.Equal((0, 0), (reader.Rows, reader.Columns));
    }

    [Fact]
    public void Columns_of_different_lengths_are_rejected()
    {
        var one = new ColumnBatch<long>();
        var two = new ColumnBatch<long>();
        one.Set(new long[3]);
        two.Set(new long[4]);

        Assert.Throws<ArgumentException>(() => new ColumnGroupWriter().Encode([one, two]));
        Assert.Throws<ArgumentException>(() => new ColumnGroupWriter().Encode([]));
    }

    [Fact]
    public void Serial_and_parallel_readers_reject_an_altered_group()
    {
        var group = Write(1);
        foreach (var workers in new[] { 1, 2 })
        {
            var reader = new ColumnGroupReader(workers);
            for (var at = 0; at < group.Length; at += 1 + (at / 50))
            {
                var damaged = (byte[])group.Clone();
                damaged[at] ^= 0x40;
                Assert.Throws<BlittableException>(() =>
                {
                    reader.Open(damaged);
                    reader.Read(Batches());
                });
            }

            Assert.Throws<BlittableException>(() => reader.Open(group.AsMemory(0, group.Length - 1)));
            Assert.Throws<BlittableException>(() => reader.Open(group.AsMemory(0, 5)));
        }
    }

    [Fact]
    public void A_filter_rejects_altered_bounds()
    {
        var reader = new ColumnGroupReader();
        ColumnBatch[] columns = [new ColumnBatch<long>(), new ColumnBatch<decimal>()];
        ((ColumnBatch<long>)columns[0]).Set(_times);
        ((ColumnBatch<decimal>)columns[1]).Set(Array.ConvertAll(_times, time => time / 100m), _validity);
        var output = new ArrayBufferWriter<byte>();
        new ColumnGroupWriter().Encode(columns, output);
        var group = output.WrittenSpan.ToArray();
        reader.Open(group);
        var scale = ColumnHeader.Size + ColumnSummary.Size + (_validity.Length * sizeof(ulong));
        Check(0, ColumnHeader.Size + ColumnSummary.Size, () => reader.ReadWhere(columns, 0, -9L, -1L));
        Check(1, ColumnHeader.Size + ColumnSummary.Size, () => reader.ReadWhere(columns, 1, -9m, -1m));
        Check(1, scale + ColumnScale.Size, () => reader.ReadWhere(columns, 1, -9m, -1m), from: scale);

        void Check(int column, int end, Func<int> read, int from = 0)
        {
            Assert.Equal(0, read());
            var start = group.AsSpan().IndexOf(reader.Chunk(column));
            for (var at = from; at < end; at++)
            {
                group[start + at] ^= 0x10;
                Assert.Throws<BlittableException>(() => read());
                group[start + at] ^= 0x10;
            }
        }
    }

    [Fact]
    public void A_group_has_the_documented_layout()
    {
        var column = new ColumnBatch<int>(new ColumnOptions { Encoding = ColumnEncoding.Plain, Statistics = false, Checksum = false });
        column.Set(new[] { 1, -1 });
        var output = new ArrayBufferWriter<byte>();
        new ColumnGroupWriter().Encode([column], output);

        var bytes = Convert.ToHexString(output.WrittenSpan);
        Assert.Equal(
            "34000000" + "02000000" + "01000000", // 52 bytes, 2 rows, 1 column
            bytes[..24]);
        Assert.Equal(
            "1C000000", // a chunk of 28 bytes
            bytes[32..40]);
        Assert.Equal(
            "01" + "01" + "01" + "00" + // version 1, Int32, Plain, no flags
            "02000000" + "00000000" + "1C000000" + "00000000" + // 2 rows, no nulls, 28 bytes, no checksum
            "01000000" + "FFFFFFFF", // the values
            bytes[48..]);
        Assert.Equal(BitConverter.ToUInt32(output.WrittenSpan[12..]), Crc32C.Compute([.. output.WrittenSpan[..12], .. output.WrittenSpan[16..24]]));
        Assert.Equal(BitConverter.ToUInt32(output.WrittenSpan[20..]), Crc32C.Compute(output.WrittenSpan[24..44]));
    }

    private byte[] Write(int workers, ColumnOptions? ofTimes = null)
    {
        var times = new ColumnBatch<long>(ofTimes);
        var values = new ColumnBatch<double>();
        var tags = new StringColumnBatch();
        times.Set(_times);
        values.Set(_values, _validity);
        tags.Set(_tags);
        var output = new ArrayBufferWriter<byte>();
        new ColumnGroupWriter(workers).Encode([times, values, tags], output);
        return output.WrittenSpan.ToArray();
    }

    private static ColumnBatch?[] Batches() => [new ColumnBatch<long>(), new ColumnBatch<double>(), new StringColumnBatch()];
}
