using System.Buffers;
using System.Text;
using System.Text.Unicode;

namespace Blittable.Reading;

/// <summary>Converts UTF-16 text to UTF-8, on the caller's stack if it fits, otherwise in a rented array.</summary>
internal readonly ref struct Utf8Text
{
    /// <summary>The size in bytes of the buffer that callers allocate on the stack.</summary>
    public const int StackLimit = 192;

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
            return new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true).GetBytes(text);
        }
        catch (EncoderFallbackException exception)
        {
            throw new ArgumentException("The text contains an unpaired surrogate.", parameter, exception);
        }
    }

    public void Dispose()
    {
        if (_rented is not null)
        {
            ArrayPool<byte>.Shared.Return(_rented);
        }
    }
}
