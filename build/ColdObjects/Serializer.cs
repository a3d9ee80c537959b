#if JSON
using System.Text.Json;
using System.Text.Json.Serialization;
#elif MEMORYPACK
using MemoryPack;
#endif

namespace Blittable.ColdObjects;

#if JSON
/// <summary>Calls System.Text.Json.</summary>
[JsonSerializable(typeof(Order))]
internal sealed partial class Serializer : JsonSerializerContext
{
    public static byte[] Write(Order order) => JsonSerializer.SerializeToUtf8Bytes(order, Default.Order);

    public static Order? Read(byte[] bytes) => JsonSerializer.Deserialize(bytes, Default.Order);
}
#elif BLITTABLE
/// <summary>Calls the serializer of this project.</summary>
internal static class Serializer
{
    public static byte[] Write(Order order) => BlittableSerializer.Serialize(order);

    public static Order? Read(byte[] bytes) => BlittableSerializer.Deserialize<Order>(bytes);
}
#elif MEMORYPACK
/// <summary>Calls MemoryPack.</summary>
internal static class Serializer
{
    public static byte[] Write(Order order) => MemoryPackSerializer.Serialize(order);

    public static Order? Read(byte[] bytes) => MemoryPackSerializer.Deserialize<Order>(bytes);
}
#else
/// <summary>Calls no serializer. The time of its process is subtracted from the time of the others.</summary>
internal static class Serializer
{
    public static byte[] Write(Order order) => new byte[order.Lines.Count];

    public static Order? Read(byte[] bytes) => bytes.Length == 0 ? null : Order.Create();
}
#endif
