using global::MessagePack;

namespace Blittable.Benchmarks.Stores;

/// <summary>Rows as MessagePack arrays, by MessagePack-CSharp.</summary>
internal sealed class MessagePackRecordStored() : RecordStored("MessagePack record")
{
    private readonly byte[] _buffer = new byte[1 << 16];

    protected override byte[] Serialize(LineitemRecord row) => MessagePackSerializer.Serialize(row);

    protected override LineitemRecord Deserialize(ReadOnlySpan<byte> stored)
    {
        // It takes memory of its own only.
        stored.CopyTo(_buffer);
        return MessagePackSerializer.Deserialize<LineitemRecord>(_buffer.AsMemory(0, stored.Length));
    }
}
