using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Layout;

/// <summary>Reads the trailer, which follows a document's values and stores the address of the root and the tables that values refer to.</summary>
/// <remarks>
/// The trailer is read from its end, because the last byte indicates which parts exist. In memory order:
/// <code>
/// values          from byte 0, without gaps
/// [limits]        expanded JSON length: varint | depth: varint, both backward        if Shared
/// [symbol table]  serialized SymbolTable | its length: backward varint               if HasSymbols
/// [shape table]   address of each shape's block: u16, or u32 if the table itself
///                 starts at 65,536 or later | count: backward varint                 if HasShapes
/// [dictionary]    first two bytes of its chained hash | version: backward varint     if HasDictionary
/// root            distance from this field's first byte back to the root: backward varint
/// flags           bits 0-2 format version 1 | 3 HasDictionary | 4 HasShapes | 5 Shared | 6 HasSymbols | 7 zero
/// </code>
/// The trailer of a document that shares nothing and has no repeated shape has two or three bytes, if the root is near.
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

    /// <summary>An upper bound of the trailer's size without the contents of its tables: flags, dictionary check and at most seven varints.</summary>
    public const int MaxFixedLength = 1 + 2 + 7 * Varint.MaxLength;

    /// <summary>The size of the shortest document. The value, its distance and the flags have one byte each.</summary>
    private const int MinLength = 3;

    private const int WideAddresses = 0x10000;

    /// <summary>The size in bytes of a dictionary field with a one-byte version.</summary>
    private const int ShortDictionary = 3;

    public byte Flags { get; init; }

    /// <summary>Gets the address of the root value.</summary>
    public int Root { get; init; }

    /// <summary>Gets the version of the dictionary that the document was written with, or 0 without a dictionary.</summary>
    public int DictionaryVersion { get; init; }

    /// <summary>Gets the check of the dictionary's history up to its version.</summary>
    public ushort DictionaryCheck { get; init; }

    /// <summary>Gets the start of the shape table, which also determines the size of its entries.</summary>
    public int ShapeTable { get; init; }

    public int ShapeCount { get; init; }

    /// <summary>Gets the start of the symbol table, if any.</summary>
    public int SymbolTable { get; init; }

    /// <summary>Gets the serialized symbol table, or an empty span without one.</summary>
    public ReadOnlySpan<byte> Symbols { get; init; }

    /// <summary>Gets the nesting depth, which is recorded only in documents that share values; otherwise, 0.</summary>
    public uint Depth { get; init; }

    /// <summary>Gets the size in bytes of the minified JSON text, which is recorded only in documents that share values; otherwise, 0.</summary>
    public uint ExpandedLength { get; init; }

    /// <summary>Gets the maximum number of values in the document. Each value has at least one byte of the document, or of its text if values are
    /// shared.</summary>
    public long MaxValues => (Flags & Shared) == 0 ? ValuesEnd : ExpandedLength == uint.MaxValue ? long.MaxValue : ExpandedLength;

    /// <summary>Gets the end of the values.</summary>
    public int ValuesEnd { get; init; }

    /// <summary>Returns the entry size in bytes of a shape table that starts at <paramref name="shapeTable"/>.</summary>
    public static int ShapeEntrySize(int shapeTable) => shapeTable < WideAddresses ? 2 : 4;

    /// <summary>Returns the address of the block of shape <paramref name="number"/>.</summary>
    /// <exception cref="BlittableException">The entry is outside the document.</exception>
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

    /// <summary>Gets the address of the block of a shape. Returns false if fewer than four bytes exist from the table entry on. This only happens for the last
    /// shapes of a small document.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryReadShapeAddress(ReadOnlySpan<byte> document, int shapeTable, uint number, out int address)
    {
        var size = ShapeEntrySize(shapeTable);
        var entry = shapeTable + ((int)number * size);
        var fits = RawBytes.Fits(document, entry, sizeof(uint));
        address = fits ? (int)RawBytes.ReadUpTo32(document, entry, size) : 0;
        return fits;
    }

    /// <summary>Reads the last two fields. <paramref name="end"/> receives the end of the fields before them.</summary>
    /// <returns>The address of the root.</returns>
    /// <exception cref="BlittableException">The bytes do not end like a document.</exception>
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
            ThrowHelper.InvalidData("the distance to a root inside the document", "an invalid distance", last);
        }

        return end - distance;
    }

    /// <summary>Reads the last two fields without validating them. <paramref name="end"/> receives the end of the fields before them.</summary>
    /// <returns>The distance of the root from <paramref name="end"/> if it has one or two bytes; otherwise, 0.</returns>
    /// <exception cref="BlittableException">The document is too short.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int ReadShortDistance(ReadOnlySpan<byte> document, out byte flags, out int end)
    {
        // Do not pass a local by reference here. Callers that inline this method would hold it in memory.
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

    /// <summary>Reads the dictionary field of a document without tables, if its version and the distance of the root are short.</summary>
    /// <param name="document">The document.</param>
    /// <param name="end">The end of the field.</param>
    /// <param name="distance">The distance of the root from <paramref name="end"/>, or 0 if it is not short.</param>
    /// <param name="version">Receives the version.</param>
    /// <param name="check">Receives the check.</param>
    /// <param name="start">Receives the start of the field.</param>
    /// <returns>False for any other document.</returns>
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

        // The load includes the preceding byte, which belongs to a value and therefore exists.
        var field = RawBytes.ReadUInt32(document, start - 1);
        version = (int)(field >> 24);
        check = (ushort)(field >> 8);
        return version <= Varint.MaxOneByte;
    }

    /// <summary>Reads the header of the shape table of a document without other tables. The count, the entries and the distance of the root must
    /// be short.</summary>
    /// <param name="document">The document.</param>
    /// <param name="end">The end of the table's count.</param>
    /// <param name="root">The address of the root.</param>
    /// <param name="start">Receives the start of the table.</param>
    /// <returns>False for any other document.</returns>
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

    /// <summary>Determines whether flags have the format version of this library and no reserved bits.</summary>
    public static bool IsVersion(byte flags) => (flags & (VersionMask | Reserved)) == Version;

    /// <summary>Throws if flags have another format version.</summary>
    /// <exception cref="BlittableException">The flags have another version, or reserved bits are set.</exception>
    public static void RequireVersion(byte flags, int offset)
    {
        if (!IsVersion(flags))
        {
            ThrowHelper.UnsupportedVersion(flags, offset);
        }
    }

    /// <summary>Reads the distance of a root in more than two bytes.</summary>
    /// <returns>The distance, or 0 if it is invalid, and the end of the preceding fields.</returns>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (int Distance, int End) ReadLongDistance(ReadOnlySpan<byte> document, int end) =>
        Varint.TryReadBackward(document, ref end, out var distance) && distance <= int.MaxValue ? ((int)distance, end) : (0, end);

    /// <summary>Reads the dictionary field and the header of the shape table, if the flags indicate them, and moves the end back over both.</summary>
    /// <remarks>Together with <see cref="ReadRoot"/>, this is sufficient to open a document. The symbol table and the limits precede these fields.</remarks>
    /// <returns>False if the fields are invalid.</returns>
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

    /// <summary>Reads the symbol table, if the flags indicate one, and moves the end back over it.</summary>
    /// <param name="document">The document.</param>
    /// <param name="flags">The flags of the document.</param>
    /// <param name="end">The start of the shape table. Receives the start of the symbol table.</param>
    /// <param name="symbols">Receives the serialized table, or an empty span without one.</param>
    /// <returns>False if the table is larger than the document.</returns>
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
    /// <exception cref="BlittableException">The bytes do not end like a document.</exception>
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

    /// <summary>Reads only <see cref="ExpandedLength"/> of a document that shares values, which renders small documents 5 % faster than the whole trailer.
    /// Returns <see cref="long.MaxValue"/> if the length exceeds the field.</summary>
    /// <exception cref="BlittableException">The bytes do not end like a document.</exception>
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

    /// <summary>Moves <paramref name="end"/> back over a shape table. Entries are narrow if the table then starts low enough; otherwise, wide.</summary>
    private static bool TryReserveShapes(ref int end, uint count)
    {
        var start = end - 2L * count;
        if (start >= WideAddresses)
        {
            start = end - 4L * count;
            if (start < WideAddresses)
            {
                // A table with wide entries starts at 65,536 or later, so no writer creates this one.
                return false;
            }
        }

        end = (int)start;
        return start >= 0;
    }
}
