using Blittable;

namespace GrainDocuments;

/// <summary>What a cart remembers.</summary>
[BlittableSerializable]
public sealed class Cart
{
    public List<string> Articles { get; set; } = [];

    public decimal Total { get; set; }
}
