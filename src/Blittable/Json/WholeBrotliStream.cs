using System.Buffers;
using System.IO.Compression;

namespace Blittable.Json;

/// <summary>Decompresses Brotli and refuses what is cut off or followed by other bytes, which <see cref="BrotliStream"/> takes for the end.</summary>
/// <param name="source">The stream, which stays open.</param>
internal sealed class WholeBrotliStream(Stream source) : ReadOnlyStream
{
    private const int Size = 1 << 14;

    private readonly byte[] _buffer = new byte[Size];
    private BrotliDecoder _decoder;
    private int _start, _end;
    private bool _isEnded;

    /// <exception cref="InvalidDataException">The source is damaged, cut off, or followed by other bytes.</exception>
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        while (!_isEnded && !buffer.IsEmpty)
        {
            var status = _decoder.Decompress(_buffer.AsSpan(_start, _end - _start), buffer.Span, out var used, out var written);
            _start += used;
            _isEnded = status == OperationStatus.Done;
            if (status == OperationStatus.InvalidData)
            {
                throw new InvalidDataException("it is not a Brotli stream.");
            }

            if (_isEnded && (_start < _end || await source.ReadAsync(_buffer, cancellationToken).ConfigureAwait(false) > 0))
            {
                throw new InvalidDataException("it is followed by additional bytes.");
            }

            if (written > 0)
            {
                return written;
            }

            if (status == OperationStatus.NeedMoreData)
            {
                (_start, _end) = (0, await source.ReadAsync(_buffer, cancellationToken).ConfigureAwait(false));
                if (_end == 0)
                {
                    throw new InvalidDataException("it is truncated.");
                }
            }
        }

        return 0;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _decoder.Dispose();
        }

        base.Dispose(disposing);
    }
}
