namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>The type of several entities in the model.</summary>
internal sealed class SharedRow
{
    public int Id { get; set; }

    public required BlittableDocument Document { get; set; }

    public string? Name { get; private set; }
}
