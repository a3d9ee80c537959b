using System.Text;
using Blittable.Collections;

namespace Blittable.Collections.Tests;

/// <summary>Tests that damage of an old stripe does not prevent commits, which would merge or rewrite the stripe.</summary>
public sealed class DamagedStripeTests
{
    [Theory]
    [InlineData(CollectionLayout.Rows, 1)]
    [InlineData(CollectionLayout.Columns, 1)]
    [InlineData(CollectionLayout.Columns, 10)]
    public void A_damaged_stripe_is_not_merged_and_commits_continue(CollectionLayout layout, int documents)
    {
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = layout }, leaveOpen: true))
        {
            for (var commit = 0; commit < 3; commit++)
            {
                Commit(writer, commit * documents, documents);
            }
        }

        Damage(stream, stripe: 1);
        for (var writers = 0; writers < 3; writers++)
        {
            using var writer = CollectionWriter.Append(stream, leaveOpen: true);
            for (var commit = 0; commit < 40; commit++)
            {
                Commit(writer, 1000 + (((40 * writers) + commit) * documents), documents);
            }
        }

        using var reader = CollectionReader.Open(stream);
        Assert.Equal(123 * documents, reader.Count);
        Assert.InRange(reader.GetStripes().Count, 3, 20);
        Assert.Throws<BlittableException>(() => reader.Validate());
        Assert.Equal(123 * documents, reader.GetStripes().Sum(stripe => (long)stripe.Rows));
        Assert.NotNull(reader.Get(0));
        Assert.Throws<BlittableException>(() => reader.Get(documents));
    }

    [Fact]
    public void A_damaged_stripe_whose_documents_are_mostly_deleted_is_not_rewritten()
    {
        var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small with { Layout = CollectionLayout.Rows }, leaveOpen: true))
        {
            Commit(writer, 0, 80);
        }

        Damage(stream, stripe: 0);
        using (var writer = CollectionWriter.Append(stream, leaveOpen: true))
        {
            for (var row = 0; row < 30; row++)
            {
                Assert.True(writer.DeleteRow(row));
            }

            Commit(writer, 100, 1);
            Commit(writer, 101, 1);
        }

        using var reader = CollectionReader.Open(stream);
        Assert.Equal(52, reader.Count);
        Assert.Throws<BlittableException>(() => reader.Validate());
    }

    /// <summary>A read that failed once is repeated by the next call.</summary>
    [Fact]
    public void A_stripe_can_be_read_after_a_temporary_failure()
    {
        using var stream = new FailingStream();
        CollectionFile.Write(["1", "2", "3"]).WriteTo(stream);
        using var reader = CollectionReader.Open(stream);
        stream.IsFailing = true;
        Assert.Throws<IOException>(() => reader.Get(1));
        stream.IsFailing = false;
        Assert.Equal("2", reader.Get(1).Root.ToJson());
    }

    private static void Commit(CollectionWriter writer, int first, int count)
    {
        for (var id = first; id < first + count; id++)
        {
            writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{id}},"name":"name {{id}}"}"""));
        }

        writer.Commit();
    }

    /// <summary>Damages all blocks of documents and columns of a stripe, but not its directory.</summary>
    private static void Damage(MemoryStream stream, int stripe)
    {
        using var reader = CollectionReader.Open(stream, leaveOpen: true);
        reader.Snapshot.Stripes[stripe].Directory.ForEachBlock((block, _, _) =>
        {
            if (block.Exists)
            {
                stream.GetBuffer()[block.Offset + (block.StoredLength / 2)] ^= 0x20;
            }
        });
    }

    private sealed class FailingStream : MemoryStream
    {
        public bool IsFailing { get; set; }

        // The base class reads with the other overload.
        public override int Read(Span<byte> buffer)
        {
            var bytes = new byte[buffer.Length];
            var read = Read(bytes, 0, bytes.Length);
            bytes.AsSpan(0, read).CopyTo(buffer);
            return read;
        }

        public override int Read(byte[] buffer, int offset, int count) =>
            IsFailing ? throw new IOException("The device reported an error.") : base.Read(buffer, offset, count);
    }
}
