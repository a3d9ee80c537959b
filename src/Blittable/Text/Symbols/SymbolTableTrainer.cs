using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Text;

/// <summary>Chooses the symbols for a text with the FSST method (Boncz, Neumann, Leis: PVLDB 13, 2020).</summary>
/// <remarks>
/// Training starts without symbols. Each of seven generations compresses a growing part of a sample with the current symbols. It counts the uses of
/// codes and of adjacent codes. Then it selects the 255 symbols and concatenated pairs that would have covered the most bytes.
/// The last generation concatenates no pairs, and only discards unused symbols.
/// In a generation, codes 0 to 255 represent single bytes, and codes from 256 on represent symbols.
/// </remarks>
internal sealed class SymbolTableTrainer
{
    private const int ByteCodes = 256;
    private const int MaxCodes = ByteCodes + SymbolTableView.MaxSymbols;

    /// <summary>The number of bits of the second code in a packed pair of codes.</summary>
    private const int CodeBits = 9;

    /// <summary>The weight of one-byte symbols. It exceeds the byte they cover, because a byte without a symbol takes two.</summary>
    private const int SingleByteWeight = 3;

    /// <summary>The weight of one-byte symbols in the last generation, which FSST uses in all generations. The number of codes stays the same, but there are
    /// half as many escapes, which slow down decoding.</summary>
    private const int LastSingleByteWeight = 8;

    /// <summary>The minimum number of uses in a full sample for a code to be a candidate.</summary>
    private const int MinUses = 4;

    /// <summary>The number of bits of the hash of the first three bytes, which finds symbols of three or more bytes.</summary>
    private const int SlotBits = 10;

    /// <summary>2^32 divided by the golden ratio, an odd constant that spreads the low 24 bits over the high bits.</summary>
    private const uint SlotMultiplier = 2654435769;

    /// <summary>The part of the sample that each generation compresses, in 128ths.</summary>
    private static readonly int[] Parts = [8, 32, 64, 96, 112, 120, 128];

    private readonly TrainingSample _sample;
    private readonly Symbol[] _symbols = new Symbol[MaxCodes];
    private readonly ushort[] _singleCodes = new ushort[ByteCodes];
    private readonly ushort[] _pairCodes = new ushort[1 << 16];
    private readonly ushort[] _slotCodes = new ushort[1 << SlotBits];
    private readonly int[] _counts = new int[MaxCodes];
    private readonly ushort[] _followCounts = new ushort[MaxCodes << CodeBits];
    private readonly List<int> _followers = [];
    private readonly Dictionary<Symbol, long> _gains = [];
    private readonly List<(long Gain, Symbol Symbol)> _candidates = [];
    private int _symbolCount;

    private SymbolTableTrainer(TrainingSample sample)
    {
        _sample = sample;
        for (var value = 0; value < ByteCodes; value++)
        {
            _symbols[value] = Symbol.Of((byte)value);
            _singleCodes[value] = (ushort)value;
        }
    }

    /// <summary>Returns the best symbols for a sample, most useful first.</summary>
    public static Symbol[] Train(TrainingSample sample)
    {
        var trainer = new SymbolTableTrainer(sample);
        foreach (var part in Parts)
        {
            var isLast = part == Parts[^1];
            trainer.Count(part, followers: !isLast);
            trainer.Choose(part, join: !isLast);
        }

        return trainer._symbols[ByteCodes..(ByteCodes + trainer._symbolCount)];
    }

    /// <summary>Compresses a part of the sample, and counts codes and, on request, pairs of adjacent codes.</summary>
    private void Count(int part, bool followers)
    {
        Array.Clear(_counts);
        foreach (var pair in _followers)
        {
            _followCounts[pair] = 0;
        }

        _followers.Clear();
        for (var piece = 0; piece < _sample.Count; piece++)
        {
            if (_sample.Includes(piece, part))
            {
                CountPiece(_sample.Bytes, _sample.StartOf(piece), _sample.EndOf(piece), followers);
            }
        }
    }

    private void CountPiece(byte[] bytes, int position, int end, bool followers)
    {
        var previous = -1;
        while (position < end)
        {
            var code = Match(bytes, position, end);
            var first = bytes[position];
            var length = _symbols[code].Length;
            position += length;

            // The first byte of the symbol is also a candidate, so a generation can undo a concatenation.
            _counts[code]++;
            if (length > 1)
            {
                _counts[first]++;
            }

            if (followers && previous >= 0)
            {
                CountFollower(previous, code);
                if (length > 1)
                {
                    CountFollower(previous, first);
                }
            }

            previous = code;
        }
    }

    private void CountFollower(int code, int follower)
    {
        var pair = (code << CodeBits) | follower;
        if (_followCounts[pair]++ == 0)
        {
            _followers.Add(pair);
        }
    }

    private int Match(byte[] bytes, int position, int end)
    {
        var word = TrainingSample.WordAt(bytes, position);
        var remaining = end - position;
        var code = _slotCodes[SlotOf((uint)word & 0xFFFFFF)];
        if (code != 0)
        {
            var symbol = _symbols[code];
            if (symbol.Length <= remaining && Symbol.Of(word, symbol.Length).Bytes == symbol.Bytes)
            {
                return code;
            }
        }

        code = _pairCodes[(ushort)word];
        return code != 0 && remaining >= 2 ? code : _singleCodes[(byte)word];
    }

    /// <summary>Replaces the symbols with the candidates that covered the most bytes.</summary>
    private void Choose(int part, bool join)
    {
        var threshold = Math.Max(1, MinUses * part / Parts[^1] * Math.Min(_sample.Length, TrainingSample.DefaultSize) / TrainingSample.DefaultSize);
        var singleByteWeight = join ? SingleByteWeight : LastSingleByteWeight;
        _gains.Clear();
        for (var code = 0; code < ByteCodes + _symbolCount; code++)
        {
            if (_counts[code] >= threshold)
            {
                var symbol = _symbols[code];
                AddGain(symbol, (long)_counts[code] * (symbol.Length == 1 ? singleByteWeight : symbol.Length));
            }
        }

        if (join)
        {
            foreach (var pair in _followers)
            {
                var symbol = _symbols[pair >> CodeBits];
                if (_followCounts[pair] >= threshold && symbol.Length < Symbol.MaxLength)
                {
                    var joined = symbol.Append(_symbols[pair & ((1 << CodeBits) - 1)]);
                    AddGain(joined, (long)_followCounts[pair] * joined.Length);
                }
            }
        }

        _candidates.Clear();
        foreach (var (symbol, gain) in _gains)
        {
            _candidates.Add((gain, symbol));
        }

        _candidates.Sort(static (x, y) => x.Gain != y.Gain ? y.Gain.CompareTo(x.Gain) : x.Symbol.Bytes.CompareTo(y.Symbol.Bytes));
        Adopt();
    }

    private void AddGain(Symbol symbol, long gain) => CollectionsMarshal.GetValueRefOrAddDefault(_gains, symbol, out _) += gain;

    private static int SlotOf(uint firstThree) => (int)((firstThree * SlotMultiplier) >> (32 - SlotBits));

    /// <summary>Makes the best candidates the symbols of the next generation. Of candidates that collide in the hash table, only the best is used.</summary>
    private void Adopt()
    {
        for (var value = 0; value < ByteCodes; value++)
        {
            _singleCodes[value] = (ushort)value;
        }

        Array.Clear(_pairCodes);
        Array.Clear(_slotCodes);
        _symbolCount = 0;
        foreach (var (_, symbol) in _candidates)
        {
            ref var code = ref CodeOf(symbol);
            if (code < ByteCodes)
            {
                code = (ushort)(ByteCodes + _symbolCount);
                _symbols[ByteCodes + _symbolCount] = symbol;
                if (++_symbolCount == SymbolTableView.MaxSymbols)
                {
                    return;
                }
            }
        }
    }

    /// <summary>Returns the table entry for a symbol's code.</summary>
    private ref ushort CodeOf(Symbol symbol)
    {
        switch (symbol.Length)
        {
            case 1:
                return ref _singleCodes[symbol.First];
            case 2:
                return ref _pairCodes[symbol.FirstTwo];
            default:
                return ref _slotCodes[SlotOf(symbol.FirstThree)];
        }
    }
}

/// <summary>Represents a bounded sample for training, spread over many texts.</summary>
internal sealed class TrainingSample
{
    /// <summary>The default sample size in bytes. Larger samples cost time and hardly change the symbols.</summary>
    public const int DefaultSize = 1 << 14;

    /// <summary>The size in bytes of the sampled pieces of a long text.</summary>
    private const int PieceSize = 512;

    private const int FewPieces = 64;

    /// <summary>The number of texts to examine, or up to twice as many. Examining all of more short texts would cost more than training.</summary>
    private const int MaxLooks = 1 << 17;

    private readonly List<int> _ends = [];
    private TrainingSample(int size) => Bytes = new byte[size + PieceSize + sizeof(ulong)];

    /// <summary>Gets the concatenated pieces, followed by at least eight bytes.</summary>
    public byte[] Bytes { get; }

    /// <summary>Gets the number of sampled bytes.</summary>
    public int Length { get; private set; }

    /// <summary>Gets the number of pieces.</summary>
    public int Count => _ends.Count;

    /// <summary>Samples all of the texts, or about <paramref name="size"/> evenly spread bytes if they are longer.</summary>
    /// <param name="text">All texts, concatenated.</param>
    /// <param name="ends">The end of each text.</param>
    /// <param name="size">The number of bytes to sample.</param>
    public static TrainingSample Take(ReadOnlySpan<byte> text, ReadOnlySpan<int> ends, int size = DefaultSize)
    {
        var sample = new TrainingSample(size);
        var step = Math.Max(1, ends.Length / MaxLooks);
        for (var first = 0; first < ends.Length; first += step)
        {
            // Choose one text of each step by a hash of its position, so no column of a table is always skipped.
            var index = Math.Min(first + (int)(Hash((uint)first) % (uint)step), ends.Length - 1);
            var end = ends[index];
            for (var start = index == 0 ? 0 : ends[index - 1]; start < end; start = Math.Min(end, start + PieceSize))
            {
                // Choose a piece with the probability size / total by a hash of its position, so equal texts always produce equal tables.
                if (text.Length <= size || (ulong)Hash((uint)start) * (ulong)text.Length >> 32 < (ulong)size * (ulong)step)
                {
                    sample.Add(text[start..Math.Min(end, start + PieceSize)]);
                    if (sample.Length >= size)
                    {
                        return sample;
                    }
                }
            }
        }

        return sample;
    }

    public int StartOf(int piece) => piece == 0 ? 0 : _ends[piece - 1];

    public int EndOf(int piece) => _ends[piece];

    /// <summary>Determines whether a piece is in a part of the sample, in 128ths. If there are few pieces, all are in every part.</summary>
    public bool Includes(int piece, int part) => Count < FewPieces || (Hash((uint)piece) & 127) < part;

    /// <summary>Returns eight bytes of the sample, with the first byte lowest.</summary>
    public static ulong WordAt(byte[] bytes, int position) => BinaryPrimitives.ReadUInt64LittleEndian(bytes.AsSpan(position));

    private void Add(ReadOnlySpan<byte> piece)
    {
        piece.CopyTo(Bytes.AsSpan(Length));
        Length += piece.Length;
        _ends.Add(Length);
    }

    /// <summary>Computes the finalizer of MurmurHash3 (Austin Appleby).</summary>
    private static uint Hash(uint value)
    {
        value = (value ^ (value >> 16)) * 0x85EBCA6B;
        value = (value ^ (value >> 13)) * 0xC2B2AE35;
        return value ^ (value >> 16);
    }
}

/// <summary>Writes tables that <see cref="SymbolTableView"/> reads.</summary>
internal static class SymbolTableWriter
{
    /// <summary>Writes a table. The code of each symbol is its index.</summary>
    public static byte[] Write(ReadOnlySpan<Symbol> symbols)
    {
        // Place long symbols first, so short symbols are found inside them.
        Span<byte> pool = stackalloc byte[SymbolTableView.MaxSymbolBytes];
        var used = 0;
        Span<ushort> entries = stackalloc ushort[symbols.Length];
        for (var length = Symbol.MaxLength; length > 0; length--)
        {
            for (var code = 0; code < symbols.Length; code++)
            {
                if (symbols[code].Length == length)
                {
                    entries[code] = (ushort)((Place(symbols[code], pool, ref used) << SymbolTableView.LengthBits) | (length - 1));
                }
            }
        }

        var table = new byte[SymbolTableView.HeaderSize + (2 * symbols.Length) + used + SymbolTableView.Padding];
        table[0] = SymbolTableView.Version;
        table[1] = (byte)symbols.Length;
        BinaryPrimitives.WriteUInt16LittleEndian(table.AsSpan(2), (ushort)used);
        for (var code = 0; code < symbols.Length; code++)
        {
            BinaryPrimitives.WriteUInt16LittleEndian(table.AsSpan(SymbolTableView.HeaderSize + (2 * code)), entries[code]);
        }

        pool[..used].CopyTo(table.AsSpan(SymbolTableView.HeaderSize + (2 * symbols.Length)));
        BinaryPrimitives.WriteUInt32LittleEndian(table.AsSpan(SymbolTableView.ChecksumOffset), Checksum(table));
        return table;
    }

    /// <summary>Computes the CRC-32C of a table without the bytes of the checksum itself.</summary>
    public static uint Checksum(ReadOnlySpan<byte> table) =>
        Crc32C.Compute(table[SymbolTableView.HeaderSize..], Crc32C.Compute(table[..SymbolTableView.ChecksumOffset]));

    /// <summary>Finds a symbol in the pool, or appends the part of it that does not overlap the end of the pool.</summary>
    private static int Place(Symbol symbol, Span<byte> pool, ref int used)
    {
        Span<byte> word = stackalloc byte[Symbol.MaxLength];
        symbol.WriteTo(word);
        var bytes = word[..symbol.Length];
        var start = pool[..used].IndexOf(bytes);
        if (start < 0)
        {
            var overlap = Math.Min(symbol.Length - 1, used);
            while (!pool[(used - overlap)..used].SequenceEqual(bytes[..overlap]))
            {
                overlap--;
            }

            start = used - overlap;
            bytes.CopyTo(pool[start..]);
            used = start + bytes.Length;
        }

        return start;
    }
}
