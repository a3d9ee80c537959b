using System.Text;
using Blittable.Columns;
using Blittable.Text;

namespace Blittable.Collections.Tests.Columns;

[Trait(Category.Name, Category.Vector)]
public class StringBatchTests
{
    private const byte Escape = SymbolTableView.Escape;

    private static readonly SymbolTable s_table = SymbolTable.Train(
        Enumerable.Range(0, 2000).Select(i => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes($"/page/{i * 7919 % 5000}?from=mail")));

    /// <summary>Short entries are decompressed together in pieces, long entries one by one.</summary>
    [Theory]
    [InlineData(1, 0)]
    [InlineData(3, 8)]
    [InlineData(9000, 12)]
    [InlineData(500, 200)]
    public void Compressed_entries_decompress_to_the_original_strings(int entries, int longest)
    {
        var random = new Random(entries);
        var texts = Enumerable.Range(0, entries).Select(i => random.Next(5) switch
        {
            0 => Encoding.UTF8.GetBytes($"/page/{i}"),
            1 => [],
            2 => Bytes(random, random.Next(longest + 1)),
            _ => Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("/page/1?from=mail", 1 + (longest / 40)))),
        }).ToArray();
        var batch = Batch(Array.ConvertAll(texts, Compress));

        batch.Decompress(s_table);

        Assert.Equal(texts, Enumerable.Range(0, entries).Select(row => batch[row].ToArray()));
    }

    [Fact]
    public void Unknown_codes_and_incomplete_escapes_are_rejected()
    {
        var unknown = (byte)s_table.Count;
        byte[][][] damaged =
        [
            [[Escape]], [[0, Escape], [0]], [[0], [Escape], [1, 2, 3]], [[unknown]], [[0, 0, 0, 0, 0, unknown, 0]], [[0], [0, 1, 2, 3, Escape]],
        ];
        foreach (var entries in damaged)
        {
            Assert.Equal(BlittableErrorCode.InvalidData, Assert.Throws<BlittableException>(() => Batch(entries).Decompress(s_table)).Code);
        }
    }

    [Fact]
    public void Any_byte_can_be_escaped_and_an_escape_can_cross_a_piece_boundary()
    {
        // Escapes at all positions around the end of the first piece of 4,096 codes.
        for (var before = 4090; before < 4100; before++)
        {
            byte[][] entries = [.. Enumerable.Repeat<byte[]>([0], before), [Escape, Escape], [Escape, 0, Escape, 1], [0]];
            var batch = Batch(entries);

            batch.Decompress(s_table);

            Assert.Equal([Escape], batch[before].ToArray());
            Assert.Equal([0, 1], batch[before + 1].ToArray());
            Assert.Equal(batch[0].ToArray(), batch[before + 2].ToArray());
        }
    }

    private static byte[] Bytes(Random random, int length)
    {
        var bytes = new byte[length];
        random.NextBytes(bytes);
        return bytes;
    }

    private static byte[] Compress(byte[] text)
    {
        var codes = new byte[SymbolTable.MaxCompressedLength(text.Length)];
        return codes[..s_table.Compress(text, codes)];
    }

    /// <summary>Returns a batch with these entries, one per row.</summary>
    private static StringBatch Batch(byte[][] entries)
    {
        var ends = new int[entries.Length];
        for (var i = 0; i < ends.Length; i++)
        {
            ends[i] = entries[i].Length + (i == 0 ? 0 : ends[i - 1]);
        }

        var writer = new StringColumnWriter(new ColumnOptions { Encoding = ColumnEncoding.Plain });
        writer.WriteBatch(entries.SelectMany(entry => entry).ToArray(), ends);
        var batch = new StringBatch();
        new StringColumnReader(writer.Finish().Span).ReadBatch(batch);
        return batch;
    }

    /// <summary>The strings of the chunk before would be returned for the codes of the damaged one.</summary>
    [Fact]
    public void A_batch_is_empty_after_its_read_has_failed_and_the_next_read_fails_again()
    {
        var failures = 0;
        foreach (var texts in (string?[][])[["a", "b", null, "a", "b"], [.. Enumerable.Range(0, 40).Select(i => $"a text {i}")], ["0123", "4567", "89ab", null]])
        {
            var chunk = Chunk(texts);
            for (var at = 0; at < chunk.Length; at++)
            {
                if (at is >= 4 and < 8)
                {
                    // A declared row count may be anything up to the limit, which costs time.
                    continue;
                }

                var damaged = (byte[])chunk.Clone();
                damaged[at] ^= 0x55;
                var batch = new StringBatch();
                Assert.Equal(2, new StringColumnReader(Chunk(["first", "second"])).ReadBatch(batch));
                failures += FailsTwice(damaged, batch) ? 1 : 0;
            }
        }

        Assert.InRange(failures, 10, 1000);

        static byte[] Chunk(string?[] texts)
        {
            var writer = new StringColumnWriter();
            writer.WriteBatch(texts);
            return writer.Finish().ToArray();
        }

        static bool FailsTwice(byte[] chunk, StringBatch batch)
        {
            StringColumnReader reader;
            try
            {
                reader = new StringColumnReader(chunk, verify: false);
                reader.ReadBatch(batch);
                return false;
            }
            catch (BlittableException) when (batch.Count == 2)
            {
                // The reader was not created.
                return false;
            }
            catch (BlittableException)
            {
                Assert.Equal((0, 0), (batch.Count, batch.EntryCount));
            }

            reader = new StringColumnReader(chunk, verify: false);
            for (var attempt = 0; attempt < 2; attempt++)
            {
                var hasFailed = false;
                try
                {
                    reader.ReadBatch(batch);
                }
                catch (BlittableException)
                {
                    hasFailed = true;
                }

                Assert.True(hasFailed);
                Assert.Equal((0, 0), (batch.Count, reader.Position));
            }

            return true;
        }
    }
}
