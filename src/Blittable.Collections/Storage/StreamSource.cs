namespace Blittable.Collections.Storage;

/// <summary>Reads a seekable stream, one thread at a time.</summary>
internal sealed class StreamSource(Stream stream, bool leaveOpen) : BlockSource
{
    private readonly Stream _stream = stream;
    private readonly bool _leaveOpen = leaveOpen;
    private readonly Lock _lock = new();
    private long _length = stream.Length;

    /// <summary>Gets the length of the stream when the source was created or last grew. Bytes appended later are not part of a snapshot.</summary>
    public override long Length => Volatile.Read(ref _length);

    public override void Grow(long committed)
    {
        lock (_lock)
        {
            Volatile.Write(ref _length, _stream.Length);
        }
    }

    protected override ReadOnlyMemory<byte> ReadCore(long offset, int length)
    {
        var bytes = GC.AllocateUninitializedArray<byte>(length);
        lock (_lock)
        {
            _stream.Position = offset;
            _stream.ReadExactly(bytes);
        }

        return bytes;
    }

    protected override void Close()
    {
        if (!_leaveOpen)
        {
            _stream.Dispose();
        }
    }
}
