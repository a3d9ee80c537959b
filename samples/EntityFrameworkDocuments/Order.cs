using Blittable;

namespace EntityFrameworkDocuments;

/// <summary>A row: the order itself is a document.</summary>
internal sealed class Order
{
    public int Id { get; set; }

    public required BlittableDocument Document { get; set; }

    /// <summary>Computed from the document when the order is saved.</summary>
    public string? Customer { get; private set; }

    /// <summary>Computed from the document when the order is saved.</summary>
    public decimal Total { get; private set; }
}
