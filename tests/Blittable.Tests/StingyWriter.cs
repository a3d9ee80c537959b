using System.Buffers;

namespace Blittable.Tests;

/// <summary>An output that returns as little room as the contract allows, or at most a given number of bytes, which violates the contract.</summary>
internal sealed class StingyWriter(int more = 0, Action? whenAdvanced = null, int most = int.MaxValue) : IBufferWriter<byte>
{
    private readonly ArrayBufferWriter<byte> _inner = new();
    private byte[] _given = [];

    public ReadOnlySpan<byte> Written => _inner.WrittenSpan;

    /// <summary>Gets the largest number of bytes requested at once.</summary>
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
