using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Columns;

/// <content>Reading values at selected positions. Consecutive positions in the same block decode it once.</content>
internal readonly ref partial struct IntegerDecoder
{
    /// <summary>Reads the values at the specified positions, which the caller has validated. Ascending order is fastest.</summary>
    public void Gather(ReadOnlySpan<int> indexes, Span<long> destination)
    {
        destination = destination[..indexes.Length];
        switch (_encoding)
        {
            case ColumnEncoding.Plain:
                var values = MemoryMarshal.Cast<byte, long>(_payload);
                for (var i = 0; i < indexes.Length; i++)
                {
                    destination[i] = values[indexes[i]];
                }

                break;
            case ColumnEncoding.Dictionary:
                BitPackingKernel.Gather(_payload, _codeWidth, indexes, MemoryMarshal.Cast<long, ulong>(destination));
                LookAll(destination);
                break;
            case ColumnEncoding.BitPacked:
                GatherPacked(indexes, destination);
                break;
            case ColumnEncoding.RunLength:
                GatherRuns(indexes, destination);
                break;
            default:
                GatherBlocks(indexes, destination);
                break;
        }
    }

    private void GatherPacked(ReadOnlySpan<int> indexes, Span<long> destination)
    {
        var current = -1;
        var width = 0;
        long least = 0;
        ReadOnlySpan<byte> source = default;
        for (var i = 0; i < indexes.Length; i++)
        {
            var block = indexes[i] / BlockValues;
            if (block != current)
            {
                current = block;
                width = CheckedWidth(block);
                least = _bases[block];
                source = PayloadFrom(Offset(block), BlockBytes(block, width));
            }

            destination[i] = (long)BitPackingKernel.UnpackOne(source, width, indexes[i] % BlockValues) + least;
        }
    }

    private void GatherRuns(ReadOnlySpan<int> indexes, Span<long> destination)
    {
        var run = 0;
        long start = 0, end = 0, value = 0;
        for (var i = 0; i < indexes.Length; i++)
        {
            if (indexes[i] < start || indexes[i] >= end)
            {
                run = FindRun(indexes[i]);
                if (run == _runs)
                {
                    Layout.ThrowHelper.InvalidData($"runs of {_count} values", $"runs that end before value {indexes[i]}");
                }

                start = run == 0 ? 0 : _starts[run - 1];
                end = _starts[run];
                value = _bases[run];
            }

            destination[i] = value;
        }
    }

    [SkipLocalsInit]
    private void GatherBlocks(ReadOnlySpan<int> indexes, Span<long> destination)
    {
        Span<ulong> values = stackalloc ulong[BlockValues];
        for (var i = 0; i < indexes.Length;)
        {
            var block = indexes[i] / BlockValues;
            var last = indexes[i] % BlockValues;
            var end = i + 1;
            for (; end < indexes.Length && indexes[end] / BlockValues == block; end++)
            {
                last = Math.Max(last, indexes[end] % BlockValues);
            }

            DecodeBlock(block, DirectoryOf(block), Offset(block), values[..(last + 1)], null);
            for (; i < end; i++)
            {
                destination[i] = (long)values[indexes[i] % BlockValues];
            }
        }
    }
}
