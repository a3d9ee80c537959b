using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>Recognizes and packs strings of a 16-character alphabet, 16 characters at a time, on any machine with vectors; <see cref="Nibbles"/> has the
/// alphabets.</summary>
/// <remarks>
/// A character is recognized by what its two halves have in common: a table of lower halves and one of upper halves give a bit for each group of
/// characters that differ only in the lower half (Langdale and Lemire, Parsing Gigabytes of JSON per Second, VLDB Journal 28, 2019, section 3.1.2).
/// </remarks>
internal static class NibbleBlockKernel
{
    /// <summary>Bytes behind the encoded ones that the destination must have: whole words are stored.</summary>
    public const int Slack = sizeof(ulong);

    /// <summary>Groups of the decimal alphabet (rows 2, 3 and 5 of ASCII) and of the hexadecimal one (rows 3 and 6).</summary>
    private const byte Punctuation = 1, Digits = 2, LetterT = 4, HexDigits = 8, HexLetters = 16;

    private const byte Decimal = Punctuation | Digits | LetterT, Hex = HexDigits | HexLetters;

    public static bool IsSupported => Vector128.IsHardwareAccelerated && BitConverter.IsLittleEndian;

    private static Vector128<byte> GroupsOfLowerHalf
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create(
            Punctuation | Digits | HexDigits,
            Digits | HexDigits | HexLetters,
            Digits | HexDigits | HexLetters,
            Digits | HexDigits | HexLetters,
            Digits | LetterT | HexDigits | HexLetters,
            Digits | HexDigits | HexLetters,
            Digits | HexDigits | HexLetters,
            Digits | HexDigits,
            Digits | HexDigits,
            Digits | HexDigits,
            Digits,
            0,
            0,
            Punctuation,
            Punctuation,
            Punctuation);
    }

    private static Vector128<byte> GroupsOfUpperHalf
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => Vector128.Create(0, 0, Punctuation, Digits | HexDigits, 0, LetterT, HexLetters, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    /// <summary>The alphabet that has all characters of a text; <see cref="StringEncoding.Raw"/> if neither has.</summary>
    public static StringEncoding Classify(ReadOnlySpan<byte> text)
    {
        ref var first = ref MemoryMarshal.GetReference(text);
        var count = text.Length;
        var isDecimal = true;
        var isHex = true;
        var at = 0;
        for (; at <= count - Vector128<byte>.Count; at += Vector128<byte>.Count)
        {
            var groups = GroupsOf(Vector128.LoadUnsafe(ref first, (nuint)at));
            isDecimal &= Outside(groups, Decimal) == 0;
            isHex &= Outside(groups, Hex) == 0;
            if (!isDecimal && !isHex)
            {
                return StringEncoding.Raw;
            }
        }

        if (at < count)
        {
            var groups = GroupsOf(PartKernel.Load128(ref Unsafe.Add(ref first, at), count - at));
            var isThere = (1u << (count - at)) - 1;
            isDecimal &= (Outside(groups, Decimal) & isThere) == 0;
            isHex &= (Outside(groups, Hex) & isThere) == 0;
        }

        return isDecimal ? StringEncoding.NibbleDecimal : isHex ? StringEncoding.NibbleHex : StringEncoding.Raw;
    }

    /// <summary>Packs a text that is of the alphabet. Up to <see cref="Slack"/> bytes behind its own are written.</summary>
    public static void Encode(StringEncoding encoding, ReadOnlySpan<byte> text, Span<byte> destination)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(destination.Length, Nibbles.EncodedLength(text.Length) + Slack);
        ref var first = ref MemoryMarshal.GetReference(text);
        ref var output = ref MemoryMarshal.GetReference(destination);
        var isDecimal = encoding == StringEncoding.NibbleDecimal;
        var count = text.Length;
        var at = 0;
        for (; at <= count - Vector128<byte>.Count; at += Vector128<byte>.Count)
        {
            var characters = Vector128.LoadUnsafe(ref first, (nuint)at);
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref output, at >> 1), Pack(isDecimal ? DecimalDigits(characters) : HexValues(characters)));
        }

        if (at < count)
        {
            // Behind the text there are no digits.
            var characters = PartKernel.Load128(ref Unsafe.Add(ref first, at), count - at);
            var digits = isDecimal ? DecimalDigits(characters) : HexValues(characters);
            digits &= Vector128.LessThan(Vector128<sbyte>.Indices, Vector128.Create((sbyte)(count - at))).AsByte();
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref output, at >> 1), Pack(digits));
        }
    }

    /// <summary>The groups that have each character.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> GroupsOf(Vector128<byte> characters) =>
        Vector128.ShuffleNative(GroupsOfLowerHalf, characters & Vector128.Create((byte)0x0F)) & Vector128.ShuffleNative(GroupsOfUpperHalf, characters >>> 4);

    /// <summary>A bit for each character that is in none of some groups.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Outside(Vector128<byte> groups, byte allowed) =>
        Vector128.Equals(groups & Vector128.Create(allowed), Vector128<byte>.Zero).ExtractMostSignificantBits();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> DecimalDigits(Vector128<byte> characters)
    {
        var digits = Vector128.ConditionalSelect(
            Vector128.Equals(characters, Vector128.Create((byte)' ')), Vector128.Create((byte)14), characters - Vector128.Create((byte)'-'));
        return Vector128.ConditionalSelect(Vector128.Equals(characters, Vector128.Create((byte)'T')), Vector128.Create((byte)15), digits);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> HexValues(Vector128<byte> characters)
    {
        var isLetter = Vector128.GreaterThan(characters.AsSByte(), Vector128.Create((sbyte)'9')).AsByte();
        return (characters & Vector128.Create((byte)0x0F)) + (isLetter & Vector128.Create((byte)9));
    }

    /// <summary>Two digits a byte, the first one in its lower half.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Pack(Vector128<byte> digits)
    {
        var pairs = digits.AsUInt16();
        return Vector128.Narrow((pairs | (pairs >>> 4)) & Vector128.Create((ushort)0xFF), Vector128<ushort>.Zero).AsUInt64().ToScalar();
    }
}
