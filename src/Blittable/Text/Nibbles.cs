using System.Buffers;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Text;

/// <summary>Strings of a 16-character alphabet at 4 bits a character.</summary>
/// <remarks>
/// A byte holds two characters, the first one in its low half; the high half of the last byte of an odd string is zero.
/// <code>
/// alphabet   0 1 2 3 4 5 6 7 8 9 a b c d e f
/// decimal    - . / 0 1 2 3 4 5 6 7 8 9 : ␠ T      the ASCII run from '-' to ':', then space and 'T'
/// hex        0 1 2 3 4 5 6 7 8 9 a b c d e f
/// </code>
/// Dates, times, decimals, telephone numbers and addresses of version 4 are of the first, digests and identifiers of the second.
/// The decoder takes 16 characters a turn and leaves the rest of a text to its scalar twin.
/// </remarks>
internal static class Nibbles
{
    /// <summary>Bytes of room after a text with which its last characters are decoded together.</summary>
    public const int SpareBytes = 16;

    /// <summary>Where in <see cref="Digits"/> the hexadecimal ones begin.</summary>
    private const int HexDigits = 256;

    /// <summary>For each character its decimal digit, then for each its hexadecimal one; 255 for none.</summary>
    private static readonly byte[] Digits = MakeDigits();

    /// <summary>For each character a bit for each alphabet that has it.</summary>
    private static readonly byte[] Alphabets = MakeAlphabets();

    private static readonly SearchValues<byte> DecimalCharacters = SearchValues.Create(DecimalAlphabet), HexCharacters = SearchValues.Create(HexAlphabet);

    private static ReadOnlySpan<byte> DecimalAlphabet => "-./0123456789: T"u8;

    private static ReadOnlySpan<byte> HexAlphabet => "0123456789abcdef"u8;

    /// <summary>Gets the bytes that a text of a length takes.</summary>
    public static int EncodedLength(int decodedLength) => (int)(((uint)decodedLength + 1) >> 1);

    /// <summary>Finds the alphabet that has all characters of a text; <see cref="StringEncoding.Raw"/> if neither has. Digits alone are decimal.</summary>
    public static StringEncoding Classify(ReadOnlySpan<byte> text) =>
        !text.IsEmpty && !MayBeOfOne(text) ? StringEncoding.Raw
            : !text.ContainsAnyExcept(DecimalCharacters) ? StringEncoding.NibbleDecimal
            : !text.ContainsAnyExcept(HexCharacters) ? StringEncoding.NibbleHex
            : StringEncoding.Raw;

    /// <summary>Tells whether the first, the last and the middle character of a text, which is not empty, are of one alphabet. Most texts are of neither,
    /// which these three show.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool MayBeOfOne(ReadOnlySpan<byte> text) => (Alphabets[text[0]] & Alphabets[text[^1]] & Alphabets[text[text.Length / 2]]) != 0;

    /// <summary>Packs a text that is of the alphabet.</summary>
    /// <param name="encoding">The alphabet.</param>
    /// <param name="text">The text.</param>
    /// <param name="destination">At least <see cref="EncodedLength"/> bytes.</param>
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

    /// <summary>Restores a text.</summary>
    /// <param name="encoding">The alphabet.</param>
    /// <param name="codes">Its bytes, and possibly what follows them.</param>
    /// <param name="decodedLength">Characters of the text.</param>
    /// <param name="destination">Where they go; <see cref="SpareBytes"/> of room after them make this faster. Bytes after the text may be
    /// overwritten.</param>
    /// <returns>False if the bytes are too few, the spare half byte is not zero, or the destination is too short.</returns>
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
                // Each byte again four bits higher: then the first digit is in the low byte of two, and the second one in the high byte.
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

    /// <summary>The scalar twin of the decoder.</summary>
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
