using System.Text;
using Blittable.Collections;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Tests;

public sealed class CollectionCrashTests
{
    [Fact]
    public void A_crash_at_any_write_leaves_the_last_committed_state()
    {
        var committed = CollectionFile.Write(RandomDocuments.Make(1, 60)).ToArray();
        var before = CollectionFile.ReadAll(new MemoryStream(committed));
        var writes = Append(committed, long.MaxValue, out var complete);
        var after = CollectionFile.ReadAll(complete);
        Assert.Equal(before.Count + 30, after.Count);

        for (long limit = 0; limit < writes; limit += limit < writes - 150 ? 197 : 1)
        {
            Append(committed, limit, out var torn);

            var found = CollectionFile.ReadAll(torn);
            Assert.True(found.SequenceEqual(before) || (limit >= writes - Superblock.Size && found.SequenceEqual(after)), $"after {limit} of {writes} bytes");
        }
    }

    [Fact]
    public void A_file_truncated_in_its_last_commit_has_the_state_of_the_previous_commit()
    {
        var stream = CollectionFile.Write(RandomDocuments.Make(2, 20));
        var first = stream.Length;
        var before = CollectionFile.ReadAll(stream);
        using (var writer = CollectionWriter.Append(stream, leaveOpen: true))
        {
            writer.Add("{}"u8);
            writer.Commit();
        }

        var bytes = stream.ToArray();
        for (var length = first; length < bytes.Length; length++)
        {
            Assert.Equal(before, CollectionFile.ReadAll(new MemoryStream(bytes, 0, (int)length)));
        }
    }

    [Fact]
    public void A_file_truncated_in_its_only_commit_is_rejected_and_not_read_as_empty()
    {
        var bytes = CollectionFile.Write(RandomDocuments.Make(2, 20)).ToArray();
        for (var length = Superblock.DataStart; length < bytes.Length; length++)
        {
            var error = Assert.Throws<BlittableException>(() => CollectionReader.Open(new MemoryStream(bytes, 0, length)));

            Assert.Equal(BlittableErrorCode.InvalidData, error.Code);
            Assert.True(length < bytes.Length - 1 || error.Message.Contains("20 rows", StringComparison.Ordinal), error.Message);
        }
    }

    [Fact]
    public void Any_altered_byte_is_detected_or_harmless()
    {
        var documents = RandomDocuments.Make(3, 12);
        var bytes = CollectionFile.Write(documents).ToArray();
        var expected = documents.ConvertAll(CollectionFile.Minify);
        for (var position = 0; position < bytes.Length; position += IsBehindSuperblock(position) ? 61 : 1)
        {
            bytes[position] ^= 0x40;
            try
            {
                var found = CollectionFile.ReadAll(new MemoryStream(bytes));
                // If the last superblock is damaged, the one before it is read: the empty collection.
                Assert.True((found.Count == 0 && position < Superblock.DataStart) || found.SequenceEqual(expected), $"byte {position}");
            }
            catch (BlittableException exception)
            {
                Assert.True(exception.Code is BlittableErrorCode.InvalidData or BlittableErrorCode.UnsupportedVersion, $"byte {position}: {exception.Message}");
            }

            bytes[position] ^= 0x40;
        }

        // The unused rest of a superblock's slot. A few bytes of it are enough.
        static bool IsBehindSuperblock(int position) =>
            position is > Superblock.Size and < Superblock.PlaceSize
                or > Superblock.PlaceSize + Superblock.Size and < Superblock.DataStart - 8;
    }

    [Fact]
    public void The_error_for_a_damaged_chunk_names_the_chunk_and_its_offset()
    {
        var stream = CollectionFile.Write(Enumerable.Range(0, 30).Select(i => $"{{\"some\":{{\"value\":{i * i}}}}}"));
        Stripe stripe;
        using (var reader = CollectionReader.Open(stream, leaveOpen: true))
        {
            stripe = reader.Snapshot.Stripes[0];
        }

        var block = stripe.Directory.Nodes[2].Numbers!.Chunk(1).Block;
        stream.GetBuffer()[block.Offset + 25] ^= 1;

        var error = Assert.Throws<BlittableException>(() => CollectionFile.ReadAll(stream));
        Assert.Equal(BlittableErrorCode.InvalidData, error.Code);
        Assert.Equal(block.Offset, error.Offset);
        Assert.Contains("Number of $.some.value, chunk group 1", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    [InlineData(9000)]
    public void A_stream_that_is_not_a_collection_is_rejected(int length)
    {
        var error = Assert.Throws<BlittableException>(() => CollectionReader.Open(new MemoryStream(new byte[length])));

        Assert.Equal(BlittableErrorCode.InvalidData, error.Code);
    }

    [Fact]
    public void A_writer_cannot_be_used_after_a_failed_commit()
    {
        using var stream = new FaultyStream(CollectionFile.Write([]).ToArray(), 200);
        using var writer = CollectionWriter.Append(stream);
        writer.Add(Encoding.UTF8.GetBytes($"\"{new string('x', 5000)}\""));

        Assert.False(Assert.Throws<CollectionCommitException>(writer.Commit).MayBeVisible);
        Assert.Equal(BlittableErrorCode.InvalidOperation, Assert.Throws<BlittableException>(() => writer.Add("1"u8)).Code);
    }

    /// <summary>Appends to a copy of a collection and simulates a power failure after a number of bytes.</summary>
    /// <returns>The number of bytes written.</returns>
    private static long Append(byte[] committed, long limit, out Stream file)
    {
        var stream = new FaultyStream(committed, limit);
        try
        {
            using var writer = CollectionWriter.Append(stream, leaveOpen: true);
            foreach (var document in RandomDocuments.Make(9, 30))
            {
                writer.Add(Encoding.UTF8.GetBytes(document));
            }

            writer.Commit();
        }
        catch (IOException)
        {
            // The power failed.
        }

        file = stream;
        return stream.Written;
    }

    /// <summary>Accepts a number of bytes. The write that exceeds it is torn, and later writes fail.</summary>
    private sealed class FaultyStream : MemoryStream
    {
        private readonly long _limit;

        public FaultyStream(byte[] content, long limit)
        {
            base.Write(content, 0, content.Length);
            _limit = limit;
        }

        public long Written { get; private set; }

        public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

        public override void Write(ReadOnlySpan<byte> buffer)
        {
            var room = (int)Math.Min(buffer.Length, _limit - Written);
            base.Write(buffer[..room].ToArray(), 0, room);
            Written += room;
            if (room < buffer.Length)
            {
                throw new IOException("The power is off.");
            }
        }
    }
}
