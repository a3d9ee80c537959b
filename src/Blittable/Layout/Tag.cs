using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>Defines the first byte of every value. It specifies the kind and, if it fits, the length or the value itself.</summary>
/// <remarks>
/// <code>
/// 00-3F  integer 0 to 63
/// 40-7F  raw string of 0 to 63 bytes            | UTF-8
/// 80-9F  number text of 0 to 31 bytes           | ASCII; 80 is never written
/// A0-A4  null, false, true, [], {}
/// A5-A6  raw string                             | length u16 or u32 | UTF-8
/// A7     number text                            | length varint | ASCII
/// A8-AD  integer                                | magnitude in 1, 2, 3, 4, 6 or 8 bytes
/// AE-B3  negative integer                       | magnitude in 1, 2, 3, 4, 6 or 8 bytes
/// B4-B5  float32, float64                       | IEEE 754
/// B6     binary                                 | length varint | bytes
/// B7     foreign extension                      | type u8 | length varint | bytes
/// B8-BA  array, slots of 1, 2 or 4 bytes        | count varint | slots
/// BB     array without slots                    | count varint | distance back to the last element varint | stride varint
/// BC     number array                           | see NumberArrayLayout
/// BD     large array                            | count varint | slot width u8: 0 or 1 | slots in runs
/// BE     large object with its shape            | shape block | slot width u8: 0 or 1 | slots in runs
/// C0-C2  object with its shape, slots 1, 2, 4   | shape block | slots
/// C3-C5  object with a document shape           | shape number varint | slots
/// C6-C8  object with a dictionary shape         | shape number varint | slots
/// C9-CB  reference                              | distance back in 2, 3 or 4 bytes
/// CC-CE  dictionary string                      | index in 1, 2 or 3 bytes
/// D0-DB  decimal, 1 to 3 fraction digits        | zigzag mantissa in 1 to 4 bytes
/// DC-DE  decimal                                | fraction digits u8 | zigzag mantissa in 4, 6 or 8 bytes
/// DF     float64 that is exact in 4 bytes       | 32-bit IEEE 754 number
/// E0-E7  date, RAW_FULL                         | see RawStoredDate
/// E8-F1  date, compact                          | see CompactStoredDate
/// F2-F6  encoded string, one per StringEncoding | decoded length varint | codes
/// F7     string that continues an earlier one   | length of the common start u8 | distance back varint | the rest: a raw or encoded string
/// </code>
/// Other tags are rejected. <see cref="Runs"/> defines slots in runs. A slot or reference is the distance in bytes from the tag of the container or
/// reference back to the start of the value. It is never zero, so a document has no cycles.
/// </remarks>
internal static class Tag
{
    public const byte SmallIntegerLast = 0x3F;
    public const byte ShortString = 0x40;
    public const byte ShortStringLast = 0x7F;
    public const byte ShortNumberText = 0x80;
    public const byte ShortNumberTextLast = 0x9F;
    public const byte Null = 0xA0;
    public const byte False = 0xA1;
    public const byte True = 0xA2;
    public const byte EmptyArray = 0xA3;
    public const byte EmptyObject = 0xA4;
    public const byte String16 = 0xA5;
    public const byte String32 = 0xA6;
    public const byte NumberText = 0xA7;
    public const byte Integer = 0xA8;
    public const byte IntegerLast = 0xAD;
    public const byte NegativeInteger = 0xAE;
    public const byte NegativeIntegerLast = 0xB3;
    public const byte Float32 = 0xB4;
    public const byte Float64 = 0xB5;
    public const byte Binary = 0xB6;
    public const byte Extension = 0xB7;
    public const byte Array = 0xB8;
    public const byte ArrayLast = 0xBA;
    public const byte StridedArray = 0xBB;
    public const byte NumberArray = 0xBC;
    public const byte LargeArray = 0xBD;
    public const byte LargeObject = 0xBE;
    public const byte ObjectWithShape = 0xC0;
    public const byte ObjectWithShapeLast = 0xC2;
    public const byte ObjectOfDocumentShape = 0xC3;
    public const byte ObjectOfDocumentShapeLast = 0xC5;
    public const byte ObjectOfDictionaryShape = 0xC6;
    public const byte ObjectOfDictionaryShapeLast = 0xC8;
    public const byte Reference = 0xC9;
    public const byte ReferenceLast = 0xCB;
    public const byte DictionaryString = 0xCC;
    public const byte DictionaryStringLast = 0xCE;
    public const byte ShortDecimal = 0xD0;
    public const byte ShortDecimalLast = 0xDB;
    public const byte Decimal = 0xDC;
    public const byte DecimalLast = 0xDE;
    public const byte NarrowFloat64 = 0xDF;
    public const byte RawDate = 0xE0;
    public const byte RawDateLast = 0xE7;
    public const byte CompactDate = 0xE8;
    public const byte CompactDateLast = 0xF1;
    public const byte EncodedString = 0xF2;
    public const byte NibbleString = 0xF3;
    public const byte NibbleStringLast = 0xF4;
    public const byte EncodedStringLast = 0xF6;
    public const byte ContinuedString = 0xF7;

    /// <summary>A tag that no value has.</summary>
    public const byte None = 0xFF;

    /// <summary>The maximum lengths of a raw string and a number text whose length is part of the tag.</summary>
    public const int MaxShortString = 63, MaxShortNumberText = 31;

    /// <summary>Gets the magnitude sizes in bytes of integers with tag <c>Integer + i</c> or <c>NegativeInteger + i</c>.</summary>
    public static ReadOnlySpan<byte> IntegerSizes => [1, 2, 3, 4, 6, 8];

    /// <summary>Gets the mantissa sizes in bytes of decimals with tag <c>Decimal + i</c>.</summary>
    public static ReadOnlySpan<byte> DecimalSizes => [4, 6, 8];

    /// <summary>Returns the slot size in bytes of a container whose tag is the first of its three tags plus <paramref name="widthIndex"/>.</summary>
    public static int SlotSize(int widthIndex) => 1 << widthIndex;
}

/// <summary>Reads decimals: an integer (the mantissa) over a power of ten. <c>12.50</c> is 1250 with 2 fraction digits, which preserves the zero.</summary>
/// <remarks>
/// <code>
/// D0 + 4 * (fraction digits - 1) + (size - 1)    1 to 3 fraction digits, mantissa in 1 to 4 bytes
/// DC-DE | fraction digits u8                     1 to 255 fraction digits, mantissa in 4, 6 or 8 bytes
/// </code>
/// The mantissa is zigzag-encoded: 0, -1, 1, -2, … are stored as 0, 1, 2, 3, …
/// </remarks>
internal static class DecimalTag
{
    /// <summary>The number of mantissa sizes in the short form.</summary>
    public const int ShortSizes = 4;

    /// <summary>The maximum number of fraction digits in the short form.</summary>
    public const int MaxShortFraction = 3;

    /// <summary>Gets the offset and size of a decimal's mantissa.</summary>
    /// <returns>The number of fraction digits.</returns>
    /// <exception cref="BlittableException">The decimal ends outside the document, or has no fraction digits.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int ReadHead(ReadOnlySpan<byte> document, int address, byte tag, out int mantissa, out int size)
    {
        mantissa = address + 1;
        if (tag <= Tag.ShortDecimalLast)
        {
            return ReadShortHead(tag, out size);
        }

        size = Tag.DecimalSizes[tag - Tag.Decimal];
        var fractionDigits = RawBytes.ReadByte(document, mantissa++);
        if (fractionDigits == 0)
        {
            ThrowHelper.InvalidData("a decimal with fraction digits", "no fraction digits", address);
        }

        return fractionDigits;
    }

    /// <summary>Gets the mantissa size of a decimal in the short form.</summary>
    /// <returns>The number of fraction digits.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int ReadShortHead(byte tag, out int size)
    {
        var form = tag - Tag.ShortDecimal;
        size = (form & (ShortSizes - 1)) + 1;
        return (form / ShortSizes) + 1;
    }

    /// <summary>Reads a decimal of one to four bytes, as most amounts are stored. Returns false for other values, and near the end of the document.</summary>
    public static bool TryReadShort(ReadOnlySpan<byte> document, int address, out decimal value)
    {
        var tag = RawBytes.ReadTag(document, address);
        if ((uint)(tag - Tag.ShortDecimal) > Tag.ShortDecimalLast - Tag.ShortDecimal || !RawBytes.Fits(document, address + 1, sizeof(uint)))
        {
            value = 0;
            return false;
        }

        var fractionDigits = ReadShortHead(tag, out var size);
        var mantissa = FromZigzag(RawBytes.ReadUpTo32(document, address + 1, size));
        value = new decimal((int)Math.Abs(mantissa), 0, 0, mantissa < 0, (byte)fractionDigits);
        return true;
    }

    /// <summary>Decodes a zigzag-encoded integer.</summary>
    public static long FromZigzag(ulong value) => (long)(value >> 1) ^ -(long)(value & 1);
}
