using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Layout;

/// <summary>Reads and writes the trailer, which follows a document's values: the address of the root, and the tables that values refer to.</summary>
/// <remarks>
/// Read from the end, as the last byte says which parts there are. In memory order:
/// <code>
/// values          from byte 0, one after the other without gaps
/// [limits]        expanded JSON length: varint | depth: varint, both backward        if Shared
/// [symbol table]  serialized SymbolTable | its length: backward varint               if HasSymbols
/// [shape table]   address of each shape's block: u16, or u32 where the table itself
///                 starts at 65,536 or later | count: backward varint                 if HasShapes
/// [dictionary]    first two bytes of its chained hash | version: backward varint     if HasDictionary
/// root            distance from this field's first byte back to the root: backward varint
/// flags           bits 0-2 format version 1 | 3 HasDictionary | 4 HasShapes | 5 Shared | 6 HasSymbols | 7 zero
/// </code>
/// A document that shares nothing and has no repeated shape ends in two or three bytes of trailer.
/// </remarks>
internal readonly ref struct Trailer
{
    public const byte Version = 1;
    public const byte VersionMask = 0x07;
    public const byte HasDictionary = 0x08;
    public const byte HasShapes = 0x10;
    public const byte Shared = 0x20;
    public const byte HasSymbols = 0x40;
    public const byte Reserved = 0x80;

    /// <summary>The part of a trailer that no table can exceed: flags, root, dictionary, the three counts and the limits.</summary>
    public const int MaxFixedLength = 1 + 2 + 7 * Varint.MaxLength;

    /// <summary>The shortest document: a value, its distance and the flags have a byte each.</summary>
    private const int MinLength = 3;

    private const int WideAddresses = 0x10000;

    /// <summary>Bytes of a dictionary's field whose version takes one.</summary>
    private const int ShortDictionary = 3;

    public byte Flags { get; init; }

    /// <summary>Address of the root value.</summary>
    public int Root { get; init; }

    /// <summary>Version of the dictionary that the document was written with, 0 without one.</summary>
    public int DictionaryVersion { get; init; }

    /// <summary>The check on the dictionary's history up to that version.</summary>
    public ushort DictionaryCheck { get; init; }

    /// <summary>Where the shape table starts, which also says how wide its entries are.</summary>
    public int ShapeTable { get; init; }

    public int ShapeCount { get; init; }

    /// <summary>Where the symbol table starts, if there is one.</summary>
    public int SymbolTable { get; init; }

    /// <summary>The serialized symbol table, empty without one.</summary>
    public ReadOnlySpan<byte> Symbols { get; init; }

    /// <summary>Nesting depth, recorded only in a document that shares values; otherwise 0.</summary>
    public uint Depth { get; init; }

    /// <summary>Bytes of the document's JSON text without white space, recorded only in a document that shares values; otherwise 0.</summary>
    public uint ExpandedLength { get; init; }

    /// <summary>The most values that the document can have: each is a byte of text at least.</summary>
    public long MaxValues => (Flags & Shared) == 0 ? ValuesEnd : ExpandedLength == uint.MaxValue ? long.MaxValue : ExpandedLength;

    /// <summary>Where the values end.</summary>
    public int ValuesEnd { get; init; }

    /// <summary>Bytes of an entry of a shape table that starts at <paramref name="shapeTable"/>.</summary>
    public static int ShapeEntrySize(int shapeTable) => shapeTable < WideAddresses ? 2 : 4;

    /// <summary>Address of the block of shape <paramref name="number"/>.</summary>
    /// <exception cref="BlittableException">The table would have to continue after the document.</exception>
    public static int ShapeAddress(ReadOnlySpan<byte> document, int shapeTable, uint number)
    {
        var size = ShapeEntrySize(shapeTable);
        var entry = shapeTable + ((long)number * size);
        if (entry > document.Length)
        {
            ThrowHelper.InvalidCount(number, "a shape", shapeTable);
        }

        return (int)RawBytes.ReadUpTo32(document, (int)entry, size);
    }

    /// <summary>The same where four bytes are there, as there are of all shapes but the last ones of a small document.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadShapeAddress(ReadOnlySpan<byte> document, int shapeTable, uint number, out int address)
    {
        var size = ShapeEntrySize(shapeTable);
        var entry = shapeTable + ((int)number * size);
        var fits = RawBytes.Fits(document, entry, sizeof(uint));
        address = fits ? (int)RawBytes.ReadUpTo32(document, entry, size) : 0;
        return fits;
    }

    /// <summary>Reads the last two fields; <paramref name="end"/> is then where the fields before them end.</summary>
    /// <returns>The address of the root.</returns>
    /// <exception cref="BlittableException">No document ends like this.</exception>
    public static int ReadRoot(ReadOnlySpan<byte> document, out byte flags, out int end)
    {
        var last = document.Length - 1;
        var distance = ReadShortDistance(document, out flags, out end);
        RequireVersion(flags, last);
        if (distance == 0)
        {
            (distance, end) = ReadLongDistance(document, last);
        }

        if (distance <= 0 || distance > end)
        {
            ThrowHelper.InvalidData("the distance of the root", "one outside the document", last);
        }

        return end - distance;
    }

    /// <summary>The same without a check of the fields.</summary>
    /// <returns>The distance of the root from <paramref name="end"/>, if it has one or two bytes; 0 for any other.</returns>
    /// <exception cref="BlittableException">The document is too short to be one.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int ReadShortDistance(ReadOnlySpan<byte> document, out byte flags, out int end)
    {
        // No local here is handed to a call by reference, or a caller that inlines this would keep it in memory.
        if (document.Length < MinLength)
        {
            ThrowHelper.TooShort(document.Length);
        }

        ref var field = ref Unsafe.Add(ref MemoryMarshal.GetReference(document), (nint)(uint)document.Length - MinLength);
        flags = Unsafe.Add(ref field, 2);
        int distance = Unsafe.Add(ref field, 1);
        end = document.Length - 2;
        if (distance > Varint.MaxOneByte)
        {
            distance = field > Varint.MaxOneByte ? 0 : (distance & Varint.MaxOneByte) | (field << 7);
            end--;
        }

        return distance;
    }

    /// <summary>Reads the dictionary's field of a document that has no tables, if its version and the distance of the root are short.</summary>
    /// <param name="document">The document.</param>
    /// <param name="end">Where the field ends.</param>
    /// <param name="distance">The root's distance from there, 0 for one that is not short.</param>
    /// <param name="version">The version.</param>
    /// <param name="check">The check.</param>
    /// <param name="start">Where the field starts.</param>
    /// <returns>False for any other.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadShortDictionary(ReadOnlySpan<byte> document, int end, int distance, out int version, out ushort check, out int start)
    {
        start = end - ShortDictionary;
        version = 0;
        check = 0;
        if ((uint)start >= (uint)end || (uint)(distance - ShortDictionary - 1) >= (uint)start)
        {
            return false;
        }

        // With the byte before it, which is a value's at least.
        var field = RawBytes.ReadUInt32(document, start - 1);
        version = (int)(field >> 24);
        check = (ushort)(field >> 8);
        return version <= Varint.MaxOneByte;
    }

    /// <summary>Reads the head of the shape table of a document that has no other table, if the count, the entries and the distance of the root
    /// are short.</summary>
    /// <param name="document">The document.</param>
    /// <param name="end">Where the table's count ends.</param>
    /// <param name="root">The address of the root.</param>
    /// <param name="start">Where the table starts.</param>
    /// <returns>False for any other.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadShortShapes(ReadOnlySpan<byte> document, int end, int root, out int start)
    {
        var last = end - 1;
        start = 0;
        if ((uint)last >= (uint)document.Length)
        {
            return false;
        }

        int count = Unsafe.Add(ref MemoryMarshal.GetReference(document), (nint)(uint)last);
        start = last - (sizeof(ushort) * count);
        return count <= Varint.MaxOneByte && start < WideAddresses && root >= 0 && root < start;
    }

    /// <summary>Gets whether flags are those of this version.</summary>
    public static bool IsVersion(byte flags) => (flags & (VersionMask | Reserved)) == Version;

    /// <summary>Refuses flags of another version.</summary>
    /// <exception cref="BlittableException">The flags are those of another version, or reserved ones are set.</exception>
    public static void RequireVersion(byte flags, int offset)
    {
        if (!IsVersion(flags))
        {
            ThrowHelper.UnsupportedVersion(flags, offset);
        }
    }

    /// <summary>Reads a root's distance of more than two bytes.</summary>
    /// <returns>The distance, 0 for an invalid one, and the end of the fields before it.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (int Distance, int End) ReadLongDistance(ReadOnlySpan<byte> document, int end) =>
        Varint.TryReadBackward(document, ref end, out var distance) && distance <= int.MaxValue ? ((int)distance, end) : (0, end);

    /// <summary>Reads the dictionary's field, if the flags announce one, and the head of the shape table, and steps back over both.</summary>
    /// <remarks>With <see cref="ReadRoot"/> this is all that it takes to open a document without a symbol table: that and the limits lie before.</remarks>
    /// <returns>False where they do not fit.</returns>
    public static bool TryReadTables(ReadOnlySpan<byte> document, byte flags, ref int end, out uint version, out ushort check, out uint shapeCount)
    {
        version = 0;
        shapeCount = 0;
        check = 0;
        if ((flags & HasDictionary) != 0)
        {
            if (!Varint.TryReadBackward(document, ref end, out version) || version - 1 >= int.MaxValue || end < sizeof(ushort))
            {
                return false;
            }

            end -= sizeof(ushort);
            check = RawBytes.ReadUInt16(document, end);
        }

        return (flags & HasShapes) == 0
            || (Varint.TryReadBackward(document, ref end, out shapeCount) && TryReserveShapes(ref end, shapeCount));
    }

    /// <summary>Reads the symbol table, if the flags announce one, and steps back over it.</summary>
    /// <param name="document">The document.</param>
    /// <param name="flags">Its flags.</param>
    /// <param name="end">Where the shape table starts, then where the symbol table does.</param>
    /// <param name="symbols">The serialized table, empty without one.</param>
    /// <returns>False where it does not fit.</returns>
    public static bool TryReadSymbols(ReadOnlySpan<byte> document, byte flags, scoped ref int end, out ReadOnlySpan<byte> symbols)
    {
        symbols = default;
        if ((flags & HasSymbols) == 0)
        {
            return true;
        }

        if (!Varint.TryReadBackward(document, ref end, out var length) || length > (uint)end)
        {
            return false;
        }

        end -= (int)length;
        symbols = document.Slice(end, (int)length);
        return true;
    }

    /// <summary>Reads the whole trailer.</summary>
    /// <exception cref="BlittableException">No document ends like this.</exception>
    public static Trailer Read(ReadOnlySpan<byte> document)
    {
        var root = ReadRoot(document, out var flags, out var end);
        uint depth = 0, expanded = 0;
        var valid = TryReadTables(document, flags, ref end, out var version, out var check, out var shapeCount);
        var shapeTable = end;
        ReadOnlySpan<byte> symbols = default;
        valid = valid && TryReadSymbols(document, flags, ref end, out symbols);
        var symbolTable = end;
        if (valid && (flags & Shared) != 0)
        {
            valid = Varint.TryReadBackward(document, ref end, out depth) && Varint.TryReadBackward(document, ref end, out expanded);
        }

        if (!valid || root >= end)
        {
            ThrowHelper.InvalidTrailer(flags, document.Length - 1);
        }

        return new Trailer
        {
            Flags = flags,
            Root = root,
            DictionaryVersion = (int)version,
            DictionaryCheck = check,
            ShapeTable = shapeTable,
            ShapeCount = (int)shapeCount,
            SymbolTable = symbolTable,
            Symbols = symbols,
            Depth = depth,
            ExpandedLength = expanded,
            ValuesEnd = end,
        };
    }

    /// <summary>Reads <see cref="ExpandedLength"/> alone, of a document that shares values; no limit where the record cannot say the length.</summary>
    /// <exception cref="BlittableException">No document ends like this.</exception>
    public static long ReadMaxValues(ReadOnlySpan<byte> document) => ReadExpandedLength(document) is var length && length == uint.MaxValue ? long.MaxValue : length;

    private static uint ReadExpandedLength(ReadOnlySpan<byte> document)
    {
        ReadRoot(document, out var flags, out var end);
        uint expanded = 0;
        if (!TryReadTables(document, flags, ref end, out _, out _, out _)
            || !TryReadSymbols(document, flags, ref end, out _)
            || !Varint.TryReadBackward(document, ref end, out _)
            || !Varint.TryReadBackward(document, ref end, out expanded))
        {
            ThrowHelper.InvalidTrailer(flags, document.Length - 1);
        }

        return expanded;
    }

    /// <summary>Steps back over a shape table that ends at <paramref name="end"/>: narrow entries if it then starts low enough, else wide ones.</summary>
    private static bool TryReserveShapes(ref int end, uint count)
    {
        var start = end - 2L * count;
        if (start >= WideAddresses)
        {
            start = end - 4L * count;
            if (start < WideAddresses)
            {
                // A table of wide entries starts at 65,536 or later, so no writer makes this one.
                return false;
            }
        }

        end = (int)start;
        return start >= 0;
    }
}
