using Blittable.Collections;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;
using Blittable.Layout;

namespace Blittable.Collections.Tests;

public sealed class StripeDirectoryTests
{
    /// <summary>The offset of the stripe, after the footer of the empty collection that every file starts with.</summary>
    private const int Origin = 8250;

    private readonly byte[] _file;
    private readonly StripeReference _stripe;
    private readonly byte[] _golden;

    /// <summary>
    /// 16 documents in two chunk groups, such as <c>{"a":1,"s":"x","t":[true]}</c>: <c>a</c> counts to 16, the fourth <c>s</c> is null, the
    /// last document also has <c>"r":{"y":1}</c>.
    /// </summary>
    public StripeDirectoryTests()
    {
        var options = new CollectionOptions { ChunkRows = 8, Indexes = ["$.a"] };
        var documents = Enumerable.Range(1, 16).Select(i =>
            $$"""{"a":{{i}},"s":{{(i == 4 ? "null" : "\"x\"")}},"t":[true]{{(i == 16 ? ",\"r\":{\"y\":1}" : "")}}}""");
        using var stream = CollectionFile.Write(documents, options);
        using var reader = CollectionReader.Open(stream, leaveOpen: true);
        _stripe = reader.Snapshot.State.Stripes[0];
        _file = stream.ToArray();
        _golden =
        [
            2, // version
            2, // layout: Columns
            0, 0, // the layout was given, not chosen by size
            16, // rows
            8, // rows per chunk group
            6, // paths

            // 0: $
            0, // flags: no columns
            0, // parent: none
            0, // name: empty
            2, 6, 6, // 2 bytes: all rows of both groups are objects

            // 1: $.a
            4, // flags: numbers
            0, // parent
            1, (byte)'a', // name
            45, // bytes that follow
            2, 2, // all rows of both groups are numbers
            1, // format: Int64
            8, // values
            8, // bytes of JSON: 1 2 3 4 5 6 7 8
            2, 16, // zigzag: minimum 1, maximum 8
            8, 0x0B, 0x20, 0x40, 0x01, 0x70, 0x00, 0x90, 0xA9, // membership filter of 8 bytes: two bits per value
            0, 0, 29, .. Checksum(0, 29), // block: at the origin, uncompressed, 29 bytes
            1, // the second group: Int64
            8, // values
            15, // bytes of JSON: 9 10 11 12 13 14 15 16
            18, 32, // zigzag: minimum 9, maximum 16
            8, 0x00, 0x22, 0x03, 0x90, 0x08, 0x0A, 0x64, 0x90, // membership filter
            0xAE, 1, 0, 29, .. Checksum(174, 29), // block: 174 after the origin, uncompressed, 29 bytes

            // 2: $.s
            8, // flags: strings
            0, // parent
            1, (byte)'s', // name
            58, // bytes that follow
            255, 29, 0, 37, .. Checksum(29, 37), // states differ: a block, because the fourth row is null
            3, // all rows of the second group are strings
            6, // format: String
            7, // values
            21, // bytes of JSON: "x" seven times
            1, (byte)'x', // minimum
            1, (byte)'x', // maximum
            0, // not truncated
            8, 0, 0, 0, 0, 0x08, 0x80, 0, 0, // membership filter
            66, 0, 44, .. Checksum(66, 44), // block
            6, 8, 24, // the second group: String, values, bytes of JSON
            1, (byte)'x', 1, (byte)'x', 0, // minimum, maximum, not truncated
            8, 0, 0, 0, 0, 0x08, 0x80, 0, 0, // membership filter
            0xCB, 1, 0, 36, .. Checksum(203, 36), // block

            // 3: $.t
            64, // flags: ends
            0, // parent
            1, (byte)'t', // name
            29, // bytes that follow
            7, 7, // all rows of both groups are arrays
            1, 8, 0, // Int64, values, no JSON
            2, 16, // zigzag: the first array ends at 1, the last at 8
            0, // no filter
            110, 0, 29, .. Checksum(110, 29), // block
            1, 8, 0, 2, 16, 0, // the second group likewise: elements are counted from 0 in each
            0xEF, 1, 0, 29, .. Checksum(239, 29), // block

            // 4: $.t[*]
            33, // flags: element, booleans; no name
            3, // parent
            30, // bytes that follow
            5, 5, // all elements of both groups are booleans
            5, 8, 32, // Boolean, values, bytes of JSON: true eight times
            2, 2, // zigzag: minimum and maximum true
            0, // no filter
            0x8B, 1, 0, 35, .. Checksum(139, 35), // block
            5, 8, 32, 2, 2, 0, // the second group
            0x8C, 2, 0, 35, .. Checksum(268, 35), // block

            // 5: $.r
            2, // flags: residual
            0, // parent
            1, (byte)'r', // name
            0, // nothing follows

            0, // pages of residual documents of the first group
            1, // of the second
            8, // rows
            0xAF, 2, 0, 59, .. Checksum(303, 59), // block

            1, // indexes
            1, // of path 1
            1, // sorted
        ];
    }

    [Fact]
    public void A_directory_has_the_documented_layout()
    {
        Assert.Equal(Origin, _stripe.Origin);

        Assert.Equal(_golden, _file.AsSpan((int)_stripe.Directory.Offset, _stripe.Directory.StoredLength).ToArray());
    }

    [Fact]
    public void A_directory_is_parsed_from_its_bytes()
    {
        var directory = Read(_golden);

        Assert.Equal(["$", "$.a", "$.s", "$.t", "$.t[*]", "$.r"], directory.Nodes.Select(node => node.Path));
        Assert.Equal((9, 16, 15), directory.Nodes[1].Numbers!.Chunk(1) is var numbers ? (numbers.Min, numbers.Max, numbers.JsonBytes) : default);
        Assert.False(directory.Nodes[2].TryGetConstantState(0, out _));
        Assert.Equal(7, directory.Nodes[2].Strings!.Chunk(0).Values);
        Assert.True(directory.Nodes[5].IsResidual);
        Assert.Equal([0, 1], directory.Pages.Select(pages => pages.Length));
        Assert.Equal(1, Assert.Single(directory.Indexes).Node);
    }

    [Fact]
    public void A_truncated_directory_is_rejected()
    {
        for (var length = 0; length < _golden.Length; length++)
        {
            Assert.Throws<BlittableException>(() => Read(_golden.AsSpan(0, length)));
        }
    }

    /// <summary>Reads a directory with the right checksum, and all its parts.</summary>
    private StripeDirectory Read(ReadOnlySpan<byte> bytes)
    {
        using var source = new StreamSource(new MemoryStream(bytes.ToArray()), leaveOpen: false);
        var block = new BlockReference(0, bytes.Length, bytes.Length, BlockCompression.None, Crc32C.Compute(bytes));
        var directory = StripeDirectory.Read(source, _stripe with { Directory = block });
        foreach (var node in directory.Nodes.Where(node => !node.IsResidual))
        {
            node.TryGetConstantState(0, out _);
        }

        return directory;
    }

    private byte[] Checksum(int offset, int length) => BitConverter.GetBytes(Crc32C.Compute(_file.AsSpan(Origin + offset, length)));
}
