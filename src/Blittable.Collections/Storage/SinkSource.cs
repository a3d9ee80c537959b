namespace Blittable.Collections.Storage;

/// <summary>Reads bytes that a writer has appended, committed or not, and the file before them.</summary>
internal sealed class SinkSource(BlockSink sink) : BlockSource
{
    /// <summary>Gets the length at creation. That suffices, because a stripe is complete before it is opened.</summary>
    public override long Length { get; } = sink.Position;

    protected override ReadOnlyMemory<byte> ReadCore(long offset, int length)
    {
        var bytes = GC.AllocateUninitializedArray<byte>(length);
        sink.Read(offset, bytes);
        return bytes;
    }

    protected override void Close()
    {
    }
}
