using System.Buffers;
using System.Text;
using System.Text.Unicode;

namespace Blittable.Reading;

/// <summary>UTF-16 text as UTF-8, on the caller's stack where it fits, otherwise in a rented array.</summary>
internal readonly ref struct Utf8Text
{
    /// <summary>Bytes that callers put on the stack.</summary>
    public const int StackLimit = 192;

    private readonly byte[]? _rented;

    /// <param name="text">The text.</param>
    /// <param name="buffer">Used where it is long enough for any text of this length.</param>
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

    /// <summary>Gets a value that indicates whether the text has a UTF-8 form: half of a surrogate pair has none, and no document holds it.</summary>
    public bool IsValid { get; }

    public ReadOnlySpan<byte> Bytes { get; }

    /// <summary>A text as UTF-8, to keep.</summary>
    /// <param name="text">The text.</param>
    /// <param name="parameter">The name of the caller's parameter.</param>
    /// <exception cref="ArgumentException">The text holds a lone surrogate.</exception>
    public static byte[] Encode(string text, string parameter)
    {
        ArgumentNullException.ThrowIfNull(text, parameter);
        try
        {
            return new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true).GetBytes(text);
        }
        catch (EncoderFallbackException exception)
        {
            throw new ArgumentException("The text has half of a surrogate pair.", parameter, exception);
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
