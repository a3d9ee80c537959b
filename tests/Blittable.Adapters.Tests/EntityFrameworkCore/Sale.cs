namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>The base of a hierarchy in one table.</summary>
internal class Sale : IDocumentRow
{
    public int Id { get; set; }

    public required BlittableDocument Document { get; set; }

    public long? Total { get; private set; }
}
