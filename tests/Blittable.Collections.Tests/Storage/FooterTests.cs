using Blittable.Collections;

namespace Blittable.Collections.Tests;

public sealed class FooterTests
{
    /// <summary>Columns without compression, 150,000 and 10,000 rows, ordered by <c>$.a</c>, with an index on <c>$.b</c>, and one stripe of 3 rows.</summary>
    private static readonly byte[] s_golden =
    [
        1, // version
        2, // layout: Columns
        0, // compression: none
        0xF0, 0x93, 0x09, // 150,000 rows a stripe
        0x90, 0x4E, // 10,000 rows a chunk
        3, (byte)'$', (byte)'.', (byte)'a', // order
        0, // no key
        1, 3, (byte)'$', (byte)'.', (byte)'b', // indexes
        0, // columns
        0, 0, 0, 0, 0, 0, 0, // no dictionary: offset, compression, length, checksum
        1, // stripes
        0x80, 0x40, // first block at 8192
        0x64, 0, 0x32, 0x44, 0x33, 0x22, 0x11, // directory: 100 bytes behind it, uncompressed, 50 bytes, checksum
        3, // rows
        1, // deleted
        0x80, 0x80, 0x01, 0, 8, 0x88, 0x77, 0x66, 0x55, // mask: at 16384, uncompressed, 8 bytes, checksum
    ];

    [Fact]
    public void The_layout_is_as_documented()
    {
        var options = new CollectionOptions { OrderBy = "$.a", Indexes = ["$.b"] };
        var directory = new BlockReference(8292, 50, 50, BlockCompression.None, 0x11223344);
        var mask = new BlockReference(16384, 8, 8, BlockCompression.None, 0x55667788);
        var stripe = new StripeReference(8192, directory, 3, 1, mask);
        var output = new DirectoryBuffer();

        new Footer(options, default, [stripe]).Write(output);

        Assert.Equal(s_golden, output.Written.ToArray());
        var read = Footer.Read(s_golden);
        Assert.Equal(stripe, Assert.Single(read.Stripes));
        Assert.Equal("$.a", read.Options.OrderBy);
        Assert.Null(read.Options.Key);
        Assert.Equal(["$.b"], read.Options.Indexes);
    }

    [Fact]
    public void A_footer_that_is_cut_off_or_goes_on_is_refused()
    {
        for (var length = 0; length < s_golden.Length; length++)
        {
            Assert.Throws<BlittableException>(() => Footer.Read(s_golden.AsMemory(0, length)));
        }

        Assert.Throws<BlittableException>(() => Footer.Read((byte[])[.. s_golden, 0]));
    }
}
