using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Dates;

/// <summary>Parses date texts with vectors. All digit pairs of a text are validated and converted in one register.</summary>
/// <remarks>
/// A vector of the first 16 bytes is shuffled so that its digits are adjacent. Two digits are a 16-bit lane, whose number is
/// <c>lane * (10 * 256 + 1) >> 8</c>. One comparison detects characters other than digits, and one detects numbers out of range. Separators and the ends of
/// texts are compared as bytes. Nothing is read after the text.
/// </remarks>
internal static class Iso8601Kernel
{
    private const ulong ZeroDigits = 0x3030_3030_3030_3030;
    private const ulong HighBits = 0x8080_8080_8080_8080;

    /// <summary>The addend that sets the high bit of bytes greater than 9.</summary>
    private const ulong AboveNine = 0x7676_7676_7676_7676;

    public static bool IsSupported => Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian;

    /// <summary>Checks the length and the two hyphens. Almost all texts that are not dates fail this test.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool MayBeDate(ref byte text, int length) =>
        (uint)(length - Iso8601.DateLength) <= Iso8601.MaxLength - Iso8601.DateLength
        && Unsafe.Add(ref text, 4) == '-' && Unsafe.Add(ref text, 7) == '-';

    /// <summary>Parses a text that has passed <see cref="MayBeDate"/>.</summary>
    /// <param name="text">The first byte of the text.</param>
    /// <param name="length">The size of the text in bytes, 10 to 35.</param>
    /// <param name="record">Receives the 16 bytes of a RAW_FULL record if the text is a date. Otherwise, it is not modified.</param>
    /// <returns>The bits of the form, or -1 if the text is not a date.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Parse(ref byte text, int length, ref byte record)
    {
        Debug.Assert(length is >= Iso8601.DateLength and <= Iso8601.MaxLength, "Loads of the first ten bytes are within the text.");
        return length == Iso8601.DateLength ? ParseDate(ref text, ref record) : ParseDateTime(ref text, length, ref record);
    }

    /// <summary>Parses a text that has passed <see cref="MayBeDate"/> to a <see cref="Timestamp"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Parse(ref byte text, int length, ref Timestamp record) => Parse(ref text, length, ref Unsafe.As<Timestamp, byte>(ref record));

    private static int ParseDate(ref byte text, ref byte record)
    {
        if (!TryParseDate(ref text, out var days))
        {
            return -1;
        }

        Unsafe.WriteUnaligned(ref record, (long)days * Timestamp.SecondsPerDay);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref record, 8), 0ul);
        return 0;
    }

    /// <summary>Parses a text of ten bytes that has passed <see cref="MayBeDate"/> to days since 1970.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryParseDate(ref byte text, out int days)
    {
        var characters = Vector128.Create(Unsafe.ReadUnaligned<ulong>(ref text), Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref text, 8))).AsByte();
        var digits = Vector128.Shuffle(characters, Vector128.Create((byte)0, 1, 2, 3, 5, 6, 8, 9, 16, 16, 16, 16, 16, 16, 16, 16))
            - Vector128.Create(ZeroDigits, 0).AsByte();
        var pairs = ToPairs(digits);
        var isBad = Vector128.GreaterThan(digits, Vector128.Create((byte)9)).AsUInt16()
            | Vector128.GreaterThan(pairs, Vector128.Create((ushort)99, 99, 12, 31, 0, 0, 0, 0));
        return TryGetDays(pairs, out days) && isBad == Vector128<ushort>.Zero;
    }

    private static int ParseDateTime(ref byte text, int length, ref byte record)
    {
        if (length < Iso8601.DateTimeLength || Unsafe.Add(ref text, 13) != ':' || Unsafe.Add(ref text, 16) != ':')
        {
            return -1;
        }

        // Reject offsets without a colon, as MongoDB writes them. They are the most common texts that pass all digit tests and are not dates.
        if (Unsafe.Add(ref text, length - 5) is (byte)'+' or (byte)'-')
        {
            return -1;
        }

        var characters = Vector128.LoadUnsafe(ref text);
        var seconds = Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref text, 17));
        var digits = Vector128.Shuffle(characters, Vector128.Create((byte)0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 16, 16, 16, 16))
            .AsUInt16().WithElement(6, seconds).AsByte()
            - Vector128.Create(ZeroDigits, ZeroDigits & 0x0000_FFFF_FFFF_FFFF).AsByte();
        var pairs = ToPairs(digits);
        var isBad = Vector128.GreaterThan(digits, Vector128.Create((byte)9)).AsUInt16()
            | Vector128.GreaterThan(pairs, Vector128.Create((ushort)99, 99, 12, 31, 23, 59, 59, 0));
        if (!TryGetDays(pairs, out var days) || isBad != Vector128<ushort>.Zero)
        {
            return -1;
        }

        int form;
        switch (Unsafe.Add(ref text, Iso8601.DateLength))
        {
            case (byte)'T':
                form = DateTextForm.UpperT;
                break;
            case (byte)' ':
                form = DateTextForm.Space;
                break;
            case (byte)'t':
                form = DateTextForm.LowerT;
                break;
            default:
                return -1;
        }

        var time = pairs.AsUInt64().GetElement(1);
        var instant = ((long)days * Timestamp.SecondsPerDay)
            + (uint)(((byte)time * 3600) + ((byte)(time >> 16) * 60) + (byte)(time >> 32));
        var rest = 0ul;
        if (length != Iso8601.DateTimeLength)
        {
            var tail = ParseTail(ref text, length, ref instant, out rest);
            if (tail < 0)
            {
                return -1;
            }

            form |= tail;
        }

        Unsafe.WriteUnaligned(ref record, instant);
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref record, 8), rest);
        return form;
    }

    /// <summary>Parses the text after the seconds. Subtracts the offset from the instant, and returns the bits of the form, or -1. The second half of the
    /// record receives the nanoseconds and the offset.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int ParseTail(ref byte text, int length, ref long instant, out ulong rest)
    {
        rest = 0;
        var form = 0;
        var end = length;
        var last = Unsafe.Add(ref text, length - 1);
        if (last == 'Z')
        {
            form = DateTextForm.EndsInZ;
            end--;
        }
        else if (length >= Iso8601.DateTimeLength + Iso8601.OffsetLength && Unsafe.Add(ref text, length - 3) == ':')
        {
            form = ParseOffset(ref text, length, out var minutes);
            instant -= minutes * 60;
            rest = (ulong)(ushort)minutes << 32;
            end -= Iso8601.OffsetLength;
        }
        else if (last == 'z')
        {
            form = (int)DateTextZone.LowerZ << DateTextForm.ZoneShift;
            end--;
        }

        var digits = end - Iso8601.DateTimeLength;
        if (digits == 0 || form < 0)
        {
            return form;
        }

        digits--;
        if (Unsafe.Add(ref text, Iso8601.DateTimeLength) != '.' || (uint)(digits - 1) > 8)
        {
            return -1;
        }

        // Load eight characters up to the end. If there are fewer digits, the preceding characters are shifted out.
        var ninth = 0u;
        var characters = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref text, end - 8)) ^ ZeroDigits;
        if (digits == 9)
        {
            ninth = Unsafe.Add(ref text, end - 1) - (uint)'0';
            characters = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref text, end - 9)) ^ ZeroDigits;
        }
        else
        {
            characters >>= 64 - (digits * 8);
        }

        rest |= (EightDigits(characters) * 10) + ninth;
        return ((characters + AboveNine | characters) & HighBits) != 0 || ninth > 9 ? -1 : form | digits;
    }

    private static int ParseOffset(ref byte text, int length, out int minutes)
    {
        var sign = Unsafe.Add(ref text, length - 6);
        var characters = (uint)Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref text, length - 5))
            | (uint)Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref text, length - 2)) << 16;
        characters ^= unchecked((uint)ZeroDigits);
        var pairs = ((characters & 0x000F_000F) * 10) + ((characters >> 8) & 0x000F_000F);
        var hour = pairs & 0xFF;
        var minute = pairs >> 16;
        minutes = (int)((hour * 60) + minute);
        if (sign is not ((byte)'+' or (byte)'-')
            || ((characters + unchecked((uint)AboveNine) | characters) & unchecked((uint)HighBits)) != 0 || hour > 23 || minute > 59)
        {
            return -1;
        }

        if (sign == '-')
        {
            minutes = -minutes;
            if (minutes == 0)
            {
                return (int)DateTextZone.UnknownOffset << DateTextForm.ZoneShift;
            }
        }

        return DateTextForm.EndsInOffset;
    }

    /// <summary>Returns the number of eight digits, with the first digit in the lowest byte. Combines pairs, fours and eights.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong EightDigits(ulong digits)
    {
        digits = (digits * 10) + (digits >> 8);
        var pairs = digits & 0x00FF_00FF_00FF_00FF;
        pairs = (pairs * 100) + (pairs >> 16);
        var fours = pairs & 0x0000_FFFF_0000_FFFF;
        return (uint)((fours * 10_000) + (fours >> 32));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<ushort> ToPairs(Vector128<byte> digits) => (digits.AsUInt16() * ((10 * 256) + 1)) >>> 8;

    /// <summary>Computes the day from the lanes of the low half: century, year of century, month and day.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryGetDays(Vector128<ushort> pairs, out int days)
    {
        var date = pairs.AsUInt64().ToScalar();
        return CivilDate.TryGetDays((byte)date, (byte)(date >> 16), (byte)(date >> 32), (byte)(date >> 48), out days);
    }
}
