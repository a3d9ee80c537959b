using System.Buffers;

namespace Blittable.Tests;

/// <summary>An output that gives away as little room as it may, or at most so many bytes, which is less than it may.</summary>
internal sealed class StingyWriter(int more = 0, Action? whenAdvanced = null, int most = int.MaxValue) : IBufferWriter<byte>
{
    private readonly ArrayBufferWriter<byte> _inner = new();
    private byte[] _given = [];

    public ReadOnlySpan<byte> Written => _inner.WrittenSpan;

    /// <summary>Gets the most bytes that were asked for at once.</summary>
    public int LargestHint { get; private set; }

    public void Advance(int count)
    {
        _inner.Write(_given.AsSpan(0, count));
        _given.AsSpan().Fill((byte)'#');
        whenAdvanced?.Invoke();
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        LargestHint = Math.Max(LargestHint, sizeHint);
        return _given = new byte[Math.Min(Math.Max(sizeHint, 1) + more, most)];
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
}
