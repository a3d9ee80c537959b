namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>An entity that owns two objects of the same type, with a document each.</summary>
internal sealed class Parcel
{
    public int Id { get; set; }

    public required ParcelContent Outbound { get; set; }

    public required ParcelContent Inbound { get; set; }
}
