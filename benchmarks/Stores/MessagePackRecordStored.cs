using global::MessagePack;

namespace Blittable.Benchmarks.Stores;

/// <summary>Reads rows as MessagePack arrays with MessagePack-CSharp.</summary>
internal sealed class MessagePackRecordStored() : RecordStored("MessagePack record")
{
    private readonly byte[] _buffer = new byte[1 << 16];

    protected override byte[] Serialize(LineitemRecord row) => MessagePackSerializer.Serialize(row);

    protected override LineitemRecord Deserialize(ReadOnlySpan<byte> stored)
    {
        // MessagePackSerializer accepts only managed memory.
        stored.CopyTo(_buffer);
        return MessagePackSerializer.Deserialize<LineitemRecord>(_buffer.AsMemory(0, stored.Length));
    }
}
