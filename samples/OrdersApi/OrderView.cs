using System.Text.Json.Serialization;
using Blittable;

namespace OrdersApi;

/// <summary>Represents the part of an order that the API reads. All other properties are preserved unchanged.</summary>
[BlittableView(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
internal readonly ref partial struct OrderView
{
    internal partial ReadOnlySpan<byte> City { get; }

    internal partial BlittableViewList<LineView> Lines { get; }
}
