using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Collections.Tests;

public sealed class SuperblockTests
{
    /// <summary>Commit 5: a footer of 300 bytes at 10,000, 7 rows, 6 of them with documents, committed up to 10,300.</summary>
    private static readonly byte[] s_golden =
    [
        0x89, 0x42, 0x4C, 0x54, 0x43, 0x0D, 0x0A, 0x1A, // magic
        4, 0, 0, 0, // version
        0, 0, 0, 0, // required features
        5, 0, 0, 0, 0, 0, 0, 0, // sequence
        0x10, 0x27, 0, 0, 0, 0, 0, 0, // offset of the footer
        0x2C, 1, 0, 0, // length of the footer
        0xEF, 0xBE, 0xAD, 0xDE, // checksum of the footer
        7, 0, 0, 0, 0, 0, 0, 0, // rows
        0x3C, 0x28, 0, 0, 0, 0, 0, 0, // end of the committed bytes
        6, 0, 0, 0, 0, 0, 0, 0, // documents
        0, 0, 0, 0, // 1 if the commit was not flushed
        0, 0, 0, 0, // checksum of the bytes before, filled in below
        0, 0, 0, 0, 0, 0, 0, 0, // offset of the first unflushed byte
        0, 0, 0, 0, // checksum of the unflushed bytes
        0, 0, 0, 0, // checksum of the two fields before
    ];

    private static readonly Superblock s_superblock = new(5, 10_000, 300, 0xDEADBEEF, 7, 10_300, 6);

    private static readonly Superblock s_unflushed = s_superblock with { Unflushed = 10_001, UnflushedChecksum = 0xFEEDFACE };

    [Fact]
    public void A_superblock_has_the_documented_layout()
    {
        var expected = s_golden.ToArray();
        BitConverter.TryWriteBytes(expected.AsSpan(68), global::Blittable.Layout.Crc32C.Compute(expected.AsSpan(0, 68)));
        var bytes = new byte[Superblock.FullSize];

        s_superblock.Write(bytes);

        Assert.Equal(expected, bytes);
        Assert.True(Superblock.TryRead(bytes, 10_300, out var read, out _));
        Assert.Equal(s_superblock, read);
    }

    [Fact]
    public void The_layout_of_an_unflushed_commit_is_as_documented()
    {
        var expected = s_golden.ToArray();
        expected[64] = 1;
        BitConverter.TryWriteBytes(expected.AsSpan(68), global::Blittable.Layout.Crc32C.Compute(expected.AsSpan(0, 68)));
        BitConverter.TryWriteBytes(expected.AsSpan(72), 10_001L);
        BitConverter.TryWriteBytes(expected.AsSpan(80), 0xFEEDFACEu);
        BitConverter.TryWriteBytes(expected.AsSpan(84), global::Blittable.Layout.Crc32C.Compute(expected.AsSpan(72, 12)));
        var bytes = new byte[Superblock.FullSize];

        s_unflushed.Write(bytes);

        Assert.Equal(expected, bytes);
        Assert.True(Superblock.TryRead(bytes, 10_300, out var read, out _));
        Assert.Equal(s_unflushed, read);
    }

    [Theory]
    [InlineData(false, Superblock.Size)]
    [InlineData(true, Superblock.FullSize)]
    public void Every_altered_byte_is_noticed(bool isUnflushed, int size)
    {
        var bytes = new byte[Superblock.FullSize];
        (isUnflushed ? s_unflushed : s_superblock).Write(bytes);
        for (var i = 0; i < size; i++)
        {
            bytes[i] ^= 1;
            Assert.False(Superblock.TryRead(bytes, 10_300, out _, out var fault));
            Assert.NotEmpty(fault);
            bytes[i] ^= 1;
        }
    }

    [Fact]
    public void A_superblock_with_a_footer_outside_the_file_is_invalid()
    {
        var bytes = new byte[Superblock.FullSize];
        s_superblock.Write(bytes);

        Assert.False(Superblock.TryRead(bytes, 10_299, out _, out var fault));
        Assert.Contains("300 bytes at byte 10000", fault, StringComparison.Ordinal);
    }
}
