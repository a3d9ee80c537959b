using System.Buffers;
using System.Text;
using Blittable.Columns;

namespace Blittable.Collections.Tests.Columns;

[Trait(Category.Name, Category.Vector)]
public sealed class StringColumnTests
{
    public static TheoryData<ColumnEncoding> Encodings =>
        [ColumnEncoding.Auto, ColumnEncoding.Plain, ColumnEncoding.Dictionary, ColumnEncoding.RunLength, ColumnEncoding.Alphabet, ColumnEncoding.Gorilla];

    [Theory]
    [MemberData(nameof(Encodings))]
    public void Strings_round_trip_by_batch_and_by_row(ColumnEncoding encoding)
    {
        var writer = new StringColumnWriter(new ColumnOptions { Encoding = encoding });
        foreach (var values in Shapes())
        {
            writer.WriteBatch(values.AsSpan(0, values.Length / 3));
            writer.WriteBatch(values.AsSpan(values.Length / 3));
            var byReference = writer.Finish().ToArray();
            Check(byReference, values);

            var (utf8, ends, isNull) = Flatten(values);
            writer.WriteBatch(utf8, ends, isNull);
            Assert.Equal(byReference, writer.Finish().ToArray());
        }
    }

    [Fact]
    public void Chunks_are_appended_to_an_output_and_a_reader_reports_its_position()
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new StringColumnWriter();
        writer.WriteBatch(["a", "b", "c"]);
        writer.Finish(output);
        var first = output.WrittenCount;
        writer.WriteBatch(["d"]);
        writer.Finish(output);

        var reader = new StringColumnReader(output.WrittenSpan[..first]);
        Assert.Equal((3, 0), (reader.Rows, reader.Position));
        Assert.Equal(3, reader.ReadBatch(new StringBatch()));
        Assert.Equal(3, reader.Position);
        Assert.Equal(1, new StringColumnReader(output.WrittenSpan[first..]).Rows);
    }

    [Fact]
    public void The_smallest_encoding_is_chosen()
    {
        Assert.Equal(ColumnEncoding.RunLength, Pick(i => $"device_{i / 100}"));
        Assert.Equal(ColumnEncoding.Dictionary, Pick(i => $"country {i * 7919 % 10}"));
        Assert.Equal(ColumnEncoding.Alphabet, Pick(i => $"{(ulong)i * 0x9E3779B97F4A7C15:x16}"));
        Assert.Equal(ColumnEncoding.Plain, Pick(i => $"{i} é ü Ωλ {i * 31}"));

        static ColumnEncoding Pick(Func<int, string> make)
        {
            var writer = new StringColumnWriter();
            writer.WriteBatch(Enumerable.Range(0, 2000).Select(make).ToArray());
            return new StringColumnReader(writer.Finish().Span).Encoding;
        }
    }

    [Fact]
    public void A_hexadecimal_digest_takes_half_a_byte_per_character()
    {
        var writer = new StringColumnWriter();
        writer.WriteBatch(Enumerable.Range(0, 10_000).Select(i => $"{(ulong)i * 0x9E3779B97F4A7C15:x16}{(ulong)i * 0xC2B2AE3D27D4EB4F:x16}").ToArray());

        Assert.InRange(writer.Finish().Length, 160_000, 160_300);
    }

    [Fact]
    public void Dictionary_entries_are_distinct_and_sorted_and_referenced_by_codes()
    {
        var writer = new StringColumnWriter(new ColumnOptions { Encoding = ColumnEncoding.Dictionary });
        writer.WriteBatch(["b", "a", null, "c", "a", "b"]);
        var reader = new StringColumnReader(writer.Finish().Span);
        var batch = new StringBatch();
        reader.ReadBatch(batch);

        Assert.Equal([1, 0, StringBatch.NullCode, 2, 0, 1], batch.Codes.ToArray());
        Assert.Equal(["a", "b", "c"], Enumerable.Range(0, batch.EntryCount).Select(i => Encoding.UTF8.GetString(batch.Entry(i))));
    }

    [Fact]
    public void Bounds_are_the_least_and_greatest_string_truncated_to_32_bytes()
    {
        var longest = new string('z', 40);
        var writer = new StringColumnWriter();
        writer.WriteBatch(["m", longest, "a", "zz"]);
        var reader = new StringColumnReader(writer.Finish().Span);

        Assert.True(reader.TryGetBounds(out var least, out var greatest, out var isCut));
        Assert.Equal("a", Encoding.UTF8.GetString(least));
        Assert.Equal(longest[..32], Encoding.UTF8.GetString(greatest));
        Assert.True(isCut);
    }

    [Fact]
    public void Damaged_chunks_are_rejected_or_return_other_strings()
    {
        var batch = new StringBatch();
        foreach (var encoding in new[] { ColumnEncoding.Plain, ColumnEncoding.Dictionary, ColumnEncoding.RunLength, ColumnEncoding.Alphabet })
        {
            var writer = new StringColumnWriter(new ColumnOptions { Encoding = encoding, Checksum = false });
            writer.WriteBatch(Enumerable.Range(0, 300).Select(i => i % 7 == 0 ? null : $"{i / 3 % 40}").ToArray());
            DamagedChunks.Check(writer.Finish().ToArray(), bytes =>
            {
                var reader = new StringColumnReader(bytes);
                reader.TryGet(Math.Min(reader.Rows, 299) / 2, default, out _);
                reader.Gather([0, Math.Min(reader.Rows, 299) / 2, Math.Min(reader.Rows, 299) / 2 + 1], batch);
                reader.ReadBatch(batch, 1000);
                for (var row = 0; row < batch.Count; row++)
                {
                    _ = batch[row].Length;
                }
            });
        }
    }

    [Fact]
    public void Invalid_string_ends_are_rejected()
    {
        var writer = new StringColumnWriter();
        Assert.Throws<ArgumentException>(() => writer.WriteBatch("abc"u8, [2, 1]));
        Assert.Throws<ArgumentException>(() => writer.WriteBatch("abc"u8, [4]));
        Assert.Throws<ArgumentException>(() => writer.WriteBatch("abc"u8, [3], [false, true]));
    }

    private static void Check(byte[] chunk, string?[] values)
    {
        var reader = new StringColumnReader(chunk);
        Assert.Equal(values.Length, reader.Rows);
        Assert.Equal(values.Count(v => v is null), reader.NullCount);
        var batch = new StringBatch();
        for (var start = 0; start < values.Length; start += 29)
        {
            var read = reader.ReadBatch(batch, 100);
            Assert.Equal(values.AsSpan(start, read).ToArray(), Enumerable.Range(0, read).Select(batch.GetString));
            start += read;
            reader.Skip(29);
        }

        Span<byte> scratch = stackalloc byte[16];
        for (var row = 0; row < values.Length; row += 1 + (values.Length / 60))
        {
            Assert.Equal(values[row] is not null, reader.TryGet(row, scratch, out var bytes));
            Assert.Equal(values[row] ?? "", Encoding.UTF8.GetString(bytes));
        }

        // Neighbouring and distant rows, few (entries are looked up one by one) and many (all are read), and rows in random order.
        var random = new Random(values.Length);
        int[] few = [.. Enumerable.Range(0, values.Length).Where(row => row % 300 is 0 or 1 or 128)];
        int[] mixed = [.. Enumerable.Range(0, values.Length == 0 ? 0 : 700).Select(_ => random.Next(values.Length))];
        foreach (var rows in (int[][])[[], few, [.. few, .. few], mixed])
        {
            reader.Gather(rows, batch);
            Assert.Equal(rows.Select(row => values[row]), Enumerable.Range(0, batch.Count).Select(batch.GetString));
        }
    }

    private static (byte[] Utf8, int[] Ends, bool[] IsNull) Flatten(string?[] values)
    {
        var utf8 = new List<byte>();
        var ends = new List<int>();
        foreach (var value in values)
        {
            utf8.AddRange(Encoding.UTF8.GetBytes(value ?? ""));
            ends.Add(utf8.Count);
        }

        return ([.. utf8], [.. ends], [.. values.Select(v => v is null)]);
    }

    private static IEnumerable<string?[]> Shapes()
    {
        foreach (var count in new[] { 0, 1, 127, 128, 129, 1000 })
        {
            var random = new Random(count);
            Func<int, string?>[] all =
            [
                _ => "same",
                _ => "",
                _ => null,
                i => $"device_{i / 100}",
                _ => $"{random.NextInt64():x16}",
                _ => random.Next(5) == 0 ? null : new string((char)('a' + random.Next(26)), random.Next(12)),
                i => $"Grüße {i}\0 日本 {random.Next()}",
            ];
            foreach (var make in all)
            {
                yield return Enumerable.Range(0, count).Select(make).ToArray();
            }
        }
    }
}
