using Blittable;

namespace EntityFrameworkDocuments;

/// <summary>Represents a row that contains an order as a document.</summary>
internal sealed class Order
{
    public int Id { get; set; }

    public required BlittableDocument Document { get; set; }

    /// <summary>Computed from the document when the order is saved.</summary>
    public string? Customer { get; private set; }

    /// <summary>Computed from the document when the order is saved.</summary>
    public decimal Total { get; private set; }
}
