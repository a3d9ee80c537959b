using System.Text.Json.Serialization;
using Blittable;

namespace OrdersApi;

/// <summary>What the API needs to know of an order; all else in it is kept as it came.</summary>
[BlittableView(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
internal readonly ref partial struct OrderView
{
    internal partial ReadOnlySpan<byte> City { get; }

    internal partial BlittableViewList<LineView> Lines { get; }
}
