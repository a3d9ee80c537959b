using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Text;

/// <summary>Encodes strings over a 16-character alphabet with 4 bits per character.</summary>
/// <remarks>
/// A byte holds two characters, the first in its low half. In a string of odd length, the high half of the last byte is zero.
/// <code>
/// alphabet   0 1 2 3 4 5 6 7 8 9 a b c d e f
/// decimal    - . / 0 1 2 3 4 5 6 7 8 9 : ␠ T      the ASCII range from '-' to ':', then space and 'T'
/// hex        0 1 2 3 4 5 6 7 8 9 a b c d e f
/// </code>
/// Dates, times, decimals, telephone numbers and IPv4 addresses use the first alphabet, digests and identifiers the second.
/// The decoder processes 16 characters per iteration, and the rest of a text without vectors.
/// </remarks>
internal static class Nibbles
{
    /// <summary>The number of spare bytes after a text with which its last characters are decoded as a vector.</summary>
    public const int SpareBytes = 16;

    /// <summary>The index of the hexadecimal digits in <see cref="Digits"/>.</summary>
    private const int HexDigits = 256;

    /// <summary>The decimal digit of each character, followed by the hexadecimal digit of each character. 255 for characters without a digit.</summary>
    private static readonly byte[] Digits = MakeDigits();

    /// <summary>A bit per alphabet for each character, set if the alphabet contains the character.</summary>
    private static readonly byte[] Alphabets = MakeAlphabets();

    private static readonly SearchValues<byte> DecimalCharacters = SearchValues.Create(DecimalAlphabet), HexCharacters = SearchValues.Create(HexAlphabet);

    private static ReadOnlySpan<byte> DecimalAlphabet => "-./0123456789: T"u8;

    private static ReadOnlySpan<byte> HexAlphabet => "0123456789abcdef"u8;

    /// <summary>Returns the encoded size in bytes of a text.</summary>
    public static int EncodedLength(int decodedLength) => (int)(((uint)decodedLength + 1) >> 1);

    /// <summary>Returns the alphabet that contains all characters of a text, or <see cref="StringEncoding.Raw"/>. Text with only digits is decimal.</summary>
    public static StringEncoding Classify(ReadOnlySpan<byte> text) =>
        !text.IsEmpty && !MayBeOfOne(text) ? StringEncoding.Raw
            : !text.ContainsAnyExcept(DecimalCharacters) ? StringEncoding.NibbleDecimal
            : !text.ContainsAnyExcept(HexCharacters) ? StringEncoding.NibbleHex
            : StringEncoding.Raw;

    /// <summary>Determines whether the first, the last and the middle character of a nonempty text are in one alphabet. For most texts that are in neither
    /// alphabet, these three characters suffice.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool MayBeOfOne(ReadOnlySpan<byte> text) => (Alphabets[text[0]] & Alphabets[text[^1]] & Alphabets[text[text.Length / 2]]) != 0;

    /// <summary>Encodes a text whose characters are in an alphabet.</summary>
    /// <param name="encoding">The alphabet.</param>
    /// <param name="text">The text.</param>
    /// <param name="destination">The destination, with at least <see cref="EncodedLength"/> bytes.</param>
    public static void Encode(StringEncoding encoding, ReadOnlySpan<byte> text, Span<byte> destination)
    {
        var digits = Digits.AsSpan(encoding == StringEncoding.NibbleDecimal ? 0 : HexDigits, HexDigits);
        var pairs = text.Length / 2;
        destination = destination[..EncodedLength(text.Length)];
        for (var i = 0; i < pairs; i++)
        {
            destination[i] = (byte)(digits[text[2 * i]] | (digits[text[(2 * i) + 1]] << 4));
        }

        if ((text.Length & 1) != 0)
        {
            destination[pairs] = digits[text[^1]];
        }
    }

    /// <summary>Decodes a text.</summary>
    /// <param name="encoding">The alphabet.</param>
    /// <param name="codes">The encoded bytes, possibly followed by others.</param>
    /// <param name="decodedLength">The number of characters.</param>
    /// <param name="destination">The destination. <see cref="SpareBytes"/> after the text speed up decoding. Bytes after the text may be
    /// overwritten.</param>
    /// <returns>False if there are too few bytes, the spare half byte is not zero, or the destination is too short.</returns>
    public static bool TryDecode(StringEncoding encoding, ReadOnlySpan<byte> codes, int decodedLength, Span<byte> destination)
    {
        if (decodedLength < 0 || decodedLength > destination.Length || EncodedLength(decodedLength) > codes.Length
            || ((decodedLength & 1) != 0 && codes[decodedLength >> 1] > 0x0F))
        {
            return false;
        }

        var done = 0;
        if (Vector128.IsHardwareAccelerated)
        {
            var alphabet = Vector128.Create(encoding == StringEncoding.NibbleDecimal ? DecimalAlphabet : HexAlphabet);
            ref var source = ref MemoryMarshal.GetReference(codes);
            ref var output = ref MemoryMarshal.GetReference(destination);
            var last = Math.Min(decodedLength - 1, Math.Min(destination.Length - Vector128<byte>.Count, 2 * (codes.Length - sizeof(ulong))));
            for (; done <= last; done += Vector128<byte>.Count)
            {
                // Each byte is duplicated four bits higher. The first digit is then in the low byte of a pair, and the second in the high byte.
                Debug.Assert((done / 2) + sizeof(ulong) <= codes.Length && done + Vector128<byte>.Count <= destination.Length);
                var bytes = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, done / 2));
                var pairs = Vector128.WidenLower(Vector128.CreateScalarUnsafe(bytes).AsByte());
                var digits = (pairs | (pairs << 4)) & Vector128.Create((ushort)0x0F0F);
                Vector128.ShuffleNative(alphabet, digits.AsByte()).StoreUnsafe(ref output, (nuint)done);
            }
        }

        if (done < decodedLength)
        {
            DecodeScalar(encoding, codes[(done / 2)..], destination[done..decodedLength]);
        }

        return true;
    }

    /// <summary>Decodes a text without vectors.</summary>
    internal static void DecodeScalar(StringEncoding encoding, ReadOnlySpan<byte> codes, Span<byte> text)
    {
        var alphabet = encoding == StringEncoding.NibbleDecimal ? DecimalAlphabet : HexAlphabet;
        for (var i = 0; i < text.Length; i++)
        {
            text[i] = alphabet[(codes[i >> 1] >> ((i & 1) << 2)) & 0x0F];
        }
    }

    private static byte[] MakeDigits()
    {
        var digits = new byte[2 * HexDigits];
        digits.AsSpan().Fill(byte.MaxValue);
        for (var digit = 0; digit < DecimalAlphabet.Length; digit++)
        {
            digits[DecimalAlphabet[digit]] = (byte)digit;
            digits[HexDigits + HexAlphabet[digit]] = (byte)digit;
        }

        return digits;
    }

    private static byte[] MakeAlphabets()
    {
        var alphabets = new byte[HexDigits];
        for (var character = 0; character < alphabets.Length; character++)
        {
            alphabets[character] = (byte)((Digits[character] < 16 ? 1 : 0) | (Digits[HexDigits + character] < 16 ? 2 : 0));
        }

        return alphabets;
    }
}
