namespace Blittable.Collections.Storage;

/// <summary>Reads bytes that a writer has appended, committed or not, and the file before them.</summary>
internal sealed class SinkSource(BlockSink sink) : BlockSource
{
    public override long Length => sink.Position;

    /// <summary>Gets true, because a writer looks up the key of each document in the indexes of all stripes.</summary>
    public override bool KeepsIndexes => true;

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
