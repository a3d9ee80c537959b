using System.Text.Json.Serialization;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents the carrier of a <see cref="Shipment"/>. JSON and documents contain its name, as most web services do, and the other formats its number.</summary>
[JsonConverter(typeof(JsonStringEnumConverter<Carrier>))]
public enum Carrier
{
    Road,
    Rail,
    Sea,
    Air,
}
