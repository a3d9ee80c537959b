namespace Blittable.Adapters.Tests.EntityFrameworkCore;

internal sealed class GeneratedRow
{
    public int Id { get; set; }

    public required BlittableDocument Document { get; set; }

    public string? Json { get; private set; }

    public string? Customer { get; private set; }

    public string? State { get; private set; }

    public string? City { get; private set; }
}
