using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>Strings of a 16-character alphabet at 4 bits a character.</summary>
/// <remarks>
/// A byte holds two characters, the first one in its low half; the high half of the last byte of an odd string is zero.
/// <code>
/// alphabet   0 1 2 3 4 5 6 7 8 9 a b c d e f
/// decimal    - . / 0 1 2 3 4 5 6 7 8 9 : ␠ T      the ASCII run from '-' to ':', then space and 'T'
/// hex        0 1 2 3 4 5 6 7 8 9 a b c d e f
/// </code>
/// Dates, times, decimals, telephone numbers and addresses of version 4 are of the first, digests and identifiers of the second.
/// </remarks>
internal static partial class Nibbles
{
    private const byte Invalid = 0xFF;

    /// <summary>For each character the alphabets that have it: 1 for decimal, 2 for hexadecimal.</summary>
    private static readonly byte[] Alphabets = MakeAlphabets();

    private static ReadOnlySpan<byte> DecimalAlphabet => "-./0123456789: T"u8;

    private static ReadOnlySpan<byte> HexAlphabet => "0123456789abcdef"u8;

    /// <summary>The characters of an encoding, in the order of their digits.</summary>
    public static ReadOnlySpan<byte> AlphabetOf(StringEncoding encoding) => encoding == StringEncoding.NibbleDecimal ? DecimalAlphabet : HexAlphabet;

    /// <summary>Bytes that a text of a length takes.</summary>
    public static int EncodedLength(int decodedLength) => (int)(((uint)decodedLength + 1) >> 1);

    /// <summary>The alphabet that has all characters of a text; <see cref="StringEncoding.Raw"/> if neither has. Digits alone are decimal.</summary>
    public static StringEncoding Classify(ReadOnlySpan<byte> text)
    {
        // Most texts are of neither, which three characters show.
        if (!text.IsEmpty && !MayBeOfOne(text))
        {
            return StringEncoding.Raw;
        }

        return NibbleVectorKernel.IsSupported && text.Length <= NibbleVectorKernel.MaxLength ? NibbleVectorKernel.Classify(text)
            : NibbleBlockKernel.IsSupported ? NibbleBlockKernel.Classify(text)
            : ClassifyScalar(text);
    }

    /// <summary>Whether the first, the last and the middle character of a text, which is not empty, are of one alphabet.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool MayBeOfOne(ReadOnlySpan<byte> text) => (Alphabets[text[0]] & Alphabets[text[^1]] & Alphabets[text[text.Length / 2]]) != 0;

    /// <summary>The scalar twin of the vector path.</summary>
    public static StringEncoding ClassifyScalar(ReadOnlySpan<byte> text)
    {
        var isDecimal = true;
        var isHex = true;
        foreach (var character in text)
        {
            isDecimal &= DecimalDigit(character) != Invalid;
            isHex &= HexDigit(character) != Invalid;
            if (!isDecimal && !isHex)
            {
                return StringEncoding.Raw;
            }
        }

        return isDecimal ? StringEncoding.NibbleDecimal : StringEncoding.NibbleHex;
    }

    /// <summary>Writes <see cref="EncodedLength"/> bytes for a text that <see cref="Classify"/> found to be of the alphabet.</summary>
    public static void Encode(StringEncoding encoding, ReadOnlySpan<byte> text, Span<byte> destination)
    {
        if (NibbleVectorKernel.IsSupported && text.Length <= NibbleVectorKernel.MaxLength && destination.Length >= NibbleVectorKernel.Room)
        {
            NibbleVectorKernel.Encode(encoding, text, destination);
        }
        else if (NibbleBlockKernel.IsSupported && destination.Length >= EncodedLength(text.Length) + NibbleBlockKernel.Slack)
        {
            NibbleBlockKernel.Encode(encoding, text, destination);
        }
        else
        {
            EncodeScalar(encoding, text, destination);
        }
    }

    /// <summary>Writes the characters of an encoded text.</summary>
    /// <returns>False if <paramref name="codes"/> or <paramref name="destination"/> is too short, or the half byte behind an odd text is not zero.</returns>
    public static bool TryDecode(StringEncoding encoding, ReadOnlySpan<byte> codes, int decodedLength, Span<byte> destination)
    {
        if (!IsWellFormed(codes, decodedLength) || destination.Length < decodedLength)
        {
            return false;
        }

        var text = destination[..decodedLength];
        var decoded = Vector128.IsHardwareAccelerated && decodedLength >= Vector128<byte>.Count
            ? NibbleVectorKernel.Decode(AlphabetOf(encoding), codes, text)
            : 0;
        DecodeScalar(encoding, codes[(decoded / 2)..], text[decoded..]);
        return true;
    }

    /// <summary>Whether an encoded text is this one. A damaged one equals nothing.</summary>
    public static bool AreEqual(StringEncoding encoding, ReadOnlySpan<byte> codes, ReadOnlySpan<byte> text)
    {
        if (!IsWellFormed(codes, text.Length))
        {
            return false;
        }

        var alphabet = AlphabetOf(encoding);
        var done = 0;
        if (Vector128.IsHardwareAccelerated)
        {
            done = NibbleVectorKernel.CountEqual(alphabet, codes, text);
            if (done < 0)
            {
                return false;
            }
        }

        for (; done < text.Length; done++)
        {
            if (text[done] != alphabet[(codes[done >> 1] >> ((done & 1) << 2)) & 0x0F])
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Whether the bytes of an encoded text are there, and its spare half byte is zero.</summary>
    private static bool IsWellFormed(ReadOnlySpan<byte> codes, int decodedLength) =>
        decodedLength >= 0 && EncodedLength(decodedLength) <= codes.Length && ((decodedLength & 1) == 0 || codes[decodedLength >> 1] <= 0x0F);

    /// <summary>The scalar twin of the vector path.</summary>
    public static void EncodeScalar(StringEncoding encoding, ReadOnlySpan<byte> text, Span<byte> destination)
    {
        var isDecimal = encoding == StringEncoding.NibbleDecimal;
        destination[..EncodedLength(text.Length)].Clear();
        for (var i = 0; i < text.Length; i++)
        {
            var digit = isDecimal ? DecimalDigit(text[i]) : HexDigit(text[i]);
            destination[i >> 1] |= (byte)(digit << ((i & 1) << 2));
        }
    }

    /// <summary>The scalar twin of the vector path.</summary>
    public static void DecodeScalar(StringEncoding encoding, ReadOnlySpan<byte> codes, Span<byte> text)
    {
        var alphabet = AlphabetOf(encoding);
        for (var i = 0; i < text.Length; i++)
        {
            text[i] = alphabet[(codes[i >> 1] >> ((i & 1) << 2)) & 0x0F];
        }
    }

    private static byte[] MakeAlphabets()
    {
        var alphabets = new byte[256];
        foreach (var character in DecimalAlphabet)
        {
            alphabets[character] = 1;
        }

        foreach (var character in HexAlphabet)
        {
            alphabets[character] |= 2;
        }

        return alphabets;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte DecimalDigit(byte character) => character switch
    {
        >= (byte)'-' and <= (byte)':' => (byte)(character - '-'),
        (byte)' ' => 14,
        (byte)'T' => 15,
        _ => Invalid,
    };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte HexDigit(byte character) => character switch
    {
        >= (byte)'0' and <= (byte)'9' => (byte)(character - '0'),
        >= (byte)'a' and <= (byte)'f' => (byte)(character - 'a' + 10),
        _ => Invalid,
    };
}
