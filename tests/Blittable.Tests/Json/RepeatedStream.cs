using Blittable.Json;

namespace Blittable.Tests.Json;

/// <summary>A stream of a prefix, a repeated part and a suffix. It is never completely in memory.</summary>
internal sealed class RepeatedStream(byte[] start, byte[] part, long times, byte[] end) : ReadOnlyStream
{
    private byte[] _current = start;
    private long _left = times;
    private int _at;
    private bool _isLast;

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        var total = 0;
        while (total < buffer.Length && Advance())
        {
            var count = Math.Min(buffer.Length - total, _current.Length - _at);
            _current.AsSpan(_at, count).CopyTo(buffer[total..]);
            _at += count;
            total += count;
        }

        return total;
    }

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) => ValueTask.FromResult(Read(buffer.Span));

    private bool Advance()
    {
        if (_at < _current.Length)
        {
            return true;
        }

        if (_isLast)
        {
            return false;
        }

        _isLast = _left-- == 0;
        (_current, _at) = (_isLast ? end : part, 0);
        return true;
    }
}
