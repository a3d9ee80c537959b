namespace Blittable.Adapters.Tests;

/// <summary>An object that <see cref="BlittableSerializer"/> knows.</summary>
[BlittableSerializable]
public sealed class Order
{
    public string Customer { get; set; } = "";

    public decimal Total { get; set; }

    public List<string> Tags { get; set; } = [];
}
