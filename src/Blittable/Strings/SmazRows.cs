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

    /// <summary>The first four bytes times this, by a shift that leaves four bits, is their hash; found by trying: no two have one in common.</summary>
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

    private SmazRows()
    {
        AddThirds();
        AddJoined();

        // Rows for two bytes that longer symbols begin with, and one for all that have the same item whatever follows them; the first is that of the end.
        List<ushort> items = [.. new ushort[Columns]];
        var rows = new Dictionary<ushort, ushort>();
        var shorter = ShorterItems();
        var pairs = MemoryMarshal.Cast<byte, ushort>(_pairs.Span);
        for (var two = 0; two < TwoByteValues; two++)
        {
            if ((byte)two == End)
            {
                continue;
            }

            var next = (ushort)items.Count;
            if (BeginsLonger((ushort)two))
            {
                pairs[two] = next;
                items.AddRange(Enumerable.Repeat(shorter[two], Columns));
                AddTriples((ushort)two, CollectionsMarshal.AsSpan(items)[next..]);
            }
            else if (!rows.TryGetValue(shorter[two], out pairs[two]))
            {
                pairs[two] = next;
                rows.Add(shorter[two], next);
                items.AddRange(Enumerable.Repeat(shorter[two], Columns));
            }
        }

        _items = new AlignedBytes(items.Count * sizeof(ushort));
        MemoryMarshal.AsBytes(CollectionsMarshal.AsSpan(items)).CopyTo(_items.Span);
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

    private static bool BeginsLonger(ushort two)
    {
        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            if (LengthOf(code) > PairLength && (ushort)BytesOf(code) == two)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>For each two bytes the longest symbol of up to two.</summary>
    private static ushort[] ShorterItems()
    {
        var items = new ushort[TwoByteValues];
        for (var two = 0; two < TwoByteValues; two++)
        {
            items[two] = ItemOf((byte)two, 1, IsVerbatim);
        }

        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            var bytes = (int)BytesOf(code);
            switch (LengthOf(code))
            {
                case 1:
                    for (var second = 0; second < ByteValues; second++)
                    {
                        ref var item = ref items[bytes | second << 8];
                        item = (item & IsVerbatim) != 0 ? ItemOf(code, 1) : item;
                    }

                    break;
                case PairLength:
                    items[bytes] = ItemOf(code, PairLength);
                    break;
            }
        }

        return items;
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

    private void AddTriples(ushort two, Span<ushort> row)
    {
        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            if ((ushort)BytesOf(code) != two || LengthOf(code) < TripleLength)
            {
                continue;
            }

            ref var item = ref row[_thirds.Span[(byte)(BytesOf(code) >> 16)]];
            item = LengthOf(code) == TripleLength ? (ushort)(ItemOf(code, TripleLength) | (item & MayBeLonger)) : (ushort)(item | MayBeLonger);
        }
    }

    private void AddLonger()
    {
        var longer = MemoryMarshal.Cast<byte, ulong>(_longer.Span);
        for (var slot = 0; slot < longer.Length; slot += LongerWords)
        {
            // No bytes are this one under no mask.
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
