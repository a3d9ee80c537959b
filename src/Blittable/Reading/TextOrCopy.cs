using System.Buffers;

namespace Blittable.Reading;

/// <summary>The text of a string in one piece: where it lies, or decoded into a buffer.</summary>
internal readonly ref struct TextOrCopy
{
    /// <summary>Bytes that callers put on the stack.</summary>
    public const int StackLimit = 256;

    private readonly byte[]? _rented;

    /// <param name="value">A string.</param>
    /// <param name="buffer">Used for an encoded string or a date where it is long enough.</param>
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
