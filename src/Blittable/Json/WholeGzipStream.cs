using System.IO.Compression;

namespace Blittable.Json;

/// <summary>Decompresses gzip and refuses what is cut off, which <see cref="GZipStream"/> takes for the end.</summary>
/// <remarks>
/// A member with a mark follows the bytes of the source. The mark is the end of the output only if the bytes before it end with a whole member: otherwise they
/// continue with the bytes of the mark's member, which are not what is missing.
/// </remarks>
internal sealed class WholeGzipStream : ReadOnlyStream
{
    private const int Size = 1 << 14;

    private static readonly byte[] s_member = Compress(Mark);

    private readonly GZipStream _plain;
    private readonly byte[] _buffer = new byte[Size];
    private int _start, _end;
    private bool _isEnded;

    /// <summary>Opens a stream, which stays open.</summary>
    public WholeGzipStream(Stream source) => _plain = new GZipStream(new MarkedStream(source), CompressionMode.Decompress);

    private static ReadOnlySpan<byte> Mark => [0x9D, 0x1F, 0xC4, 0x02, 0xE6, 0x73, 0x58, 0xB1, 0x0A, 0xFE, 0x87, 0x36, 0x6B, 0xD0, 0x49, 0x25];

    /// <exception cref="InvalidDataException">The source is damaged, or cut off.</exception>
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        while (!_isEnded && _end - _start <= Mark.Length)
        {
            _buffer.AsSpan(_start, _end - _start).CopyTo(_buffer);
            (_start, _end) = (0, _end - _start);
            var count = await _plain.ReadAsync(_buffer.AsMemory(_end), cancellationToken).ConfigureAwait(false);
            _end += count;
            if (count == 0)
            {
                End();
            }
        }

        var length = Math.Min(buffer.Length, _end - _start - (_isEnded ? 0 : Mark.Length));
        _buffer.AsMemory(_start, length).CopyTo(buffer);
        _start += length;
        return length;
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            _plain.Dispose();
        }

        base.Dispose(disposing);
    }

    private void End()
    {
        if (!_buffer.AsSpan(_start, _end - _start).EndsWith(Mark))
        {
            throw new InvalidDataException("it is truncated, or followed by additional bytes.");
        }

        _end -= Mark.Length;
        _isEnded = true;
    }

    private static byte[] Compress(ReadOnlySpan<byte> bytes)
    {
        using var output = new MemoryStream();
        using (var stream = new GZipStream(output, CompressionLevel.Fastest, leaveOpen: true))
        {
            stream.Write(bytes);
        }

        return output.ToArray();
    }

    /// <summary>The source, and the member with the mark after its end.</summary>
    private sealed class MarkedStream(Stream source) : ReadOnlyStream
    {
        private int _marked = -1;

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (_marked < 0)
            {
                var count = await source.ReadAsync(buffer, cancellationToken).ConfigureAwait(false);
                if (count > 0)
                {
                    return count;
                }

                _marked = 0;
            }

            var length = Math.Min(buffer.Length, s_member.Length - _marked);
            s_member.AsMemory(_marked, length).CopyTo(buffer);
            _marked += length;
            return length;
        }
    }
}
