using System.Buffers.Binary;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable.Validation;

/// <summary>Skips consecutive leaves that can be validated from their tag and a vector of their bytes, as most values of most documents can.</summary>
/// <remarks><see cref="DocumentValidator"/> validates all other values, and all values on processors without 256-bit vectors.</remarks>
internal static class LeafKernel
{
    /// <summary>The number of bytes that are read from a tag on: the tag and two vectors, which cover the longest short string.</summary>
    private const int Room = 1 + (2 * 32);

    private const int LongestText = 63;

    /// <summary>Gets a value that indicates whether the processor has the required vectors.</summary>
    public static bool IsSupported => Vector256.IsHardwareAccelerated;

    /// <summary>Gets the size in bytes of a value by its tag, or 0 for values that the kernel does not validate.</summary>
    private static ReadOnlySpan<byte> Lengths =>
    [
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, // 00
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, // 10
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, // 20
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, // 30
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, // 40
        17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, // 50
        33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, // 60
        49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, // 70
        0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, // 80
        17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, // 90
        1, 1, 1, 1, 1, 0, 0, 0, 2, 3, 4, 5, 7, 9, 2, 3, // A0
        4, 5, 7, 9, 5, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // B0
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // C0
        2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 5, 0, 0, 0, 5, // D0
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // E0
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // F0
    ];

    /// <summary>Skips leaves of a document that does not share values.</summary>
    /// <param name="values">The values of the document.</param>
    /// <param name="address">The start of a value.</param>
    /// <param name="starts">A bit for each byte. The bits of the skipped leaves are set.</param>
    /// <returns>The start of the first value that the kernel did not validate, or the end of the values.</returns>
    public static int Pass(ReadOnlySpan<byte> values, int address, Span<ulong> starts)
    {
        Debug.Assert(address >= 0 && starts.Length > values.Length >> 6);
        ref var first = ref MemoryMarshal.GetReference(values);
        ref var words = ref MemoryMarshal.GetReference(starts);
        ref var lengths = ref MemoryMarshal.GetReference(Lengths);
        var last = values.Length - Room;
        var open = -1;
        while (address <= last)
        {
            ref var start = ref Unsafe.Add(ref first, address);
            uint tag = start;
            int length = Unsafe.Add(ref lengths, tag);
            if (tag - Tag.ShortString <= Tag.ShortStringLast - Tag.ShortString)
            {
                open = open < 0 && !IsAscii(ref start, length - 1) ? address : open;
            }
            else if (length == 0 || IsMinusZero(ref start, tag) || (tag > Tag.ShortStringLast && IsText(tag) && !IsNumber(ref start, length - 1)))
            {
                break;
            }
            else if (open >= 0 && tag > Tag.ShortStringLast)
            {
                if (!IsUtf8(ref first, open, address))
                {
                    return open;
                }

                open = -1;
            }

            Unsafe.Add(ref words, address >> 6) |= 1UL << address;
            address += length;
        }

        return open >= 0 && !IsUtf8(ref first, open, address) ? open : address;
    }

    /// <summary>Skips leaves of a document that shares values, and adds their sizes. Handles strings without escapes, integers, short decimals and
    /// literals.</summary>
    /// <param name="values">The values of the document.</param>
    /// <param name="address">The start of a value.</param>
    /// <param name="starts">A bit for each byte. The bits of the skipped leaves are set.</param>
    /// <param name="expanded">Receives the size of each leaf's text.</param>
    /// <returns>The start of the first value that the kernel did not validate, or the end of the values.</returns>
    public static int Pass(ReadOnlySpan<byte> values, int address, Span<ulong> starts, ExpandedValues expanded)
    {
        const int quotes = 2, literal = 4;
        Debug.Assert(address >= 0 && starts.Length > values.Length >> 6);
        ref var first = ref MemoryMarshal.GetReference(values);
        ref var words = ref MemoryMarshal.GetReference(starts);
        ref var lengths = ref MemoryMarshal.GetReference(Lengths);
        var last = values.Length - Room;
        var open = -1;
        while (address <= last)
        {
            ref var start = ref Unsafe.Add(ref first, address);
            uint tag = start;
            int length = Unsafe.Add(ref lengths, tag);
            int text;
            if (tag <= Tag.SmallIntegerLast)
            {
                text = tag < 10 ? 1 : 2;
            }
            else if (tag <= Tag.ShortStringLast)
            {
                if (!IsPlain(ref start, length - 1, out var isAscii))
                {
                    break;
                }

                open = open < 0 && !isAscii ? address : open;
                text = length - 1 + quotes;
            }
            else
            {
                if (open >= 0)
                {
                    if (!IsUtf8(ref first, open, address))
                    {
                        return open;
                    }

                    open = -1;
                }

                text = tag switch
                {
                    Tag.Null or Tag.True => literal,
                    Tag.False => literal + 1,
                    >= Tag.Integer and <= Tag.IntegerLast => DecimalText.CountDigits(Low(ref start, length - 1)),
                    >= Tag.NegativeInteger and <= Tag.NegativeIntegerLast when !IsMinusZero(ref start, tag) =>
                        1 + DecimalText.CountDigits(Low(ref start, length - 1)),
                    >= Tag.ShortDecimal and <= Tag.ShortDecimalLast => TextOfDecimal(Low(ref start, length - 1), ((int)tag - Tag.ShortDecimal) / 4 + 1),
                    _ => 0,
                };
                if (text == 0)
                {
                    break;
                }
            }

            Unsafe.Add(ref words, address >> 6) |= 1UL << address;
            expanded.Add(address, new(text, 0));
            address += length;
        }

        return open >= 0 && !IsUtf8(ref first, open, address) ? open : address;
    }

    /// <summary>Determines whether slots refer to values, and records the values that they refer to.</summary>
    /// <typeparam name="TSlot">An unsigned integer with the size of a slot.</typeparam>
    /// <param name="slots">The slots.</param>
    /// <param name="address">The start of the container.</param>
    /// <param name="starts">The bits of the values before the container.</param>
    /// <param name="used">The bits of the values that are referred to, with the length of <paramref name="starts"/>. The bits of the children are set.</param>
    /// <param name="isUsedTwice">Set if a value was already referred to.</param>
    /// <returns>False if a slot does not refer to a value.</returns>
    public static bool AreValues<TSlot>(ReadOnlySpan<byte> slots, int address, ReadOnlySpan<ulong> starts, Span<ulong> used, ref bool isUsedTwice)
        where TSlot : unmanaged
    {
        Debug.Assert(starts.Length > address >> 6 && used.Length == starts.Length);
        ref var slot = ref MemoryMarshal.GetReference(slots);
        ref var words = ref MemoryMarshal.GetReference(starts);
        ref var usedWords = ref MemoryMarshal.GetReference(used);
        var (present, twice) = (1UL, 0UL);
        for (var count = slots.Length / Unsafe.SizeOf<TSlot>(); count > 0; count--)
        {
            // A distance of 0, or out of the document, is mapped to the container itself, whose bit is not set yet.
            var distance = Distance<TSlot>(ref slot);
            var child = distance <= (uint)address ? address - (int)distance : address;
            present &= Unsafe.Add(ref words, child >> 6) >> child;
            ref var word = ref Unsafe.Add(ref usedWords, child >> 6);
            twice |= word >> child;
            word |= 1UL << child;
            slot = ref Unsafe.Add(ref slot, Unsafe.SizeOf<TSlot>());
        }

        isUsedTwice |= (twice & 1) != 0;
        return (present & 1) != 0;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Distance<TSlot>(ref byte slot)
        where TSlot : unmanaged =>
        Unsafe.SizeOf<TSlot>() == sizeof(byte) ? slot
        : Unsafe.SizeOf<TSlot>() == sizeof(ushort) ? Unsafe.ReadUnaligned<ushort>(ref slot)
        : Unsafe.ReadUnaligned<uint>(ref slot);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsMinusZero(ref byte start, uint tag) =>
        tag - Tag.NegativeInteger <= Tag.NegativeIntegerLast - Tag.NegativeInteger && Unsafe.Add(ref start, 1) == 0;

    /// <summary>Determines whether a tag is the tag of a short string or a short number text.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsText(uint tag) => tag - Tag.ShortString < Tag.Null - Tag.ShortString;

    /// <summary>Validates consecutive short strings and small integers. Their tags are ASCII, so the bytes are valid UTF-8 exactly if each string is.</summary>
    private static bool IsUtf8(ref byte first, int start, int end) => Utf8Validation.IsValid(ref Unsafe.Add(ref first, start), (nuint)(end - start));

    /// <summary>Reads an integer of at most 8 bytes after a tag.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Low(ref byte start, int size)
    {
        var word = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref start, 1));
        return (BitConverter.IsLittleEndian ? word : BinaryPrimitives.ReverseEndianness(word)) & (ulong.MaxValue >> (64 - (8 * size)));
    }

    /// <summary>Returns the length of a decimal's text from its zigzag-encoded mantissa.</summary>
    private static int TextOfDecimal(ulong zigzag, int fractionDigits) =>
        (int)(zigzag & 1) + Math.Max(DecimalText.CountDigits((zigzag + 1) >> 1), fractionDigits + 1) + 1;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsAscii(ref byte start, int length)
    {
        Debug.Assert(length <= LongestText);
        var high = Vector256.LoadUnsafe(ref start, 1).ExtractMostSignificantBits()
            | ((ulong)Vector256.LoadUnsafe(ref start, 1 + 32).ExtractMostSignificantBits() << 32);
        return (high & ((1UL << length) - 1)) == 0;
    }

    /// <summary>Determines whether a string contains no characters that JSON escapes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsPlain(ref byte start, int length, out bool isAscii)
    {
        Debug.Assert(length <= LongestText);
        var within = (1UL << length) - 1;
        var (low, high) = (Vector256.LoadUnsafe(ref start, 1), Vector256.LoadUnsafe(ref start, 1 + 32));
        isAscii = ((low.ExtractMostSignificantBits() | ((ulong)high.ExtractMostSignificantBits() << 32)) & within) == 0;
        return ((Escaped(low) | ((ulong)Escaped(high) << 32)) & within) == 0;
    }

    /// <summary>Returns a bit for each control character, quotation mark and backslash.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Escaped(Vector256<byte> text) =>
        (Vector256.LessThan(text, Vector256.Create((byte)' '))
            | Vector256.Equals(text, Vector256.Create((byte)'"'))
            | Vector256.Equals(text, Vector256.Create((byte)'\\'))).ExtractMostSignificantBits();

    /// <summary>Determines whether a text of at most 31 bytes is a number without an exponent.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsNumber(ref byte start, int length)
    {
        var text = Vector256.LoadUnsafe(ref start, 1);
        var within = (1u << length) - 1;
        var digits = Vector256.LessThan(text - Vector256.Create((byte)'0'), Vector256.Create((byte)10)).ExtractMostSignificantBits() & within;
        var points = Vector256.Equals(text, Vector256.Create((byte)'.')).ExtractMostSignificantBits() & within;
        var minus = Vector256.Equals(text, Vector256.Create((byte)'-')).ExtractMostSignificantBits() & 1;

        // The text must have a digit first after the sign, and a digit last. A leading zero must not be followed by a digit.
        var firstDigit = 1u << (int)minus;
        var isLeadingZero = Unsafe.Add(ref start, 1 + minus) == '0' && (digits & (firstDigit << 1)) != 0;
        return (digits | points | minus) == within
            && (points & (points - 1)) == 0
            && (digits & firstDigit) != 0
            && (digits >> (length - 1)) != 0
            && !isLeadingZero;
    }
}
