namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents the status of a <see cref="Shipment"/>, written by number.</summary>
public enum ShipmentStatus
{
    Announced,
    Collected,
    InTransit,
    Delivered,
    Returned,
}
