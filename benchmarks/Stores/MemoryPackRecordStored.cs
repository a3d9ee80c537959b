using MemoryPack;

namespace Blittable.Benchmarks.Stores;

/// <summary>Reads rows with MemoryPack in the mapped page.</summary>
internal sealed class MemoryPackRecordStored() : RecordStored("MemoryPack record")
{
    protected override byte[] Serialize(LineitemRecord row) => MemoryPackSerializer.Serialize(row);

    protected override LineitemRecord Deserialize(ReadOnlySpan<byte> stored) => MemoryPackSerializer.Deserialize<LineitemRecord>(stored)!;
}
