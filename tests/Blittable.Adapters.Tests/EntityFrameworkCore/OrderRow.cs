namespace Blittable.Adapters.Tests.EntityFrameworkCore;

internal sealed class OrderRow
{
    public int Id { get; set; }

    public required BlittableDocument Document { get; set; }

    public Order? Order { get; set; }

    public decimal Total { get; private set; }

    public DateTimeOffset? At { get; private set; }
}
