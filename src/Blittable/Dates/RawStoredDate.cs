using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Dates;

/// <summary>Reads and writes dates in memory-mode documents: the payload after the tag, which contains the form class.</summary>
/// <remarks>
/// <code>
/// 0  16 bytes  RAW_FULL record
/// 16 uint16    the text form, only in class 7
/// </code>
/// Classes 0 to 6 are the most common forms in JSON: see <see cref="ClassOf"/>.
/// </remarks>
internal static class RawStoredDate
{
    public const int ClassCount = 8;
    public const int MaxLength = RawRecord.Length + sizeof(ushort);

    // Classes without an offset, whose text can be written without creating a record.
    public const int Date = 0, UtcSeconds = 1, UtcMilliseconds = 2, UtcTicks = 3, LocalSeconds = 5, SpacedSeconds = 6;

    private const int OtherForm = ClassCount - 1;

    private static ReadOnlySpan<ushort> FormOfClass =>
    [
        0, DateTextForm.UtcSeconds, DateTextForm.UtcMilliseconds, DateTextForm.UtcTicks,
        DateTextForm.OffsetSeconds, DateTextForm.LocalSeconds, DateTextForm.SpacedSeconds,
    ];

    /// <summary>Returns the size of a payload in bytes.</summary>
    public static int LengthOf(int formClass) => formClass == OtherForm ? MaxLength : RawRecord.Length;

    /// <summary>Parses the text of a string directly to its payload. Reads nothing after the text.</summary>
    /// <param name="text">The first byte of the text.</param>
    /// <param name="length">The size of the text in bytes. Any value is allowed.</param>
    /// <param name="destination">The destination, with at least <see cref="MaxLength"/> bytes.</param>
    /// <param name="written">Receives the size of the payload in bytes.</param>
    /// <param name="formClass">Receives the form class for the tag.</param>
    /// <returns>False if the text is not a date.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryParse(ref byte text, int length, Span<byte> destination, out int written, out int formClass)
    {
        // Only this test is inlined into the converter's loop, because most strings fail it.
        if (Iso8601Kernel.MayBeDate(ref text, length))
        {
            return TryParseCandidate(ref text, length, destination, out written, out formClass);
        }

        written = 0;
        formClass = 0;
        return false;
    }

    /// <summary>Writes a payload.</summary>
    /// <returns>The size of the payload in bytes.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Write(in Timestamp value, DateTextForm form, Span<byte> destination, out int formClass)
    {
        RawRecord.Write(value, destination);
        return WriteForm(form.Bits, destination, out formClass);
    }

    /// <summary>Reads a payload. Returns false if it is truncated or has an invalid form.</summary>
    public static bool TryRead(int formClass, ReadOnlySpan<byte> payload, out Timestamp value, out DateTextForm form, out int consumed)
    {
        consumed = LengthOf(formClass);
        form = default;
        if ((uint)formClass >= ClassCount || payload.Length < consumed)
        {
            value = default;
            return false;
        }

        value = RawRecord.Read(payload);
        var bits = formClass == OtherForm ? BinaryPrimitives.ReadUInt16LittleEndian(payload[RawRecord.Length..]) : FormOfClass[formClass];
        return DateTextForm.TryFromBits(bits, out form);
    }

    /// <summary>Reads a date and time in UTC, which objects usually contain. Returns false for other values, and for a date that has no such type.</summary>
    /// <param name="document">The whole document.</param>
    /// <param name="address">The address of the tag.</param>
    /// <param name="date">Receives the date.</param>
    public static bool TryReadUtc(ReadOnlySpan<byte> document, int address, out DateTime date)
    {
        var formClass = RawBytes.ReadTag(document, address) - Tag.RawDate;
        if ((uint)(formClass - UtcSeconds) <= UtcTicks - UtcSeconds && RawBytes.Fits(document, address + 1, RawRecord.Length))
        {
            return RawRecord.Read(RawBytes.Slice(document, address + 1, RawRecord.Length)).TryToDateTime(out date);
        }

        date = default;
        return false;
    }

    private static bool TryParseCandidate(ref byte text, int length, Span<byte> destination, out int written, out int formClass)
    {
        var bits = Iso8601.ParseToRecord(MemoryMarshal.CreateReadOnlySpan(ref text, length), destination);
        if (bits < 0)
        {
            written = 0;
            formClass = 0;
            return false;
        }

        written = WriteForm((ushort)bits, destination, out formClass);
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int WriteForm(ushort bits, Span<byte> destination, out int formClass)
    {
        formClass = ClassOf(bits);
        if (formClass == OtherForm)
        {
            BinaryPrimitives.WriteUInt16LittleEndian(destination[RawRecord.Length..], bits);
            return MaxLength;
        }

        return RawRecord.Length;
    }

    private static int ClassOf(ushort bits) => bits switch
    {
        0 => 0,
        DateTextForm.UtcSeconds => 1,
        DateTextForm.UtcMilliseconds => 2,
        DateTextForm.UtcTicks => 3,
        DateTextForm.OffsetSeconds => 4,
        DateTextForm.LocalSeconds => 5,
        DateTextForm.SpacedSeconds => 6,
        _ => OtherForm,
    };
}

/// <summary>Reads and writes the 16 bytes of RAW_FULL: a <see cref="Timestamp"/> in its memory layout, little-endian.</summary>
internal static class RawRecord
{
    public const int Length = 16;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Write(in Timestamp value, Span<byte> destination)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(destination[sizeof(long)..], value.Rest);
        BinaryPrimitives.WriteInt64LittleEndian(destination, value.UnixSeconds);
    }

    /// <summary>Reads a record in two words, as it was written. A single 16-byte load would have to wait for both stores.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Timestamp Read(ReadOnlySpan<byte> source)
    {
        var rest = BinaryPrimitives.ReadUInt64LittleEndian(source[sizeof(long)..]);
        return new Timestamp(BinaryPrimitives.ReadInt64LittleEndian(source), rest);
    }
}
