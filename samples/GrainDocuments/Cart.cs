using Blittable;

namespace GrainDocuments;

/// <summary>Represents the stored state of a cart.</summary>
[BlittableSerializable]
public sealed class Cart
{
    public List<string> Articles { get; set; } = [];

    public decimal Total { get; set; }
}
