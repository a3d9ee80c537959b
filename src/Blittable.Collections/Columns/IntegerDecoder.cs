using System.Numerics;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Decodes bodies written by <see cref="IntegerEncoder"/>: ranges, single values, and block bounds without decoding.</summary>
internal readonly ref partial struct IntegerDecoder
{
    private const int BlockValues = IntegerEncoder.BlockValues;

    private readonly ReadOnlySpan<byte> _payload;
    private readonly ReadOnlySpan<byte> _entries;
    private readonly PackedLine _widths;
    private readonly PackedLine _bases;
    private readonly PackedLine _starts;
    private readonly ColumnEncoding _encoding;
    private readonly int _count;
    private readonly int _valueBytes;
    private readonly int _runs;
    private readonly int _codeWidth;
    private readonly int _entryBytes;
    private readonly long _entryBase;

    /// <summary>Parses a body. The directory is validated here, blocks when they are decoded.</summary>
    public IntegerDecoder(ColumnEncoding encoding, ReadOnlySpan<byte> body, int count, int valueBytes)
    {
        _encoding = encoding;
        _count = count;
        _valueBytes = valueBytes;
        var bytes = new ColumnBytes(body);
        var blocks = IntegerEncoder.Blocks(count);
        switch (encoding)
        {
            case ColumnEncoding.Plain:
                _payload = bytes.Take((long)count * sizeof(long), "values");
                return;
            case ColumnEncoding.BitPacked:
                _widths = PackedLine.Take(ref bytes, blocks, "block widths");
                _bases = PackedLine.Take(ref bytes, blocks, "block bases");
                break;
            case ColumnEncoding.Ts2Diff:
                _widths = PackedLine.Take(ref bytes, blocks, "block widths");
                _bases = PackedLine.Take(ref bytes, blocks, "block steps");
                _starts = PackedLine.Take(ref bytes, blocks, "block starts");
                break;
            case ColumnEncoding.Gorilla:
                _starts = PackedLine.Take(ref bytes, blocks, "block ends");
                break;
            case ColumnEncoding.RunLength:
                _runs = (int)Math.Min(int.MaxValue, bytes.TakeUInt32("run count"));
                if (_runs > count || (_runs == 0 && count > 0))
                {
                    ThrowHelper.InvalidData($"1 to {count} runs", $"{_runs}");
                }

                _starts = PackedLine.Take(ref bytes, _runs, "run ends");
                _bases = PackedLine.Take(ref bytes, _runs, "run values");
                break;
            case ColumnEncoding.Dictionary:
                var entries = bytes.TakeUInt32("entry count");
                _entryBytes = bytes.TakeByte("entry size");
                _codeWidth = bytes.TakeByte("code width");
                _entryBase = bytes.TakeInt64("entry base");
                if (_entryBytes is not (1 or 2 or 4 or 8) || _codeWidth > 31)
                {
                    ThrowHelper.InvalidData("entries of 1, 2, 4 or 8 bytes and codes of at most 31 bits", $"{_entryBytes} bytes and {_codeWidth} bits");
                }

                _entries = bytes.Take(entries * (long)_entryBytes, "entries");
                _payload = bytes.Take((((long)count * _codeWidth) + 7) >> 3, "numbers");
                return;
            default:
                ThrowHelper.InvalidData("an integer encoding", $"{(int)encoding}");
                break;
        }

        _payload = bytes.Rest;
    }

    /// <summary>Decodes values from <paramref name="start"/> on. The caller has validated the range.</summary>
    public void Decode(int start, Span<long> destination)
    {
        switch (_encoding)
        {
            case ColumnEncoding.Plain:
                MemoryMarshal.Cast<byte, long>(_payload).Slice(start, destination.Length).CopyTo(destination);
                break;
            case ColumnEncoding.RunLength:
                DecodeRuns(start, destination);
                break;
            case ColumnEncoding.Dictionary:
                DecodeDictionary(start, destination);
                break;
            default:
                DecodeBlocks(start, destination);
                break;
        }
    }

    /// <summary>Gets a value. At most one block is decoded.</summary>
    public long Get(int index)
    {
        switch (_encoding)
        {
            case ColumnEncoding.BitPacked:
                var block = index / BlockValues;
                var width = CheckedWidth(block);
                return (long)BitPackingKernel.UnpackOne(Payload(Offset(block), BlockBytes(block, width)), width, index % BlockValues) + _bases[block];
            case ColumnEncoding.Ts2Diff:
                return GetOfSteps(index, out _);
            default:
                long value = 0;
                Decode(index, new Span<long>(ref value));
                return value;
        }
    }

    /// <summary>Gets a value and the previous one, which is 0 for the first value.</summary>
    public long Get(int index, out long before)
    {
        if (_encoding == ColumnEncoding.Ts2Diff && index % BlockValues != 0)
        {
            return GetOfSteps(index, out before);
        }

        before = index == 0 ? 0 : Get(index - 1);
        return Get(index);
    }

    /// <summary>Gets bounds of the values of a block from its directory alone. The bounds may not be tight.</summary>
    public bool TryPeekBlock(int block, out long min, out long max)
    {
        min = max = 0;
        switch (_encoding)
        {
            case ColumnEncoding.BitPacked:
                var width = CheckedWidth(block);
                min = _bases[block];
                max = min + (long)Largest(width);
                return width < 64 && max >= min;
            case ColumnEncoding.Ts2Diff:
                return TryBoundDifferences(block, out min, out max);
            case ColumnEncoding.RunLength:
                return TryBoundRuns(block, out min, out max);
            default:
                return false;
        }
    }

    /// <summary>Computes bounds from the start of a block: each value changes by at least the step, and at most the step plus the largest packed
    /// delta.</summary>
    private bool TryBoundDifferences(int block, out long min, out long max)
    {
        var width = CheckedWidth(block);
        var start = _starts[block];
        Int128 step = _bases[block];
        var count = Math.Min(BlockValues, _count - (block * BlockValues));
        var most = step + Largest(width);
        var low = start + Int128.Min(step, step * count);
        var high = start + Int128.Max(most, most * count);
        (min, max) = ((long)low, (long)high);

        if (low < long.MinValue || high > long.MaxValue || low > high)
        {
            return false;
        }

        // The start of the next block is the last value of this one. If no value decreases, it is the exact maximum.
        if (step >= 0 && block + 1 < IntegerEncoder.Blocks(_count))
        {
            max = _starts[block + 1];
        }

        return true;
    }

    private bool TryBoundRuns(int block, out long min, out long max)
    {
        (min, max) = (long.MaxValue, long.MinValue);
        var last = Math.Min(_count, (block + 1) * BlockValues) - 1;
        for (var run = FindRun(block * BlockValues); run < _runs; run++)
        {
            min = Math.Min(min, _bases[run]);
            max = Math.Max(max, _bases[run]);
            if (_starts[run] > last)
            {
                return true;
            }
        }

        return false;
    }

    private static ulong Largest(int width) => width == 64 ? ulong.MaxValue : (1UL << width) - 1;

    private void DecodeRuns(int start, Span<long> destination)
    {
        var at = start;
        var end = start + destination.Length;
        for (var run = FindRun(start); at < end; run++)
        {
            var runEnd = run < _runs ? Math.Min(_starts[run], end) : -1;
            if (runEnd <= at && run >= _runs)
            {
                ThrowHelper.InvalidData($"runs of {_count} values", $"runs that end at {at}");
            }

            if (runEnd > at)
            {
                destination[(at - start)..((int)runEnd - start)].Fill(_bases[run]);
                at = (int)runEnd;
            }
        }
    }

    /// <summary>Finds the first run that ends after a position.</summary>
    private int FindRun(int index)
    {
        int low = 0, high = _runs;
        while (low < high)
        {
            var middle = (low + high) >>> 1;
            if (_starts[middle] > index)
            {
                high = middle;
            }
            else
            {
                low = middle + 1;
            }
        }

        return low;
    }

    private void DecodeDictionary(int start, Span<long> destination)
    {
        // Groups of eight codes start on a byte boundary. Decode the codes before the first boundary one by one.
        var codes = MemoryMarshal.Cast<long, ulong>(destination);
        var single = Math.Min((8 - (start & 7)) & 7, destination.Length);
        for (var i = 0; i < single; i++)
        {
            codes[i] = BitPackingKernel.UnpackOne(_payload, _codeWidth, start + i);
        }

        if (single < codes.Length)
        {
            BitPackingKernel.Unpack(_payload[((start + single) / 8 * _codeWidth)..], _codeWidth, 0, codes[single..]);
        }

        LookAll(destination);
    }

    /// <summary>Replaces codes with dictionary entries.</summary>
    private void LookAll(Span<long> destination)
    {
        switch (_entryBytes)
        {
            case 1:
                Look<byte>(destination);
                break;
            case 2:
                Look<ushort>(destination);
                break;
            case 4:
                Look<uint>(destination);
                break;
            default:
                Look<long>(destination);
                break;
        }
    }

    private void Look<TEntry>(Span<long> codesToValues)
        where TEntry : unmanaged, IBinaryInteger<TEntry>
    {
        var entries = MemoryMarshal.Cast<byte, TEntry>(_entries);
        foreach (ref var value in codesToValues)
        {
            if ((ulong)value >= (ulong)entries.Length)
            {
                ThrowHelper.InvalidData($"a code below {entries.Length}", $"{value}");
            }

            value = _entryBase + long.CreateTruncating(entries[(int)value]);
        }
    }
}
