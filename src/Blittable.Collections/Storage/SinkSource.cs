namespace Blittable.Collections.Storage;

/// <summary>Reads what a writer has appended, committed or not, and the file before it.</summary>
internal sealed class SinkSource(BlockSink sink) : BlockSource
{
    /// <summary>As it is at the start: a stripe is complete before it is opened.</summary>
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
