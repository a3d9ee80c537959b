namespace Blittable.Cli;

/// <summary>Buffers the bytes of an input that have been read but not used.</summary>
internal sealed class InputBuffer(InputStream stream)
{
    private const int InitialSize = 1 << 16;

    private byte[] _bytes = new byte[InitialSize];
    private int _start;
    private int _end;

    public ReadOnlyMemory<byte> Available => _bytes.AsMemory(_start, _end - _start);

    /// <summary>Marks the first <paramref name="count"/> bytes as used. Memory returned before remains valid until more bytes are read.</summary>
    public void Advance(int count) => _start += count;

    /// <summary>Reads until <paramref name="count"/> bytes are available. Allocates memory only for bytes that were read.</summary>
    /// <returns>True if the bytes are available; false if the input ends before.</returns>
    public async ValueTask<bool> RequireAsync(int count, CancellationToken cancellation)
    {
        while (_end - _start < count)
        {
            if (!await ReadMoreAsync(cancellation))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Reads the rest of the input.</summary>
    /// <exception cref="BlittableException">The input is too large for an array. If the stream knows its length, nothing has been read.</exception>
    public async ValueTask<ReadOnlyMemory<byte>> ReadToEndAsync(CancellationToken cancellation)
    {
        // One byte more than the reported length, so that the end is detected without growing the buffer again.
        var expected = _end - _start + stream.BytesLeft + 1;
        if (expected > Array.MaxLength)
        {
            throw TooLarge();
        }

        if (expected > _bytes.Length)
        {
            MoveTo(new byte[expected]);
        }

        while (await ReadMoreAsync(cancellation))
        {
        }

        return Available;
    }

    /// <exception cref="BlittableException">The input is too large for an array.</exception>
    private async ValueTask<bool> ReadMoreAsync(CancellationToken cancellation)
    {
        if (_end == _bytes.Length)
        {
            MakeRoom();
        }

        var count = await stream.ReadAsync(_bytes.AsMemory(_end), cancellation);
        _end += count;
        return count > 0;
    }

    private void MakeRoom()
    {
        if (_start >= _bytes.Length / 2 || (_start > 0 && _bytes.Length == Array.MaxLength))
        {
            MoveTo(_bytes);
        }
        else if (_bytes.Length < Array.MaxLength)
        {
            MoveTo(new byte[(int)Math.Min(2L * _bytes.Length, Array.MaxLength)]);
        }
        else
        {
            throw TooLarge();
        }
    }

    private static BlittableException TooLarge() =>
        new(BlittableErrorCode.InputTooLarge, $"The input is too large; a text or document must have fewer than {Array.MaxLength} bytes.");

    private void MoveTo(byte[] bytes)
    {
        Available.Span.CopyTo(bytes);
        _bytes = bytes;
        _end -= _start;
        _start = 0;
    }
}
