namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>A derived type with a promoted property of its own.</summary>
internal sealed class ShopSale : Sale
{
    public string? Shop { get; private set; }
}
