namespace Blittable.ColdObjects;

/// <summary>Represents a line of an <see cref="Order"/>.</summary>
#if MEMORYPACK
[MemoryPack.MemoryPackable]
#endif
public sealed partial class OrderLine
{
    public int Product { get; set; }

    public string Title { get; set; } = "";

    public int Quantity { get; set; }

    public decimal Price { get; set; }
}
