using System.Buffers.Binary;
using System.Buffers.Text;
using System.Runtime.Intrinsics;

namespace Blittable.Reading;

/// <summary>Parses GUIDs in the form <c>xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx</c>, all digits at once.</summary>
internal static class GuidText
{
    /// <summary>The size of the text in bytes.</summary>
    public const int Length = 36;

    /// <summary>Parses a text that is a GUID.</summary>
    /// <returns>False for any other text.</returns>
    public static bool TryParse(ReadOnlySpan<byte> text, out Guid value)
    {
        value = default;
        return text.Length == Length && (Vector128.IsHardwareAccelerated ? TryParseDigits(text, out value) : TryParseByFramework(text, out value));
    }

    /// <summary>Parses a GUID without vectors, with the .NET parser.</summary>
    internal static bool TryParseByFramework(ReadOnlySpan<byte> text, out Guid value) =>
        Utf8Parser.TryParse(text, out value, out var consumed, 'D') && consumed == text.Length;

    private static bool TryParseDigits(ReadOnlySpan<byte> text, out Guid value)
    {
        const byte hyphen = (byte)'-';
        var first = Values(Vector128.Create(Eight(text, 0), Four(text, 9) | (Four(text, 14) << 32)).AsByte(), out var isFirstHex);
        var second = Values(Vector128.Create(Four(text, 19) | (Four(text, 24) << 32), Eight(text, 28)).AsByte(), out var isSecondHex);
        value = default;
        if ((isFirstHex & isSecondHex) != Vector128<byte>.AllBitsSet
            || text[8] != hyphen || text[13] != hyphen || text[18] != hyphen || text[23] != hyphen)
        {
            return false;
        }

        Span<byte> bytes = stackalloc byte[Vector128<byte>.Count];
        Vector128.Narrow(Pairs(first), Pairs(second)).CopyTo(bytes);
        value = new Guid(bytes, bigEndian: true);
        return true;
    }

    private static ulong Eight(ReadOnlySpan<byte> text, int place) => BinaryPrimitives.ReadUInt64LittleEndian(text[place..]);

    private static ulong Four(ReadOnlySpan<byte> text, int place) => BinaryPrimitives.ReadUInt32LittleEndian(text[place..]);

    /// <summary>Converts hexadecimal digits to their values, and determines for each character whether it is one.</summary>
    private static Vector128<byte> Values(Vector128<byte> characters, out Vector128<byte> isHex)
    {
        var digits = characters - Vector128.Create((byte)'0');
        var letters = (characters | Vector128.Create((byte)0x20)) - Vector128.Create((byte)'a');
        var isDigit = Vector128.LessThanOrEqual(digits, Vector128.Create((byte)9));
        isHex = isDigit | Vector128.LessThanOrEqual(letters, Vector128.Create((byte)5));
        return Vector128.ConditionalSelect(isDigit, digits, letters + Vector128.Create((byte)10));
    }

    /// <summary>Combines two digits into one byte, the first digit in the upper half.</summary>
    private static Vector128<ushort> Pairs(Vector128<byte> digits) =>
        ((digits.AsUInt16() << 4) | (digits.AsUInt16() >> 8)) & Vector128.Create((ushort)0xFF);
}
