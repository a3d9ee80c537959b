using System.Text;
using Blittable.Layout;

namespace Blittable.Json;

/// <summary>Buffers the bytes of a stream that have been read but not yet used. It only grows to the size of the longest text.</summary>
internal sealed class TextBuffer(Stream stream)
{
    private const int FirstSize = 1 << 16;

    private byte[] _bytes = GC.AllocateUninitializedArray<byte>(FirstSize);
    private int _start, _end;

    /// <summary>Gets the bytes that have been read but not yet used.</summary>
    public ReadOnlySpan<byte> Available => _bytes.AsSpan(_start, _end - _start);

    /// <summary>Gets the offset of the available bytes in the stream.</summary>
    public long Offset { get; private set; }

    /// <summary>Gets the line number at which the available bytes start.</summary>
    public long Line { get; private set; } = 1;

    /// <summary>Gets the offset of the start of that line in the stream.</summary>
    public long LineStart { get; private set; }

    /// <summary>Returns the first available bytes, valid until more is read.</summary>
    public ReadOnlyMemory<byte> Take(int length) => _bytes.AsMemory(_start, length);

    /// <summary>Marks bytes as used.</summary>
    public void Use(int length)
    {
        var used = Available[..length];
        var lines = used.Count((byte)'\n');
        if (lines > 0)
        {
            Line += lines;
            LineStart = Offset + used.LastIndexOf((byte)'\n') + 1;
        }

        Offset += length;
        _start += length;
    }

    /// <summary>Reads more bytes from the stream.</summary>
    /// <returns>False at the end of the stream.</returns>
    /// <exception cref="BlittableException">The stream is damaged, or a text is too long for an array.</exception>
    public async ValueTask<bool> ReadAsync(CancellationToken cancellationToken)
    {
        MakeRoom();
        try
        {
            var count = await stream.ReadAsync(_bytes.AsMemory(_end), cancellationToken).ConfigureAwait(false);
            _end += count;
            return count > 0;
        }
        catch (InvalidDataException fault)
        {
            throw new BlittableException(BlittableErrorCode.InvalidData, $"The compressed text is damaged: {fault.Message}", innerException: fault);
        }
        catch (DecoderFallbackException fault)
        {
            throw new BlittableException(BlittableErrorCode.InvalidUtf8, $"The text is not valid in its encoding: {fault.Message}", innerException: fault);
        }
    }

    private void MakeRoom()
    {
        if (_start == _end)
        {
            _start = _end = 0;
        }

        if (_end < _bytes.Length)
        {
            return;
        }

        if (_start < _bytes.Length / 2 && _bytes.Length == Array.MaxLength)
        {
            ThrowHelper.InputTooLarge(_bytes.Length + 1L, Array.MaxLength);
        }

        var target = _start < _bytes.Length / 2 ? GC.AllocateUninitializedArray<byte>((int)Math.Min(2L * _bytes.Length, Array.MaxLength)) : _bytes;
        Available.CopyTo(target);
        (_bytes, _start, _end) = (target, 0, _end - _start);
    }
}
