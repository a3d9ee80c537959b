using System.Runtime.InteropServices;
using Blittable.Format;

namespace Blittable.Columns;

/// <summary>The encodings whose values stand in blocks of 128.</summary>
internal readonly ref partial struct IntegerDecoder
{
    private void DecodeBlocks(int start, Span<long> destination)
    {
        var values = MemoryMarshal.Cast<long, ulong>(destination);
        Span<ulong> whole = stackalloc ulong[BlockValues];
        var block = start / BlockValues;
        var skip = start % BlockValues;
        var offset = Offset(block);
        for (var done = 0; done < values.Length; block++)
        {
            var wanted = Math.Min(BlockValues - skip, values.Length - done);

            // A block is decoded in place from its start, to where it is wanted; only one that is entered in the middle takes a detour.
            var part = skip == 0 ? values.Slice(done, wanted) : whole[..(skip + wanted)];
            offset = _encoding switch
            {
                ColumnEncoding.BitPacked => DecodePacked(block, offset, part),
                ColumnEncoding.Ts2Diff => DecodeDifferences(block, offset, part),
                _ => DecodeGorilla(block, offset, part),
            };
            if (skip != 0)
            {
                part[skip..].CopyTo(values[done..]);
                skip = 0;
            }

            done += wanted;
        }
    }

    private long DecodePacked(int block, long offset, Span<ulong> destination)
    {
        var width = CheckedWidth(block);
        var bytes = BlockBytes(block, width);
        BitPackingKernel.Unpack(PayloadFrom(offset, bytes), width, (ulong)_bases[block], destination);
        return offset + bytes;
    }

    private long DecodeDifferences(int block, long offset, Span<ulong> destination)
    {
        var width = CheckedWidth(block);
        var bytes = BlockBytes(block, width);
        BitPackingKernel.UnpackDeltas(PayloadFrom(offset, bytes), width, (ulong)_bases[block], (ulong)_starts[block], destination);
        return offset + bytes;
    }

    private long DecodeGorilla(int block, long offset, Span<ulong> destination)
    {
        var bytes = _starts[block] - offset;
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

    /// <summary>Where a block starts among the blocks.</summary>
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

        long widths = 0;
        for (var i = 0; i < block; i++)
        {
            widths += CheckedWidth(i);
        }

        return widths * (BlockValues / 8);
    }

    private int CheckedWidth(int block)
    {
        var width = _widths[block];
        if ((ulong)width > 64)
        {
            ThrowHelper.InvalidData("a width of 0 to 64 bits", $"{width}");
        }

        return (int)width;
    }

    private int BlockBytes(int block, int width) =>
        BitPackingKernel.ByteCount(Math.Min(BlockValues, _count - (block * BlockValues)), width);

    private ReadOnlySpan<byte> Payload(long offset, int bytes) => PayloadFrom(offset, bytes)[..bytes];

    /// <summary>A block's bytes, and those behind it: a kernel may load them.</summary>
    private ReadOnlySpan<byte> PayloadFrom(long offset, long bytes)
    {
        if (offset < 0 || bytes < 0 || offset > _payload.Length || bytes > _payload.Length - offset)
        {
            ThrowHelper.InvalidData($"a block of {bytes} bytes", $"{_payload.Length} bytes of blocks, of which it starts at {offset}");
        }

        return _payload[(int)offset..];
    }
}
