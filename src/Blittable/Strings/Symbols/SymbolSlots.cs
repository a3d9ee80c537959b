using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Strings;

/// <summary>The symbols of a <see cref="SymbolEncoder"/> for texts that are taken symbol by symbol.</summary>
/// <remarks>
/// As in FSST (Boncz, Neumann, Leis: PVLDB 13, 2020) symbols of three bytes and more lie in a hash table with one place for each
/// value of the first three bytes. Symbols of one and two bytes lie in a table of all pairs.
/// </remarks>
internal sealed class SymbolSlots
{
    /// <summary>The places for symbols of three bytes and more.</summary>
    public const int Count = 1 << CountBits;

    /// <summary>Places are found by this many bits of a product.</summary>
    public const int CountBits = 10;

    /// <summary>The bytes of a <see cref="Slot"/>, as a power of two.</summary>
    public const int SlotSizeBits = 4;

    /// <summary>
    /// What an entry says beside the code in its lowest byte: whether a longer symbol may start like this, the bytes of text that it
    /// covers, 1 to 8, and above these whether it is an escape.
    /// </summary>
    public const int GoesOn = 1 << 8, LengthShift = 9, LengthMask = 0xF, EscapeShift = 13;

    /// <summary>An odd constant that spreads the low 24 bits over the high ones: 2^32 divided by the golden ratio.</summary>
    public const uint Multiplier = 2654435769;

    private const int EscapeFlag = 1 << EscapeShift;

    /// <param name="symbols">The symbols and their codes; no two of three bytes and more have the same <see cref="PlaceOf"/>, and none has a zero.</param>
    public SymbolSlots(ReadOnlySpan<(Symbol Symbol, byte Code)> symbols)
    {
        Array.Fill(Pairs, (ushort)(EscapeFlag | (1 << LengthShift) | SymbolTableView.Escape));
        Array.Fill(Slots, Slot.Free);
        foreach (var (symbol, code) in symbols)
        {
            Add(symbol, (ushort)((symbol.Length << LengthShift) | code));
        }

        var singles = 0;
        foreach (var (symbol, _) in symbols)
        {
            if (symbol.Length > 2)
            {
                Pairs[symbol.FirstTwo] |= GoesOn;
            }

            singles += symbol.Length == 1 ? 1 : 0;
        }

        AreMostlySingles = 2 * singles > symbols.Length;
    }

    /// <summary>For two bytes, the first one lowest, the entry of the symbol of both or of the first, or an escape.</summary>
    public ushort[] Pairs { get; } = new ushort[1 << 16];

    /// <summary>The places of symbols of three bytes and more.</summary>
    public Slot[] Slots { get; } = new Slot[Count];

    /// <summary>Whether most symbols are single bytes, as for scripts of three bytes a character.</summary>
    public bool AreMostlySingles { get; }

    /// <summary>The place of a symbol with these first three bytes, the first one lowest.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int PlaceOf(uint firstThree) => (int)((firstThree * Multiplier) >> (32 - CountBits));

    private void Add(Symbol symbol, ushort entry)
    {
        switch (symbol.Length)
        {
            case 1:
                for (var second = 0; second < 256; second++)
                {
                    // Pairs win over single bytes.
                    ref var pair = ref Pairs[(second << 8) | symbol.First];
                    if (pair >= EscapeFlag)
                    {
                        pair = entry;
                    }
                }

                break;
            case 2:
                Pairs[symbol.FirstTwo] = entry;
                break;
            default:
                Slots[PlaceOf(symbol.FirstThree)] = new Slot(symbol, entry);
                break;
        }
    }

    /// <summary>A place in the hash table: a symbol of three bytes and more.</summary>
    [StructLayout(LayoutKind.Sequential, Size = 1 << SlotSizeBits)]
    public readonly struct Slot(ulong symbol, uint entry, int ignoredBits)
    {
        public Slot(Symbol symbol, uint entry)
            : this(symbol.Bytes << (64 - (8 * symbol.Length)), entry, 64 - (8 * symbol.Length))
        {
        }

        /// <summary>A slot that no word equals: of the word its last bit is kept, moved up to the first, and the bit compared with it is another.</summary>
        public static Slot Free => new(1, 0, 63);

        /// <summary>The bytes of the symbol, moved up by <see cref="IgnoredBits"/> as the word is that they are compared with.</summary>
        public readonly ulong Symbol = symbol;

        public readonly uint Entry = entry;

        public readonly int IgnoredBits = ignoredBits;
    }
}
