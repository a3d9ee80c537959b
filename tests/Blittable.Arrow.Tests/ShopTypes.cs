using System.Text.Json.Serialization;

namespace Blittable.Arrow.Tests;

/// <summary>Types from which a schema is derived.</summary>
internal static partial class ShopTypes
{
    internal enum State
    {
        Open,
    }

    internal sealed record Line(short Count, float Weight, Order? Parent);

    internal sealed record Order(
        int Id, ulong? Big, decimal Price, DateTimeOffset At, DateTime Local, DateOnly Day, string Name, byte[] Bytes, State State, Dictionary<string, int> Words, List<Line> Lines, object Any,
        Guid Key, TimeOnly Time);

    [JsonSerializable(typeof(Order))]
    [JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
    internal sealed partial class Context : JsonSerializerContext;
}
