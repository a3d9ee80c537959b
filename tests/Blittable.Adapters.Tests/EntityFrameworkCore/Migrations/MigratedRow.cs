namespace Blittable.Adapters.Tests.EntityFrameworkCore.Migrations;

internal sealed class MigratedRow
{
    public int Id { get; set; }

    public required BlittableDocument Document { get; set; }

    public string? Name { get; private set; }

    public decimal? Total { get; private set; }

    public string? Json { get; private set; }

    public string? State { get; private set; }
}
