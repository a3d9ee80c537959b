namespace Blittable.Adapters.Tests;

/// <summary>An object supported by <see cref="BlittableSerializer"/>.</summary>
[BlittableSerializable]
public sealed class Order
{
    public string Customer { get; set; } = "";

    public decimal Total { get; set; }

    public List<string> Tags { get; set; } = [];
}
