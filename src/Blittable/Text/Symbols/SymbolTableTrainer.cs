using System.Runtime.InteropServices;

namespace Blittable.Text;

/// <summary>Chooses the symbols for a text by FSST's method (Boncz, Neumann, Leis: PVLDB 13, 2020).</summary>
/// <remarks>
/// It starts without symbols. In each of seven generations it compresses a growing part of a sample with the symbols it has, counts how often
/// each code was used and which codes followed each other, and keeps the 255 symbols and joined pairs that would have covered most bytes.
/// The last generation joins no more pairs: it drops what the one before it did not use.
/// A generation's codes are 0 to 255 for the bytes themselves and 256 upwards for its symbols.
/// </remarks>
internal sealed class SymbolTableTrainer
{
    private const int ByteCodes = 256;
    private const int MaxCodes = ByteCodes + SymbolTableView.MaxSymbols;

    /// <summary>Codes of a pair are packed into one number, the second one in this many bits.</summary>
    private const int CodeBits = 9;

    /// <summary>A byte without a symbol costs two, so symbols of one byte count for more than they cover.</summary>
    private const int SingleByteWeight = 3;

    /// <summary>The same in the last generation, as FSST has it in all: that leaves as many codes, but half as many escapes, at each of which
    /// restoring stumbles.</summary>
    private const int LastSingleByteWeight = 8;

    /// <summary>Codes used less often in a full sample are not candidates.</summary>
    private const int MinUses = 4;

    /// <summary>Symbols of three bytes and more are found by a hash of their first three, of which so many bits count.</summary>
    private const int SlotBits = 10;

    /// <summary>An odd constant that spreads the low 24 bits over the high ones: 2^32 divided by the golden ratio.</summary>
    private const uint SlotMultiplier = 2654435769;

    /// <summary>How much of the sample the generations look at, in 128ths.</summary>
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

    /// <summary>The best symbols for a sample, most useful first.</summary>
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

    /// <summary>Compresses part of the sample, counting codes and, if wanted, which code follows which.</summary>
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

            // Besides the symbol itself its first byte alone is a candidate, so that a generation can take a step back.
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

    /// <summary>Replaces the symbols by the candidates that covered most.</summary>
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

    /// <summary>Makes the best candidates the symbols of the next generation; of those that meet in the hash table only the best one.</summary>
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

    /// <summary>The entry of the tables that a symbol's code would take.</summary>
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
