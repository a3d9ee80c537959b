using System.Buffers.Binary;

namespace Blittable.Format;

/// <summary>What stands behind a document's values: where the root is, and the tables that its values refer to.</summary>
/// <remarks>
/// Read from the end, as the last byte says which parts there are. In memory order:
/// <code>
/// values          from byte 0, one behind the other without gaps
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

    private const int WideAddresses = 0x10000;

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

    /// <summary>The serialized symbol table, empty without one.</summary>
    public ReadOnlySpan<byte> Symbols { get; init; }

    /// <summary>Nesting depth, recorded only in a document that shares values; otherwise 0.</summary>
    public uint Depth { get; init; }

    /// <summary>Bytes of the document's JSON text without white space, recorded only in a document that shares values; otherwise 0.</summary>
    public uint ExpandedLength { get; init; }

    /// <summary>Where the values end.</summary>
    public int ValuesEnd { get; init; }

    /// <summary>Bytes of an entry of a shape table that starts at <paramref name="shapeTable"/>.</summary>
    public static int ShapeEntrySize(int shapeTable) => shapeTable < WideAddresses ? 2 : 4;

    /// <summary>Address of the block of shape <paramref name="number"/>.</summary>
    public static int ShapeAddress(ReadOnlySpan<byte> document, int shapeTable, int number) =>
        shapeTable < WideAddresses
            ? BinaryPrimitives.ReadUInt16LittleEndian(document[(shapeTable + 2 * number)..])
            : BinaryPrimitives.ReadInt32LittleEndian(document[(shapeTable + 4 * number)..]);

    /// <summary>Reads the whole trailer.</summary>
    /// <exception cref="BlittableException">No document ends like this.</exception>
    public static Trailer Read(ReadOnlySpan<byte> document)
    {
        if (document.IsEmpty)
        {
            ThrowHelper.InvalidData("a document", "no bytes", 0);
        }

        var end = document.Length - 1;
        var flags = document[end];
        if ((flags & (VersionMask | Reserved)) != Version)
        {
            ThrowHelper.UnsupportedVersion(flags, end);
        }

        var field = end;
        if (!Varint.TryReadBackward(document, ref end, out var distance) || distance == 0 || distance > (uint)end)
        {
            ThrowHelper.InvalidData("the distance of the root", "one outside the document", field);
        }

        var root = end - (int)distance;
        uint version = 0, shapeCount = 0, symbolLength = 0, depth = 0, expanded = 0;
        ushort check = 0;
        var valid = true;
        if ((flags & HasDictionary) != 0)
        {
            valid = Varint.TryReadBackward(document, ref end, out version) && version - 1 < int.MaxValue && (end -= 2) >= 0;
            check = valid ? BinaryPrimitives.ReadUInt16LittleEndian(document[end..]) : (ushort)0;
        }

        var shapeTable = end;
        if (valid && (flags & HasShapes) != 0)
        {
            valid = Varint.TryReadBackward(document, ref end, out shapeCount) && TryReserveShapes(ref end, shapeCount);
            shapeTable = end;
        }

        var symbols = ReadOnlySpan<byte>.Empty;
        if (valid && (flags & HasSymbols) != 0)
        {
            valid = Varint.TryReadBackward(document, ref end, out symbolLength) && symbolLength <= (uint)end;
            if (valid)
            {
                end -= (int)symbolLength;
                symbols = document.Slice(end, (int)symbolLength);
            }
        }

        if (valid && (flags & Shared) != 0)
        {
            valid = Varint.TryReadBackward(document, ref end, out depth) && Varint.TryReadBackward(document, ref end, out expanded);
        }

        if (!valid || root >= end)
        {
            ThrowHelper.InvalidData("a trailer whose parts fit into the document", $"flags 0x{flags:x2} and parts that do not", field);
        }

        return new Trailer
        {
            Flags = flags,
            Root = root,
            DictionaryVersion = (int)version,
            DictionaryCheck = check,
            ShapeTable = shapeTable,
            ShapeCount = (int)shapeCount,
            Symbols = symbols,
            Depth = depth,
            ExpandedLength = expanded,
            ValuesEnd = end,
        };
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
                // No writer leaves this gap: see TrailerWriter.
                return false;
            }
        }

        end = (int)start;
        return start >= 0;
    }
}
