using System.Text.Json.Serialization;
using Blittable;

namespace OrdersApi;

/// <summary>Represents a line of an order.</summary>
[BlittableView(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
internal readonly ref partial struct LineView
{
    internal partial decimal Price { get; }

    internal partial int Count { get; }
}
