using System.Buffers.Binary;
using Blittable.Writing;

namespace Blittable.Columns;

/// <content>
/// Bodies of string chunks. A section consists of <c>u8 encoding, u32 length</c> and an integer body of that length.
/// <code>
/// Plain                 ends of the rows (section), bytes
/// Alphabet              u8 bits, u8 characters, the characters, ends of the rows (section), packed character codes
/// Dictionary, RunLength u32 entries, ends of the entries (line), bytes of the sorted entries; codes of the rows (section)
/// statistics            u8 length and bytes of the smallest string, u8 length and bytes of the greatest: at most 32 bytes of each,
///                       with 0x80 added to the length if the string is longer
/// </code>
/// </content>
public sealed partial class StringColumnWriter
{
    /// <summary>The number of bytes of the smallest and greatest string that are stored.</summary>
    internal const int BoundBytes = 32;

    internal const byte BoundIsCut = 0x80;

    /// <summary>The maximum number of distinct characters in an alphabet.</summary>
    private const int MaxAlphabet = 64;

    private long[] _numbers = [];
    private long[] _ends = [];
    private int[] _order = [];

    private void WriteBounds()
    {
        int least = 0, most = 0;
        for (var i = 1; i < _table.Count; i++)
        {
            least = _table[i].SequenceCompareTo(_table[least]) < 0 ? i : least;
            most = _table[i].SequenceCompareTo(_table[most]) > 0 ? i : most;
        }

        WriteBound(_table[least]);
        WriteBound(_table[most]);
    }

    private void WriteBound(ReadOnlySpan<byte> value)
    {
        var kept = value[..Math.Min(BoundBytes, value.Length)];
        _output.WriteByte((byte)(kept.Length | (kept.Length < value.Length ? BoundIsCut : 0)));
        _output.Write(kept);
    }

    private ColumnEncoding WriteBody()
    {
        var encoding = _options.Encoding == ColumnEncoding.Auto ? Choose() : _options.Encoding;
        if (Values == 0)
        {
            return ColumnEncoding.Plain;
        }

        switch (encoding)
        {
            case ColumnEncoding.Dictionary or ColumnEncoding.RunLength:
                WriteEntries();
                WriteSection(RowNumbers(), encoding == ColumnEncoding.RunLength ? ColumnEncoding.RunLength : ColumnEncoding.BitPacked);
                return encoding;
            case ColumnEncoding.Alphabet when TryWriteAlphabet():
                return encoding;
            default:
                WriteSection(RowEnds(), ColumnEncoding.Ts2Diff);
                for (var run = 0; run < _runs; run++)
                {
                    for (var row = RunStart(run); row < _runEnds[run]; row++)
                    {
                        _output.Write(_table[_runCodes[run]]);
                    }
                }

                return ColumnEncoding.Plain;
        }
    }

    /// <summary>Chooses the smallest encoding. No sample is needed, because all sizes are known.</summary>
    private ColumnEncoding Choose()
    {
        long bytes = 0;
        int longest = 0, shortest = int.MaxValue;
        for (var run = 0; run < _runs; run++)
        {
            var length = _table[_runCodes[run]].Length;
            bytes += (long)length * (_runEnds[run] - RunStart(run));
            longest = Math.Max(longest, length);
            shortest = Math.Min(shortest, length);
        }

        var ends = Values * (double)RangeKernel.Width((ulong)Math.Max(0, longest - shortest)) / 8;
        var number = RangeKernel.Width((ulong)Math.Max(0, _table.Count - 1));
        var entries = _table.ByteCount + (_table.Count * (double)(RangeKernel.Width((ulong)longest) + 1) / 8);
        var best = (Encoding: ColumnEncoding.Plain, Bytes: bytes + ends);
        Consider(ColumnEncoding.Dictionary, entries + (Values * (double)number / 8));
        Consider(ColumnEncoding.RunLength, entries + (_runs * (double)(number + RangeKernel.Width((ulong)Values)) / 8));
        var characters = (int)UInt128.PopCount(Characters(out var others));
        if (characters <= MaxAlphabet && others == 0)
        {
            Consider(ColumnEncoding.Alphabet, (bytes * RangeKernel.Width((ulong)Math.Max(0, characters - 1)) / 8.0) + ends);
        }

        return best.Encoding;

        void Consider(ColumnEncoding encoding, double size)
        {
            // An encoding that requires lookups or unpacking must save enough to be worthwhile.
            if (size < 0.95 * best.Bytes)
            {
                best = (encoding, size);
            }
        }
    }

    /// <summary>Returns a mask of the bytes 0 to 127 that occur, and in <paramref name="others"/> the number of other distinct bytes.</summary>
    private UInt128 Characters(out int others)
    {
        Span<bool> seen = stackalloc bool[256];
        seen.Clear();
        for (var i = 0; i < _table.Count; i++)
        {
            foreach (var character in _table[i])
            {
                seen[character] = true;
            }
        }

        UInt128 ascii = 0;
        for (var i = 0; i < 128; i++)
        {
            ascii |= (UInt128)(seen[i] ? 1 : 0) << i;
        }

        others = seen[128..].Count(true);
        return ascii;
    }

    private bool TryWriteAlphabet()
    {
        var ascii = Characters(out var others);
        var count = (int)UInt128.PopCount(ascii);
        var ends = RowEnds();
        var total = ends[^1];
        if (others > 0 || count > MaxAlphabet || count == 0 || total > int.MaxValue)
        {
            return false;
        }

        var bits = Math.Max(1, RangeKernel.Width((ulong)(count - 1)));
        Span<byte> numbers = stackalloc byte[128];
        _output.WriteByte((byte)bits);
        _output.WriteByte((byte)count);
        for (byte character = 0, number = 0; character < 128; character++)
        {
            if (((ascii >> character) & 1) != 0)
            {
                numbers[character] = number++;
                _output.WriteByte(character);
            }
        }

        WriteSection(ends, ColumnEncoding.Ts2Diff);
        var writer = new BitWriter(_output.Reserve(BitPackingKernel.ByteCount((int)total, bits) + (long)BitWriter.Slack));
        for (var run = 0; run < _runs; run++)
        {
            for (var row = RunStart(run); row < _runEnds[run]; row++)
            {
                WriteNumbers(ref writer, _table[_runCodes[run]], numbers, bits);
            }
        }

        _output.Advance(writer.Finish());
        return true;
    }

    /// <summary>Packs the codes of characters, of at most 6 bits, up to eight at a time.</summary>
    private static void WriteNumbers(ref BitWriter writer, scoped ReadOnlySpan<byte> text, scoped ReadOnlySpan<byte> numbers, int bits)
    {
        while (!text.IsEmpty)
        {
            var some = text[..Math.Min(sizeof(ulong), text.Length)];
            ulong packed = 0;
            foreach (var character in some)
            {
                packed = (packed << bits) | numbers[character];
            }

            writer.Write(packed, bits * some.Length);
            text = text[some.Length..];
        }
    }

    private void WriteEntries()
    {
        if (_order.Length < _table.Count)
        {
            _order = new int[_table.Count];
        }

        var order = _order.AsSpan(0, _table.Count);
        for (var i = 0; i < order.Length; i++)
        {
            order[i] = i;
        }

        order.Sort((a, b) => _table[a].SequenceCompareTo(_table[b]));
        EnsureScratch(_table.Count);
        long end = 0;
        for (var i = 0; i < order.Length; i++)
        {
            end += _table[order[i]].Length;
            _ends[i] = end;
        }

        _output.WriteUInt32((uint)order.Length);
        PackedLine.Write(_output, _ends.AsSpan(0, order.Length));
        foreach (var number in order)
        {
            _output.Write(_table[number]);
        }

        // From here on, the code of a run is its index among the sorted entries.
        EnsureScratch(order.Length);
        for (var i = 0; i < order.Length; i++)
        {
            _numbers[order[i]] = i;
        }

        for (var run = 0; run < _runs; run++)
        {
            _runCodes[run] = (int)_numbers[_runCodes[run]];
        }
    }

    private ReadOnlySpan<long> RowNumbers()
    {
        EnsureScratch(Values);
        for (var run = 0; run < _runs; run++)
        {
            _numbers.AsSpan(RunStart(run), _runEnds[run] - RunStart(run)).Fill(_runCodes[run]);
        }

        return _numbers.AsSpan(0, Values);
    }

    private ReadOnlySpan<long> RowEnds()
    {
        EnsureScratch(Values);
        long end = 0;
        for (var run = 0; run < _runs; run++)
        {
            var length = _table[_runCodes[run]].Length;
            for (var row = RunStart(run); row < _runEnds[run]; row++)
            {
                end += length;
                _ends[row] = end;
            }
        }

        return _ends.AsSpan(0, Values);
    }

    private int RunStart(int run) => run == 0 ? 0 : _runEnds[run - 1];

    private void WriteSection(ReadOnlySpan<long> values, ColumnEncoding encoding)
    {
        _output.WriteByte((byte)encoding);
        var lengthAt = _output.Length;
        _output.WriteUInt32(0);
        _integers.TryEncode(values, encoding, sizeof(long), _output);
        BinaryPrimitives.WriteInt32LittleEndian(_output.Written[lengthAt..], _output.Length - lengthAt - sizeof(uint));
    }

    private void EnsureScratch(int count)
    {
        if (_numbers.Length < count)
        {
            Array.Resize(ref _numbers, Math.Max(count, 2 * _numbers.Length));
            Array.Resize(ref _ends, _numbers.Length);
        }
    }
}
