using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Strings;

/// <summary>Text to the codes of a symbol table: at each step the longest symbol that is found by its first three bytes, then by two, then by one.</summary>
/// <remarks>
/// As in FSST (Boncz, Neumann, Leis: PVLDB 13, 2020) symbols of three bytes and more lie in a hash table with one place for each
/// value of the first three bytes; where two symbols meet, the one with the lower code stays, and the other is not used.
/// Symbols of one and two bytes lie in a table of all pairs.
/// </remarks>
internal sealed class SymbolEncoder
{
    /// <summary>The places for symbols of three bytes and more.</summary>
    public const int SlotCount = 1 << SlotBits;

    private const int SlotBits = 10;
    private const int PairEscape = 0x1000;
    private const int PairLengthShift = 8;

    /// <summary>An odd constant that spreads the low 24 bits over the high ones: 2^32 divided by the golden ratio.</summary>
    private const uint Multiplier = 2654435769;

    /// <summary>For two bytes, the first one lowest: a code, above it the length it covers (1 or 2), above that whether it is an escape.</summary>
    private readonly ushort[] _pairs = new ushort[1 << 16];

    private readonly Slot[] _slots = new Slot[SlotCount];

    public SymbolEncoder(ReadOnlySpan<Symbol> symbols)
    {
        Array.Fill(_pairs, (ushort)(PairEscape | (1 << PairLengthShift) | SymbolTableView.Escape));
        Array.Fill(_slots, Slot.Free);
        for (var code = 0; code < symbols.Length; code++)
        {
            var symbol = symbols[code];
            if (symbol.HasZero)
            {
                continue;
            }

            if (symbol.Length == 1)
            {
                for (var second = 0; second < 256; second++)
                {
                    ref var pair = ref _pairs[(second << 8) | symbol.First];
                    if (pair >= PairEscape)
                    {
                        pair = (ushort)((1 << PairLengthShift) | code);
                    }
                }
            }
            else if (symbol.Length == 2)
            {
                _pairs[symbol.FirstTwo] = (ushort)((2 << PairLengthShift) | code);
            }
            else
            {
                ref var slot = ref _slots[SlotOf(symbol.FirstThree)];
                if (slot.IsFree)
                {
                    slot = new Slot(symbol, (byte)code);
                }
            }
        }
    }

    /// <summary>Compresses a text.</summary>
    /// <param name="text">The text.</param>
    /// <param name="destination">At least two bytes for each of the text.</param>
    /// <returns>Bytes written.</returns>
    public int Encode(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        var written = 0;
        var position = 0;
        while (position < text.Length)
        {
            var word = LoadWord(text[position..]);
            ref readonly var slot = ref _slots[SlotOf((uint)word & 0xFFFFFF)];
            if (slot.Symbol == (word & (ulong.MaxValue >> slot.IgnoredBits)))
            {
                destination[written++] = slot.Code;
                position += slot.Length;
                continue;
            }

            var pair = _pairs[(ushort)word];
            destination[written++] = (byte)pair;
            if (pair >= PairEscape)
            {
                destination[written++] = (byte)word;
            }

            position += (pair >> PairLengthShift) & 3;
        }

        return written;
    }

    /// <summary>The place of a symbol with these first three bytes, the first one lowest.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int SlotOf(uint firstThree) => (int)((firstThree * Multiplier) >> (32 - SlotBits));

    private static ulong LoadWord(ReadOnlySpan<byte> text)
    {
        if (text.Length >= sizeof(ulong))
        {
            return BinaryPrimitives.ReadUInt64LittleEndian(text);
        }

        var word = 0UL;
        for (var i = text.Length - 1; i >= 0; i--)
        {
            word = (word << 8) | text[i];
        }

        return word;
    }

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct Slot(ulong symbol, byte ignoredBits, byte code, byte length)
    {
        public Slot(Symbol symbol, byte code)
            : this(symbol.Bytes, (byte)(64 - (8 * symbol.Length)), code, (byte)symbol.Length)
        {
        }

        /// <summary>A slot that no word equals: one bit of the word is kept, and compared with 64 ones.</summary>
        public static Slot Free => new(ulong.MaxValue, 63, 0, 0);

        public ulong Symbol { get; } = symbol;

        public byte IgnoredBits { get; } = ignoredBits;

        public byte Code { get; } = code;

        public byte Length { get; } = length;

        public bool IsFree => Length == 0;
    }
}
