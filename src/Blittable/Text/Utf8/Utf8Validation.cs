using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;

namespace Blittable.Text;

/// <summary>Validates UTF-8 as defined by RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF.</summary>
internal static class Utf8Validation
{
    /// <summary>Determines whether <paramref name="text"/> is valid UTF-8.</summary>
    public static bool IsValid(ReadOnlySpan<byte> text) => IsValid(ref MemoryMarshal.GetReference(text), (nuint)text.Length);

    /// <summary>Determines whether the <paramref name="length"/> bytes at <paramref name="text"/> are valid UTF-8. No other bytes are read.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsValid(ref byte text, nuint length)
    {
        if (Utf8Vector512.IsSupported)
        {
            return Utf8Kernel<Vector512<byte>, Utf8Vector512>.IsValid(ref text, length);
        }

        return IsValidNarrow(ref text, length);
    }

    /// <summary>Throws if a text is not valid UTF-8.</summary>
    /// <exception cref="BlittableException">The text is not valid UTF-8.</exception>
    public static void Require(ReadOnlySpan<byte> text)
    {
        if (!IsValid(text))
        {
            var offset = IndexOfInvalid(text);
            ThrowHelper.Throw(BlittableErrorCode.InvalidUtf8, $"The text is not valid UTF-8: byte {offset} is 0x{text[offset]:x2}.", offset);
        }
    }

    /// <summary>Returns the start of the first invalid sequence, or -1. Works byte by byte: it replaces the kernels on processors without vectors, and locates
    /// errors for messages.</summary>
    public static int IndexOfInvalid(ReadOnlySpan<byte> text)
    {
        var i = 0;
        while (i < text.Length)
        {
            var length = SequenceLength(text[i..]);
            if (length == 0)
            {
                return i;
            }

            i += length;
        }

        return -1;
    }

    /// <summary>Returns the number of bytes of an incomplete sequence at the end of a text, 0 to 3.</summary>
    public static int OpenBytes(ReadOnlySpan<byte> text)
    {
        for (var count = 1; count <= Math.Min(3, text.Length); count++)
        {
            var value = text[^count];
            if (value is < 0x80 or >= 0xC0)
            {
                var length = value >= 0xF0 ? 4 : value >= 0xE0 ? 3 : value >= 0xC0 ? 2 : 1;
                return length > count ? count : 0;
            }
        }

        return 0;
    }

    private static bool IsValidNarrow(ref byte text, nuint length)
    {
        if (Avx2.IsSupported && length >= (nuint)Vector256<byte>.Count)
        {
            return Utf8Kernel<Vector256<byte>, Utf8Vector256>.IsValid(ref text, length);
        }

        return Vector128.IsHardwareAccelerated
            ? Utf8Kernel<Vector128<byte>, Utf8Vector128>.IsValid(ref text, length)
            : IndexOfInvalid(MemoryMarshal.CreateReadOnlySpan(ref text, (int)length)) < 0;
    }

    /// <summary>Returns the size in bytes of the sequence at the start of <paramref name="text"/>, or 0 if it is invalid. See RFC 3629, section
    /// 4.</summary>
    private static int SequenceLength(ReadOnlySpan<byte> text)
    {
        var lead = text[0];
        if (lead < 0x80)
        {
            return 1;
        }

        var (length, second, secondLast) = lead switch
        {
            >= 0xC2 and <= 0xDF => (2, 0x80, 0xBF),
            0xE0 => (3, 0xA0, 0xBF),
            0xED => (3, 0x80, 0x9F),
            >= 0xE1 and <= 0xEF => (3, 0x80, 0xBF),
            0xF0 => (4, 0x90, 0xBF),
            >= 0xF1 and <= 0xF3 => (4, 0x80, 0xBF),
            0xF4 => (4, 0x80, 0x8F),
            _ => (0, 0, 0),
        };
        if (length > text.Length || length == 0 || text[1] < second || text[1] > secondLast)
        {
            return 0;
        }

        for (var i = 2; i < length; i++)
        {
            if ((text[i] & 0xC0) != 0x80)
            {
                return 0;
            }
        }

        return length;
    }
}
