using System.Buffers;

namespace Blittable.Reading;

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
