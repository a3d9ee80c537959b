using System.Text.Json.Serialization;
using Blittable;

namespace NativeObjects;

/// <summary>An order, which the generator of the package can write and read.</summary>
[BlittableSerializable]
public sealed record Order(int Id, string Customer, DateTime Created, decimal Total)
{
    public List<Line> Lines { get; init; } = [];

    [JsonPropertyName("state")]
    [JsonConverter(typeof(JsonStringEnumConverter<State>))]
    public State State { get; init; }
}

/// <summary>A line of an order.</summary>
public sealed record Line(string Product, int Quantity, decimal Price);

/// <summary>How far an order is.</summary>
public enum State
{
    Open,
    Shipped,
}
