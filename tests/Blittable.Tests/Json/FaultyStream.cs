namespace Blittable.Tests.Json;

/// <summary>A stream that reads another one for a while, and then throws.</summary>
internal sealed class FaultyStream(Stream stream, Exception fault) : MemoryStream
{
    private const int SoundReads = 2;

    private int _reads;

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        ++_reads > SoundReads ? throw fault : stream.ReadAsync(buffer, cancellationToken);

    public override int Read(Span<byte> buffer) => ++_reads > SoundReads ? throw fault : stream.Read(buffer);
}
