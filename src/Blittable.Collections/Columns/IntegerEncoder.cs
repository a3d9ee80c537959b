using System.Runtime.InteropServices;
using Blittable.Writing;

namespace Blittable.Columns;

/// <summary>Encodes integers ("lanes", to which all fixed-width types are converted) in one of the encodings. Reuses its buffers.</summary>
/// <remarks>
/// Body layouts for n values in b = ceil(n / 128) blocks. A line is a <see cref="PackedLine"/>; numbers are little-endian, packed bits are most significant
/// first.
/// <code>
/// Plain       n values of 8 bytes
/// BitPacked   widths (line of b), bases (line of b), blocks: value - base, width bits each
/// Ts2Diff     widths (line of b), steps (line of b), starts (line of b), blocks: value - previous value - step, width bits each;
///             a start is the value before the first value of a block
/// Gorilla     ends of blocks in bytes (line of b), blocks, 24 zero bytes
/// RunLength   u32 runs, ends in values (line), values (line)
/// Dictionary  u32 entries, u8 bytes per entry, u8 bits per code, i64 base, entries - base (sorted), codes
/// </code>
/// All blocks except the last have 128 values, so a block has exactly 16 bytes per bit of width.
/// </remarks>
internal sealed partial class IntegerEncoder
{
    /// <summary>The number of values in a block, and the maximum number decoded to read a single row.</summary>
    public const int BlockValues = 128;

    private const int BytesPerWidth = BlockValues / 8;

    private long[] _widths = [];
    private long[] _bases = [];
    private long[] _starts = [];
    private readonly long[] _blockScratch = new long[BlockValues + 1];

    /// <summary>Returns the number of blocks for the specified number of values.</summary>
    public static int Blocks(int values) => (values + BlockValues - 1) / BlockValues;

    /// <summary>Appends a body.</summary>
    /// <param name="values">The values.</param>
    /// <param name="encoding">An integer encoding.</param>
    /// <param name="valueBytes">The size of a value in bytes, 4 or 8, which Gorilla encodes.</param>
    /// <param name="output">The output to append to.</param>
    /// <returns>False, with nothing appended, if there are too many distinct values for a dictionary.</returns>
    public bool TryEncode(ReadOnlySpan<long> values, ColumnEncoding encoding, int valueBytes, ColumnBuffer output)
    {
        switch (encoding)
        {
            case ColumnEncoding.Plain:
                output.Write(MemoryMarshal.AsBytes(values));
                return true;
            case ColumnEncoding.BitPacked:
                WriteBitPacked(values, output);
                return true;
            case ColumnEncoding.Ts2Diff:
                WriteTs2Diff(values, output);
                return true;
            case ColumnEncoding.Gorilla:
                WriteGorilla(values, valueBytes, output);
                return true;
            case ColumnEncoding.RunLength:
                WriteRunLength(values, output);
                return true;
            case ColumnEncoding.Dictionary:
                return TryWriteDictionary(values, output);
            default:
                throw new ArgumentOutOfRangeException(nameof(encoding), encoding, "The encoding does not apply to integers.");
        }
    }

    private void WriteBitPacked(ReadOnlySpan<long> values, ColumnBuffer output)
    {
        var blocks = Blocks(values.Length);
        EnsureScratch(blocks);
        for (var block = 0; block < blocks; block++)
        {
            var (min, max) = RangeKernel.OfValues(Block(values, block));
            _bases[block] = min;
            _widths[block] = RangeKernel.Width((ulong)(max - min));
        }

        PackedLine.Write(output, _widths.AsSpan(0, blocks));
        PackedLine.Write(output, _bases.AsSpan(0, blocks));
        for (var block = 0; block < blocks; block++)
        {
            var width = (int)_widths[block];
            var packed = MemoryMarshal.Cast<long, ulong>(Block(values, block));
            output.Advance(BitPackingKernel.Pack(packed, width, (ulong)_bases[block], output.Reserve((width * BytesPerWidth) + BytesPerWidth)));
        }
    }

    private void WriteTs2Diff(ReadOnlySpan<long> values, ColumnBuffer output)
    {
        var blocks = Blocks(values.Length);
        EnsureScratch(blocks);
        for (var block = 0; block < blocks; block++)
        {
            // The very first value has no previous value. Its start is chosen so that its delta is the smallest in the block.
            var withPrevious = block == 0 ? values[..Math.Min(BlockValues, values.Length)] : BlockAfterPrevious(values, block);
            var (min, max) = withPrevious.Length < 2 ? (0, 0) : RangeKernel.OfDeltas(withPrevious);
            _bases[block] = min;
            _widths[block] = RangeKernel.Width((ulong)(max - min));
            _starts[block] = block == 0 ? values[0] - min : withPrevious[0];
        }

        PackedLine.Write(output, _widths.AsSpan(0, blocks));
        PackedLine.Write(output, _bases.AsSpan(0, blocks));
        PackedLine.Write(output, _starts.AsSpan(0, blocks));
        for (var block = 0; block < blocks; block++)
        {
            var width = (int)_widths[block];
            var packed = MemoryMarshal.Cast<long, ulong>(block == 0 ? FirstBlock(values) : BlockAfterPrevious(values, block));
            output.Advance(BitPackingKernel.PackDeltas(packed, width, (ulong)_bases[block], output.Reserve((width * BytesPerWidth) + BytesPerWidth)));
        }
    }

    private ReadOnlySpan<long> FirstBlock(ReadOnlySpan<long> values)
    {
        var first = values[..Math.Min(BlockValues, values.Length)];
        _blockScratch[0] = _starts[0];
        first.CopyTo(_blockScratch.AsSpan(1));
        return _blockScratch.AsSpan(0, first.Length + 1);
    }

    private void WriteGorilla(ReadOnlySpan<long> values, int valueBytes, ColumnBuffer output)
    {
        var blocks = Blocks(values.Length);
        EnsureScratch(blocks);

        // The directory precedes the blocks, but its size is only known after them. Write the blocks after a gap and move them down.
        var start = output.Length;
        var gap = (blocks * sizeof(long)) + 32;
        output.Reserve(gap);
        output.Advance(gap);
        for (var block = 0; block < blocks; block++)
        {
            output.Advance(EncodeGorilla(Block(values, block), valueBytes, output.Reserve(GorillaCodec.MaxBytes(BlockValues))));
            _starts[block] = output.Length - start - gap;
        }

        var end = output.Length;
        output.Truncate(start);
        PackedLine.Write(output, _starts.AsSpan(0, blocks));
        var size = end - start - gap;
        var room2 = output.Reserve(gap + size + BitReader.Padding);
        room2.Slice(start + gap - output.Length, size).CopyTo(room2);
        room2.Slice(size, BitReader.Padding).Clear();
        output.Advance(size + BitReader.Padding);
    }

    private int EncodeGorilla(ReadOnlySpan<long> block, int valueBytes, Span<byte> destination)
    {
        if (valueBytes == sizeof(long))
        {
            return GorillaCodec.Encode64(MemoryMarshal.Cast<long, ulong>(block), destination);
        }

        // Lanes of 32-bit integers are sign-extended.
        var bits = MemoryMarshal.Cast<long, ulong>(_blockScratch.AsSpan(0, block.Length));
        for (var i = 0; i < block.Length; i++)
        {
            bits[i] = (uint)block[i];
        }

        return GorillaCodec.Encode32(bits, destination);
    }

    private void WriteRunLength(ReadOnlySpan<long> values, ColumnBuffer output)
    {
        var runs = 0;
        for (var i = 0; i < values.Length; runs++)
        {
            var value = values[i];
            var length = values[i..].IndexOfAnyExcept(value);
            i = length < 0 ? values.Length : i + length;
            EnsureScratch(runs + 1);
            _starts[runs] = i;
            _bases[runs] = value;
        }

        output.WriteUInt32((uint)runs);
        PackedLine.Write(output, _starts.AsSpan(0, runs));
        PackedLine.Write(output, _bases.AsSpan(0, runs));
    }

    private static ReadOnlySpan<long> Block(ReadOnlySpan<long> values, int block) =>
        values.Slice(block * BlockValues, Math.Min(BlockValues, values.Length - (block * BlockValues)));

    private static ReadOnlySpan<long> BlockAfterPrevious(ReadOnlySpan<long> values, int block) =>
        values.Slice((block * BlockValues) - 1, Math.Min(BlockValues, values.Length - (block * BlockValues)) + 1);

    private void EnsureScratch(int count)
    {
        if (_widths.Length < count)
        {
            var size = Math.Max(count, 2 * _widths.Length);
            Array.Resize(ref _widths, size);
            Array.Resize(ref _bases, size);
            Array.Resize(ref _starts, size);
        }
    }
}
