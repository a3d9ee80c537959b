using Blittable.Collections;
using Blittable.Collections.Storage;
using Blittable.Layout;

namespace Blittable.Collections.Tests;

public sealed class FooterTests
{
    /// <summary>Uncompressed columns, 150,000 rows per stripe, 10,000 per chunk, order <c>$.a</c>, index <c>$.b</c>, one stripe of 300 rows.</summary>
    private static readonly byte[] s_whole =
    [
        (byte)'B', (byte)'L', (byte)'F', 4, // magic and version
        0x61, 0, 0, 0, // 97 bytes follow the checksum
        0, 0, 0, 0, // checksum, filled in below
        0xA8, 0x46, // the footer is at 9,000
        7, // commit
        0, // tokens
        0, 0, 0, 0, 0, 0, 0, // no parent: offset, compression, length, checksum
        2, // layout: Columns
        0, // compression: none
        0xF0, 0x93, 0x09, // 150,000 rows per stripe
        0x90, 0x4E, // 10,000 rows per chunk
        3, (byte)'$', (byte)'.', (byte)'a', // order
        0, // no key
        1, 3, (byte)'$', (byte)'.', (byte)'b', // indexes
        0, // columns
        3, // the lineage has a parent, and the rows were renumbered
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, // id of the lineage
        21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, // id of its parent
        5, // commit of the parent
        0, // no stripes of the parent
        0, // no changed stripes of the parent
        0, // dictionaries
        1, // stripes
        0x80, 0x40, // first block at 8192
        0x64, 0, 0x32, 0x44, 0x33, 0x22, 0x11, // directory: 100 bytes after it, uncompressed, 50 bytes, checksum
        0xAC, 0x02, // rows
        0xD0, 0x0F, // bytes of the documents
        1, // rows without a document
        0, // no dictionary
        4, 2, // numbers 4 to 6
        3, // deleted rows
        0x80, 0x80, 0x01, 0, 40, 0x88, 0x77, 0x66, 0x55, // mask with one of them: at 16,384, uncompressed, 40 bytes, checksum
        2, 9, 4, // two more deleted rows: 9 and 13
    ];

    /// <summary>A footer that extends a parent of 300 bytes at 9,000 with a deleted row in the second stripe and a dictionary.</summary>
    private static readonly byte[] s_added =
    [
        (byte)'B', (byte)'L', (byte)'F', 4,
        0x2E, 0, 0, 0, // 46 bytes follow the checksum
        0, 0, 0, 0, // checksum, filled in below
        0x90, 0x4E, // the footer is at 10,000
        8, // commit
        1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, // one token
        0xA8, 0x46, 0, 0xAC, 0x02, 0xEF, 0xBE, 0xAD, 0xDE, // parent: at 9,000, uncompressed, 300 bytes, checksum
        2, // stripes of the parent
        1, // stripes with deleted rows
        1, 0, 1, 5, // the second stripe: one row deleted in addition, row 5
        1, // dictionaries
        0x80, 0x40, 0, 9, 1, 0, 0, 0, 0x64, // at 8192, uncompressed, 9 bytes, checksum; trained on 100 documents
        0, // stripes
    ];

    [Fact]
    public void A_footer_with_the_whole_state_has_the_documented_layout()
    {
        var directory = new BlockReference(8292, 50, 50, BlockCompression.None, 0x11223344);
        var mask = new BlockReference(16384, 40, 40, BlockCompression.None, 0x55667788);
        var footer = new Footer
        {
            Sequence = 7,
            Options = new CollectionOptions { OrderBy = "$.a", Indexes = ["$.b"] },
            Lineage = new Lineage(IdFrom(1)) { Parent = IdFrom(21), ParentCommit = 5, IsRenumbered = true },
            Stripes = [new StripeReference(8192, directory, 300, 2000, 1, 0, new DeletedRows(3, mask, [9, 13])) { Numbers = new StripeNumbers(4, 6) }],
        };

        Assert.Equal(Signed(s_whole), footer.ToArray(9000));
        var read = Footer.Read(Signed(s_whole), 9000);
        var stripe = Assert.Single(read.Stripes);
        Assert.Equal(footer.Stripes[0] with { Deleted = stripe.Deleted }, stripe);
        Assert.Equal((3, mask), (stripe.Deleted.Count, stripe.Deleted.Mask));
        Assert.Equal([9, 13], stripe.Deleted.Rows.ToArray());
        Assert.Equal(footer.Lineage, read.Lineage);
        Assert.Equal("$.a", read.Options!.OrderBy);
        Assert.Null(read.Options.Key);
        Assert.Equal(["$.b"], read.Options.Indexes);
    }

    [Fact]
    public void A_footer_that_extends_its_parent_has_the_documented_layout()
    {
        var footer = new Footer
        {
            Sequence = 8,
            Tokens = [new Guid([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])],
            Parent = new BlockReference(9000, 300, 300, BlockCompression.None, 0xDEADBEEF),
            KeptStripes = 2,
            Changes = [new StripeChange(1, [5], null)],
            Dictionaries = [new DictionaryReference(new BlockReference(8192, 9, 9, BlockCompression.None, 1), 100)],
        };

        Assert.Equal(Signed(s_added), footer.ToArray(10_000));
        var read = Footer.Read(Signed(s_added), 10_000);
        Assert.Equal(footer.Tokens, read.Tokens);
        Assert.Equal((8, footer.Parent, 2), (read.Sequence, read.Parent, read.KeptStripes));
        Assert.Equal(footer.Dictionaries, read.Dictionaries);
        Assert.Equal([5], Assert.Single(read.Changes).Added!);
    }

    [Fact]
    public void A_truncated_extended_or_altered_footer_is_rejected()
    {
        foreach (var (bytes, offset) in ((byte[], long)[])[(Signed(s_whole), 9000), (Signed(s_added), 10_000)])
        {
            _ = Footer.Read(bytes, offset);
            Assert.Throws<BlittableException>(() => Footer.Read(bytes, offset + 1));
            for (var length = 0; length < bytes.Length; length++)
            {
                Assert.Throws<BlittableException>(() => Footer.Read(bytes.AsMemory(0, length), offset));
                bytes[length] ^= 4;
                Assert.Throws<BlittableException>(() => Footer.Read(bytes, offset));
                bytes[length] ^= 4;
            }

            Assert.Throws<BlittableException>(() => Footer.Read((byte[])[.. bytes, 0], offset));
        }
    }

    private static Guid IdFrom(byte first) => new([.. Enumerable.Range(first, 16).Select(value => (byte)value)]);

    private static byte[] Signed(byte[] footer)
    {
        var signed = footer.ToArray();
        BitConverter.TryWriteBytes(signed.AsSpan(8), Crc32C.Compute(signed.AsSpan(SealedRecord.HeaderSize)));
        return signed;
    }
}
