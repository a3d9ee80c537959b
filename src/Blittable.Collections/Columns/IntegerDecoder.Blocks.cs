using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Columns;

/// <content>Encodings with blocks of 128 values.</content>
internal readonly ref partial struct IntegerDecoder
{
    /// <summary>The number of blocks whose directory entries are unpacked together; a multiple of eight.</summary>
    private const int DirectoryPiece = 32;

    [SkipLocalsInit]
    private void DecodeBlocks(int start, Span<long> destination)
    {
        var values = MemoryMarshal.Cast<long, ulong>(destination);
        var block = start / BlockValues;
        var skip = start % BlockValues;
        var offset = Offset(block);
        if (skip + values.Length <= BlockValues)
        {
            DecodeAlone(block, offset, skip, values);
            return;
        }

        Span<long> widths = stackalloc long[DirectoryPiece];
        Span<long> bases = stackalloc long[DirectoryPiece];
        var blocks = IntegerEncoder.Blocks(_count);
        var piece = -DirectoryPiece;
        for (var done = 0; done < values.Length; block++)
        {
            if (block >= piece + DirectoryPiece)
            {
                piece = block & ~7;
                var entries = Math.Min(DirectoryPiece, blocks - piece);
                if (_encoding == ColumnEncoding.Gorilla)
                {
                    _starts.CopyTo(piece, bases[..entries]);
                }
                else
                {
                    _widths.CopyTo(piece, widths[..entries]);
                    _bases.CopyTo(piece, bases[..entries]);
                }
            }

            var directory = new BlockDirectory(widths[block - piece], bases[block - piece]);
            var wanted = Math.Min(BlockValues - skip, values.Length - done);
            if (skip == 0)
            {
                offset = DecodeBlock(block, directory, offset, values.Slice(done, wanted), done == 0 ? null : values[done - 1]);
            }
            else
            {
                offset = DecodeMiddle(block, directory, offset, skip, values[..wanted]);
                skip = 0;
            }

            done += wanted;
        }
    }

    /// <summary>Decodes a single block, for which unpacking several directory entries would not pay off.</summary>
    private void DecodeAlone(int block, long offset, int skip, Span<ulong> destination)
    {
        var directory = DirectoryOf(block);
        if (skip == 0)
        {
            DecodeBlock(block, directory, offset, destination, null);
        }
        else
        {
            DecodeMiddle(block, directory, offset, skip, destination);
        }
    }

    private BlockDirectory DirectoryOf(int block) =>
        _encoding == ColumnEncoding.Gorilla ? new BlockDirectory(0, _starts[block]) : new BlockDirectory(_widths[block], _bases[block]);

    /// <summary>Decodes a block from a position other than its start, through a buffer.</summary>
    [SkipLocalsInit]
    private long DecodeMiddle(int block, BlockDirectory directory, long offset, int skip, Span<ulong> destination)
    {
        Span<ulong> whole = stackalloc ulong[BlockValues];
        offset = DecodeBlock(block, directory, offset, whole[..(skip + destination.Length)], null);
        whole[skip..(skip + destination.Length)].CopyTo(destination);
        return offset;
    }

    /// <summary>Represents the directory entry of a block. For Gorilla, the base is the end of the block.</summary>
    private readonly record struct BlockDirectory(long Width, long Base);

    /// <summary>Decodes a block from its start, up to the length of the destination.</summary>
    /// <returns>The offset of the next block.</returns>
    private long DecodeBlock(int block, BlockDirectory directory, long offset, Span<ulong> destination, ulong? previous)
    {
        if (_encoding == ColumnEncoding.Gorilla)
        {
            return DecodeGorilla(directory.Base, offset, destination);
        }

        var width = CheckWidth(directory.Width);
        var bytes = BlockBytes(block, width);
        var source = PayloadFrom(offset, bytes);
        if (_encoding == ColumnEncoding.BitPacked)
        {
            BitPackingKernel.Unpack(source, width, (ulong)directory.Base, destination);
        }
        else
        {
            BitPackingKernel.UnpackDeltas(source, width, (ulong)directory.Base, previous ?? (ulong)_starts[block], destination);
        }

        return offset + bytes;
    }

    private long DecodeGorilla(long end, long offset, Span<ulong> destination)
    {
        var bytes = end - offset;
        var source = PayloadFrom(offset, bytes);
        if (_valueBytes == sizeof(long))
        {
            GorillaCodec.Decode64(source, (int)bytes, destination);
        }
        else
        {
            GorillaCodec.Decode32(source, (int)bytes, destination);
        }

        return offset + bytes;
    }

    /// <summary>Gets a value of a delta block and the previous value, which for the first value is the one before the block.</summary>
    [SkipLocalsInit]
    private long GetOfSteps(int index, out long before)
    {
        var block = index / BlockValues;
        var place = index % BlockValues;
        var width = CheckedWidth(block);
        var step = _bases[block];
        before = _starts[block];
        if (width == 0)
        {
            before += step * place;
            return before + step;
        }

        Span<ulong> values = stackalloc ulong[BlockValues];
        DecodeBlock(block, new BlockDirectory(width, step), Offset(block), values[..(place + 1)], null);
        before = place == 0 ? before : (long)values[place - 1];
        return (long)values[place];
    }

    /// <summary>Returns the offset of a block.</summary>
    private long Offset(int block)
    {
        if (block == 0)
        {
            return 0;
        }

        if (_encoding == ColumnEncoding.Gorilla)
        {
            return _starts[block - 1];
        }

        if (_widths.IsConstant)
        {
            return (long)block * CheckedWidth(0) * (BlockValues / 8);
        }

        // Widths are at most 64, and so are their distances from the line.
        return _widths.Sum(block) * (BlockValues / 8);
    }

    private int CheckedWidth(int block) => CheckWidth(_widths[block]);

    private static int CheckWidth(long width)
    {
        if ((ulong)width > 64)
        {
            ThrowHelper.InvalidData("a width of 0 to 64 bits", $"{width}");
        }

        return (int)width;
    }

    private int BlockBytes(int block, int width) =>
        BitPackingKernel.ByteCount(Math.Min(BlockValues, _count - (block * BlockValues)), width);

    private ReadOnlySpan<byte> Payload(long offset, int bytes) => PayloadFrom(offset, bytes)[..bytes];

    /// <summary>Returns the bytes of a block and all bytes after it, which a kernel may load.</summary>
    private ReadOnlySpan<byte> PayloadFrom(long offset, long bytes)
    {
        if (offset < 0 || bytes < 0 || offset > _payload.Length || bytes > _payload.Length - offset)
        {
            ThrowHelper.InvalidData($"a block of {bytes} bytes at offset {offset}", $"{_payload.Length} bytes of blocks");
        }

        return _payload[(int)offset..];
    }
}
