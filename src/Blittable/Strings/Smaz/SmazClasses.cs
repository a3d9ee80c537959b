using System.Numerics;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>The symbols of Smaz as <see cref="SmazClassKernel"/> looks for them: by the classes of two, three and four bytes.</summary>
/// <remarks>
/// Symbols have 36 different bytes. Each is a class of its own, lowercase letters 1 to 26 and <see cref="Others"/> from 27 on; the rest are class 0.
/// <code>
/// Entries[first + 40 * second]            code of the longest symbol of up to two bytes, or NoCode; IsPair if it has two
/// Entries[TriplesStart + hash of three]   0x00010000 * code of a symbol of three bytes
///                                         0x01000000 * check, which with the hash says what the three classes are; NoCheck where there are none
/// </code>
/// Hash: <c>(first + 40 * second + 8 * third) AND 1023</c>. Check: <c>third</c>, and <see cref="SecondIsHigh"/> for a second class of at least 20, as
/// pairs that have a hash in common are 25 or 26 second classes apart. Three bytes that are no symbol, but begin a longer one, have
/// <see cref="IsPrefix"/> in the check, and a number for their code. Tables of 16 by low nibble of the code say how triples go on.
/// </remarks>
internal sealed class SmazClasses
{
    public const int Count = 40;

    /// <summary>What classes are multiplied by. The third factor and the order of <see cref="Others"/> were found by search: no two triples that
    /// matter have a hash in common.</summary>
    public const int SecondFactor = Count, ThirdFactor = 8;

    public const int HashMask = 1023;

    /// <summary>From this second class on, the check has <see cref="SecondIsHigh"/>.</summary>
    public const int HighSecond = 20;

    public const byte SecondIsHigh = 0x40, IsPrefix = 0x80, NoCheck = 0x3F;

    public const uint IsPair = 0x100;

    public const int TriplesStart = Count * Count;

    public static readonly SmazClasses Tables = new();

    private const int TripleLength = 3, FirstOther = 27;

    private const uint TripleBytes = 0xFFFFFF;

    private const int LongCount = 4;

    /// <summary>No class.</summary>
    private const byte None = 0xFF;

    private readonly byte[] _singles = new byte[16];
    private readonly byte[] _longTriples = new byte[16];
    private readonly byte[] _fourthClasses = Nothing();
    private readonly byte[] _fourCodes = new byte[16];
    private readonly byte[] _longerClasses = Nothing();
    private readonly byte[] _otherClasses = Nothing();
    private int _longCount;

    private SmazClasses()
    {
        for (var slot = 0; slot < TriplesStart; slot++)
        {
            Entries[slot] = SymbolTrie.NoCode;
        }

        for (var slot = TriplesStart; slot < Entries.Length; slot++)
        {
            Entries[slot] = (uint)NoCheck << 24;
        }

        AddPairs();
        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            if (SmazCodebook.LengthOf(SmazCodebook.Entries[code]) == TripleLength)
            {
                AddTriple(SmazCodebook.Entries[code], (byte)code, 0);
            }
        }

        AddFours();
        Singles = Twice(_singles);
        LongTriples = Twice(_longTriples);
        FourthClasses = Twice(_fourthClasses);
        FourCodes = Twice(_fourCodes);
        LongerClasses = Twice(_longerClasses);
        OtherClasses = Twice(_otherClasses);
    }

    /// <summary>Bytes of symbols that are no lowercase letters, in the order of their classes.</summary>
    public static ReadOnlySpan<byte> Others => " \n,<.=\r-\":>/T"u8;

    /// <summary>Pairs and triples.</summary>
    public uint[] Entries { get; } = new uint[TriplesStart + HashMask + 1];

    /// <summary>For each low nibble a bit for every high nibble with which it is a byte with a code of its own.</summary>
    public Vector256<byte> Singles { get; }

    /// <summary>The codes of triples that begin longer symbols.</summary>
    public Vector256<byte> LongTriples { get; }

    /// <summary>The class that makes such a triple a symbol of four bytes, and that symbol's code.</summary>
    public Vector256<byte> FourthClasses { get; }

    public Vector256<byte> FourCodes { get; }

    /// <summary>The classes, at most two, with which the triple begins a symbol of more than four bytes.</summary>
    public Vector256<byte> LongerClasses { get; }

    public Vector256<byte> OtherClasses { get; }

    /// <summary>The codes of these symbols.</summary>
    public byte[] LongCodes { get; } = new byte[LongCount];

    /// <summary>The class of a byte.</summary>
    public static int ClassOf(byte value)
    {
        if (value is >= (byte)'a' and <= (byte)'z')
        {
            return value - 'a' + 1;
        }

        var other = Others.IndexOf(value);
        return other < 0 ? 0 : FirstOther + other;
    }

    private static Vector256<byte> Twice(byte[] table) => Vector256.Create(Vector128.Create(table));

    private static byte[] Nothing()
    {
        var table = new byte[16];
        for (var i = 0; i < table.Length; i++)
        {
            table[i] = None;
        }

        return table;
    }

    private void AddPairs()
    {
        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            var symbol = SmazCodebook.Entries[code];
            var first = ClassOf((byte)symbol);
            switch (SmazCodebook.LengthOf(symbol))
            {
                case 1:
                    _singles[(int)(symbol & 15)] |= (byte)(1 << (int)(symbol >> 4 & 15));
                    for (var second = 0; second < Count; second++)
                    {
                        ref var entry = ref Entries[first + (SecondFactor * second)];
                        entry = entry == SymbolTrie.NoCode ? (uint)code : entry;
                    }

                    break;
                case 2:
                    Entries[first + (SecondFactor * ClassOf((byte)(symbol >> 8)))] = (uint)code | IsPair;
                    break;
            }
        }
    }

    private void AddTriple(ulong symbol, byte code, byte flag)
    {
        var second = ClassOf((byte)(symbol >> 8));
        var third = ClassOf((byte)(symbol >> 16));
        var hash = (ClassOf((byte)symbol) + (SecondFactor * second) + (ThirdFactor * third)) & HashMask;
        var check = third | (second >= HighSecond ? SecondIsHigh : 0) | flag;
        Entries[TriplesStart + hash] = ((uint)code << 16) | ((uint)check << 24);
    }

    private void AddFours()
    {
        // Triples that are symbols first, as their nibbles are given.
        uint taken = 0;
        for (var pass = 0; pass < 2; pass++)
        {
            for (var code = 0; code < SmazCodebook.SymbolCount; code++)
            {
                var symbol = SmazCodebook.Entries[code];
                if (SmazCodebook.LengthOf(symbol) > TripleLength && CodeOfTriple(symbol) >= 0 == (pass == 0))
                {
                    AddFour(symbol, (byte)code, ref taken);
                }
            }
        }
    }

    private void AddFour(ulong symbol, byte code, ref uint taken)
    {
        var triple = CodeOfTriple(symbol);
        if (triple < 0)
        {
            triple = BitOperations.TrailingZeroCount(~taken);
            AddTriple(symbol, (byte)triple, IsPrefix);
        }

        var nibble = triple & 15;
        taken |= 1u << nibble;
        _longTriples[nibble] = (byte)triple;
        var fourth = (byte)ClassOf((byte)(symbol >> 24));
        if (SmazCodebook.LengthOf(symbol) == TripleLength + 1)
        {
            _fourthClasses[nibble] = fourth;
            _fourCodes[nibble] = code;
        }
        else
        {
            LongCodes[_longCount++] = code;
            var classes = _longerClasses[nibble] == None ? _longerClasses : _otherClasses;
            classes[nibble] = fourth;
        }
    }

    /// <summary>The code of the symbol that has the first three bytes of another one, or -1.</summary>
    private static int CodeOfTriple(ulong symbol)
    {
        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            var other = SmazCodebook.Entries[code];
            if (SmazCodebook.LengthOf(other) == TripleLength && ((other ^ symbol) & TripleBytes) == 0)
            {
                return code;
            }
        }

        return -1;
    }
}
