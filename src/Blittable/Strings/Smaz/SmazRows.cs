using System.Runtime.InteropServices;

namespace Blittable.Strings;

/// <summary>The symbols of Smaz as <see cref="SmazLaneKernel"/> looks for them: two look-ups, by two bytes and by the third, give the longest.</summary>
/// <remarks>
/// <code>
/// Pairs    for each two bytes where their row begins in Items
/// Thirds   for each byte its column, which it has if it is the third byte of a symbol, else 0
/// Items    rows of Columns items: what a text has that begins with the two bytes and a third one
/// Joined   a bit for each two bytes, set if they stand side by side within a symbol
/// Longer   for each hash of four bytes the symbol of four bytes and more that begins with them: a mask for its bytes, these bytes, its item
/// </code>
/// An item has 16 bits: the length in <see cref="LengthMask"/>, <see cref="MayBeLonger"/> for three bytes that a longer symbol begins with,
/// <see cref="IsVerbatim"/> for a byte without a code, and from bit 8 on the code or that byte. <see cref="End"/> is no byte of UTF-8 text, and its
/// item is 0: a text with that byte behind it needs no count.
/// </remarks>
internal sealed class SmazRows
{
    public const byte End = 0xFF;

    public const uint LengthMask = 7, MayBeLonger = 8, IsVerbatim = 16;

    public const int ContentShift = 8;

    /// <summary>Words of an entry of <see cref="LongerAddress"/>.</summary>
    public const int LongerWords = 3;

    /// <summary>The top four bits of the first four bytes times this are their hash. Found by search: no two longer symbols share one.</summary>
    public const uint LongerFactor = 0x22F6ED9D;

    public const int LongerShift = 28;

    /// <summary>Bits of <see cref="JoinedAddress"/> in a word, as a power of two.</summary>
    public const int JoinedBits = 5;

    public static readonly SmazRows Tables = new();

    private const int ByteValues = 256, TwoByteValues = ByteValues * ByteValues, Columns = 20;

    private const int PairLength = 2, TripleLength = 3;

    private readonly AlignedBytes _pairs = new(TwoByteValues * sizeof(ushort));
    private readonly AlignedBytes _thirds = new(ByteValues);
    private readonly AlignedBytes _joined = new(TwoByteValues / 8);
    private readonly AlignedBytes _longer = new((1 << (32 - LongerShift)) * LongerWords * sizeof(ulong));
    private readonly AlignedBytes _items;

    /// <summary>The rows, which are then copied to <see cref="ItemsAddress"/>.</summary>
    private readonly List<ushort> _rows = [];

    private SmazRows()
    {
        AddThirds();
        AddJoined();

        // The first row is that of the end. Rows of all that have the same item whatever follows, and then those of two bytes that longer symbols begin with.
        AddRow(0);
        var pairs = MemoryMarshal.Cast<byte, ushort>(_pairs.Span);
        AddSingles(pairs);
        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            if (LengthOf(code) == PairLength)
            {
                pairs[(ushort)BytesOf(code)] = AddRow(ItemOf(code, PairLength));
            }
        }

        AddTriples(pairs);
        _items = new AlignedBytes(_rows.Count * sizeof(ushort));
        MemoryMarshal.AsBytes(CollectionsMarshal.AsSpan(_rows)).CopyTo(_items.Span);
        _rows = [];
        AddLonger();
    }

    /// <summary>Where the tables begin; they do not move.</summary>
    public nint PairsAddress => _pairs.Address;

    public nint ThirdsAddress => _thirds.Address;

    public nint ItemsAddress => _items.Address;

    public nint JoinedAddress => _joined.Address;

    public nint LongerAddress => _longer.Address;

    private static ulong BytesOf(int code) => SmazCodebook.Entries[code] & ((1UL << SmazCodebook.LengthShift) - 1);

    private static int LengthOf(int code) => SmazCodebook.LengthOf(SmazCodebook.Entries[code]);

    private static ushort ItemOf(int content, int length, uint flags = 0) => (ushort)((uint)(content << ContentShift | length) | flags);

    /// <summary>Adds a row of the same items.</summary>
    /// <returns>Where it begins.</returns>
    private ushort AddRow(ushort item)
    {
        var start = (ushort)_rows.Count;
        for (var column = 0; column < Columns; column++)
        {
            _rows.Add(item);
        }

        return start;
    }

    /// <summary>Gives each first byte a row for all second bytes; none to the end mark.</summary>
    private void AddSingles(Span<ushort> pairs)
    {
        Span<ushort> items = stackalloc ushort[ByteValues];
        for (var value = 0; value < End; value++)
        {
            items[value] = ItemOf(value, 1, IsVerbatim);
        }

        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            if (LengthOf(code) == 1)
            {
                items[(byte)BytesOf(code)] = ItemOf(code, 1);
            }
        }

        for (var value = 0; value < End; value++)
        {
            pairs[value] = AddRow(items[value]);
        }

        for (var second = 1; second < ByteValues; second++)
        {
            pairs[..ByteValues].CopyTo(pairs[(second * ByteValues)..]);
        }
    }

    private void AddThirds()
    {
        byte column = 1;
        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            ref var third = ref _thirds.Span[(byte)(BytesOf(code) >> 16)];
            if (LengthOf(code) > PairLength && third == 0)
            {
                third = column++;
            }
        }
    }

    private void AddJoined()
    {
        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            for (var i = 1; i < LengthOf(code); i++)
            {
                var two = (ushort)(BytesOf(code) >> (8 * (i - 1)));
                _joined.Span[two >> 3] |= (byte)(1 << (two & 7));
            }
        }
    }

    private void AddTriples(Span<ushort> pairs)
    {
        var first = _rows.Count;
        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            if (LengthOf(code) < TripleLength)
            {
                continue;
            }

            ref var row = ref pairs[(ushort)BytesOf(code)];
            if (row < first)
            {
                row = AddRow(_rows[row]);
            }

            var place = row + _thirds.Span[(byte)(BytesOf(code) >> 16)];
            _rows[place] = LengthOf(code) == TripleLength ? ItemOf(code, TripleLength, _rows[place] & MayBeLonger) : (ushort)(_rows[place] | MayBeLonger);
        }
    }

    private void AddLonger()
    {
        var longer = MemoryMarshal.Cast<byte, ulong>(_longer.Span);
        for (var slot = 0; slot < longer.Length; slot += LongerWords)
        {
            // An empty entry: under a mask of zero no bytes are equal to 1.
            longer[slot + 1] = 1;
        }

        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            if (LengthOf(code) > TripleLength)
            {
                var slot = (int)((uint)BytesOf(code) * LongerFactor >> LongerShift) * LongerWords;
                longer[slot] = (1UL << (8 * LengthOf(code))) - 1;
                longer[slot + 1] = BytesOf(code);
                longer[slot + 2] = ItemOf(code, LengthOf(code));
            }
        }
    }
}
