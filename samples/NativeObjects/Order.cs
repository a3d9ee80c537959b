using System.Text.Json.Serialization;
using Blittable;

namespace NativeObjects;

/// <summary>Represents an order. The source generator of the package emits its serializer.</summary>
[BlittableSerializable]
public sealed record Order(int Id, string Customer, DateTime Created, decimal Total)
{
    public List<Line> Lines { get; init; } = [];

    [JsonPropertyName("state")]
    [JsonConverter(typeof(JsonStringEnumConverter<State>))]
    public State State { get; init; }
}

/// <summary>Represents a line of an order.</summary>
public sealed record Line(string Product, int Quantity, decimal Price);

/// <summary>Specifies the state of an order.</summary>
public enum State
{
    Open,
    Shipped,
}
