using System.Text.Json;

namespace Blittable.Benchmarks.Stores;

/// <summary>Deserializes whole lineitem rows with a serializer that knows their type.</summary>
internal abstract class RecordStored(string name) : StoredForm(name)
{
    public sealed override ReadOnlySpan<byte> Convert(ReadOnlyMemory<byte> json) => Serialize(JsonSerializer.Deserialize<LineitemRecord>(json.Span)!);

    public sealed override double Read(ReadOnlySpan<byte> stored, StoreProperty[] properties)
    {
        var row = Deserialize(stored);
        return row.Quantity + row.ExtendedPrice + row.ShipMode.Length;
    }

    protected abstract byte[] Serialize(LineitemRecord row);

    protected abstract LineitemRecord Deserialize(ReadOnlySpan<byte> stored);
}
