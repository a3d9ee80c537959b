using Blittable.Collections;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;
using Blittable.Layout;

namespace Blittable.Collections.Tests;

/// <summary>A collection whose bytes can be altered with matching checksums, as a malicious program would write it.</summary>
internal sealed class ForgedCollection
{
    private readonly byte[] _file;
    private readonly Superblock _superblock;

    /// <param name="file">An intact collection with one commit and one stripe.</param>
    public ForgedCollection(byte[] file)
    {
        _file = file;
        using var reader = CollectionReader.Open(new MemoryStream(file));
        _superblock = reader.Snapshot.Superblock;
        Directory = Assert.Single(reader.Snapshot.State.Stripes).Directory;
        Chunks =
        [
            .. from node in reader.Snapshot.Stripes[0].Directory.Nodes
               from column in (StripeColumn?[])[node.Numbers, node.Strings, node.Dates, node.Booleans, node.Ends]
               where column is not null
               from block in (BlockReference[])[column.Chunk(0).Block, column.Chunk(0).FormBlock]
               where block.Exists
               select block,
        ];
    }

    /// <summary>Gets the directory of the stripe.</summary>
    public BlockReference Directory { get; }

    /// <summary>Gets the chunks of the first chunk group.</summary>
    public IReadOnlyList<BlockReference> Chunks { get; }

    /// <summary>Returns the file with one byte of a block altered, and with the checksums of the block and of every block that refers to it.</summary>
    public byte[] With(in BlockReference block, int at, byte damage)
    {
        var forged = (byte[])_file.Clone();
        forged[block.Offset + at] ^= damage;
        if (block != Directory)
        {
            Sign(forged, block, Bytes(forged, Directory));
        }

        var footer = forged.AsSpan((int)_superblock.FooterOffset, _superblock.FooterLength);
        Sign(forged, Directory, footer);
        BitConverter.TryWriteBytes(footer[8..], Crc32C.Compute(footer[SealedRecord.HeaderSize..]));
        (_superblock with { FooterChecksum = Crc32C.Compute(footer) }).Write(forged.AsSpan((int)_superblock.Place));
        return forged;
    }

    private static Span<byte> Bytes(byte[] file, in BlockReference block) => file.AsSpan((int)block.Offset, block.StoredLength);

    /// <summary>Replaces the checksum of a block at its position.</summary>
    private static void Sign(byte[] file, in BlockReference block, Span<byte> owner)
    {
        var at = owner.IndexOf(BitConverter.GetBytes(block.Checksum));
        Assert.True(at >= 0);
        BitConverter.TryWriteBytes(owner[at..], Crc32C.Compute(Bytes(file, block)));
    }
}
