namespace Blittable.Adapters.Tests.EntityFrameworkCore;

internal sealed class ParcelContent
{
    public required BlittableDocument Document { get; set; }

    public string? Code { get; private set; }
}
