using System.Buffers;
using System.Buffers.Binary;
using System.Buffers.Text;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.Intrinsics;
using System.Text;
using System.Text.Unicode;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Converts UTF-16 text to UTF-8, on the caller's stack if it fits, otherwise in a rented array.</summary>
internal readonly ref struct Utf8Text
{
    /// <summary>The size in bytes of the buffer that callers allocate on the stack.</summary>
    public const int StackLimit = 192;

    private const char FirstSurrogate = '\uD800', LastSurrogate = '\uDFFF';

    private static readonly UTF8Encoding s_strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    private readonly byte[]? _rented;

    /// <param name="text">The text.</param>
    /// <param name="buffer">The buffer. An array is rented instead if the buffer is too short for some text with the same number of characters.</param>
    public Utf8Text(ReadOnlySpan<char> text, Span<byte> buffer)
    {
        var limit = Encoding.UTF8.GetMaxByteCount(text.Length);
        if (limit > buffer.Length)
        {
            _rented = ArrayPool<byte>.Shared.Rent(limit);
            buffer = _rented;
        }

        IsValid = Utf8.FromUtf16(text, buffer, out _, out var written, replaceInvalidSequences: false) == OperationStatus.Done;
        Bytes = buffer[..written];
    }

    /// <summary>Gets a value that indicates whether the text is valid UTF-16. A lone surrogate has no UTF-8 form and does not occur in documents.</summary>
    public bool IsValid { get; }

    public ReadOnlySpan<byte> Bytes { get; }

    /// <summary>Converts a text to a UTF-8 array.</summary>
    /// <param name="text">The text.</param>
    /// <param name="parameter">The name of the caller's parameter.</param>
    /// <exception cref="ArgumentException">The text contains a lone surrogate.</exception>
    public static byte[] Encode(string text, string parameter)
    {
        ArgumentNullException.ThrowIfNull(text, parameter);
        try
        {
            return s_strict.GetBytes(text);
        }
        catch (EncoderFallbackException exception)
        {
            throw new ArgumentException("The text contains an unpaired surrogate.", parameter, exception);
        }
    }

    /// <summary>Converts a text of a document to a UTF-8 array.</summary>
    /// <exception cref="BlittableException">The text contains an unpaired surrogate.</exception>
    public static byte[] Encode(string text)
    {
        try
        {
            return s_strict.GetBytes(text);
        }
        catch (EncoderFallbackException fault)
        {
            ThrowUnpaired(fault.Index);
            return [];
        }
    }

    /// <summary>Determines whether a text has no unpaired surrogates.</summary>
    public static bool HasWholePairs(ReadOnlySpan<char> text)
    {
        while (text.IndexOfAnyInRange(FirstSurrogate, LastSurrogate) is >= 0 and var at)
        {
            if (at + 1 == text.Length || !char.IsSurrogatePair(text[at], text[at + 1]))
            {
                return false;
            }

            text = text[(at + 2)..];
        }

        return true;
    }

    /// <summary>Throws if a text of the caller has no UTF-8 form, because its replacement would equal other texts.</summary>
    /// <param name="text">The text.</param>
    /// <param name="parameter">The name of the caller's parameter.</param>
    /// <exception cref="ArgumentException">The text contains an unpaired surrogate.</exception>
    public static void RequireWholePairs(ReadOnlySpan<char> text, string parameter)
    {
        if (!HasWholePairs(text))
        {
            throw new ArgumentException("The text contains an unpaired surrogate.", parameter);
        }
    }

    [DoesNotReturn]
    public static void ThrowUnpaired(int index) =>
        ThrowHelper.Throw(BlittableErrorCode.InvalidUtf8, $"The surrogate at character {index} is unpaired.", index);

    public void Dispose()
    {
        if (_rented is not null)
        {
            ArrayPool<byte>.Shared.Return(_rented);
        }
    }
}

/// <summary>Provides the text of a string as one span, either in place or decoded into a buffer.</summary>
internal readonly ref struct TextOrCopy
{
    /// <summary>The size in bytes of the buffer that callers allocate on the stack.</summary>
    public const int StackLimit = 256;

    private readonly byte[]? _rented;

    /// <param name="value">A string.</param>
    /// <param name="buffer">The buffer for an encoded string or a date. If it is too short, an array is rented.</param>
    public TextOrCopy(BlittableValue value, Span<byte> buffer)
    {
        if (value.TryGetUtf8Span(out var text))
        {
            Bytes = text;
            return;
        }

        value.TryGetUtf8Length(out var length);
        if (length > buffer.Length)
        {
            _rented = ArrayPool<byte>.Shared.Rent(length);
            buffer = _rented;
        }

        value.TryCopyUtf8(buffer, out length);
        Bytes = buffer[..length];
    }

    /// <summary>Gets the text in UTF-8.</summary>
    public ReadOnlySpan<byte> Bytes { get; }

    public void Dispose()
    {
        if (_rented is not null)
        {
            ArrayPool<byte>.Shared.Return(_rented);
        }
    }
}

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
