namespace Blittable.Tests.Json;

/// <summary>A stream that returns a few bytes per read.</summary>
internal sealed class PiecemealStream(byte[] bytes, int piece) : MemoryStream(bytes)
{
    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        base.ReadAsync(buffer[..Math.Min(piece, buffer.Length)], cancellationToken);
}
