using MemoryPack;
using global::MessagePack;
using PolyType;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents a shipment, a wide row of 24 values: enums by number and by name, Guids, dates, and nullable values that are null in a third of all cases.</summary>
[BlittableSerializable]
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
[GenerateShape]
public sealed partial class Shipment
{
    [Key(0)]
    public Guid Id { get; set; }

    [Key(1)]
    public Guid Customer { get; set; }

    [Key(2)]
    public Guid? ReturnOf { get; set; }

    [Key(3)]
    public ShipmentStatus Status { get; set; }

    [Key(4)]
    public Carrier Carrier { get; set; }

    [Key(5)]
    public Carrier? FormerCarrier { get; set; }

    [Key(6)]
    public string Sender { get; set; } = "";

    [Key(7)]
    public string Receiver { get; set; } = "";

    [Key(8)]
    public string? Neighbor { get; set; }

    [Key(9)]
    public string? Instructions { get; set; }

    [Key(10)]
    public int Parcels { get; set; }

    [Key(11)]
    public int? Pallets { get; set; }

    [Key(12)]
    public long? TrackingNumber { get; set; }

    [Key(13)]
    public double WeightInKilograms { get; set; }

    [Key(14)]
    public double? Latitude { get; set; }

    [Key(15)]
    public double? Longitude { get; set; }

    [Key(16)]
    public decimal Price { get; set; }

    [Key(17)]
    public decimal? Duty { get; set; }

    [Key(18)]
    public bool IsInsured { get; set; }

    [Key(19)]
    public bool? IsSigned { get; set; }

    [Key(20)]
    public DateTime Created { get; set; }

    [Key(21)]
    public DateTime? Delivered { get; set; }

    [Key(22)]
    public DateOnly? Due { get; set; }

    [Key(23)]
    public TimeSpan? Delay { get; set; }

    public static Shipment Create(Random random)
    {
        var created = new DateTime(2025, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddSeconds(random.Next(20_000_000));
        return new Shipment
        {
            Id = Words.Guid(random),
            Customer = Words.Guid(random),
            ReturnOf = Optional(Words.Guid(random)),
            Status = (ShipmentStatus)random.Next(5),
            Carrier = (Carrier)random.Next(4),
            FormerCarrier = Optional((Carrier)random.Next(4)),
            Sender = Words.Name(random),
            Receiver = Words.Name(random),
            Neighbor = random.Next(3) == 0 ? null : Words.Name(random),
            Instructions = random.Next(3) == 0 ? null : Words.Text(random, 5),
            Parcels = random.Next(1, 9),
            Pallets = Optional(random.Next(1, 9)),
            TrackingNumber = Optional(random.NextInt64(1L << 50)),
            WeightInKilograms = random.Next(10, 90_000) / 100.0,
            Latitude = Optional(random.Next(-90_000_000, 90_000_000) / 1e6),
            Longitude = Optional(random.Next(-180_000_000, 180_000_000) / 1e6),
            Price = random.Next(300, 90_000) / 100m,
            Duty = Optional(random.Next(100, 90_000) / 100m),
            IsInsured = random.Next(2) == 0,
            IsSigned = Optional(random.Next(2) == 0),
            Created = created,
            Delivered = Optional(created.AddSeconds(random.Next(1_000_000))),
            Due = Optional(DateOnly.FromDateTime(created).AddDays(random.Next(30))),
            Delay = Optional(TimeSpan.FromMinutes(random.Next(10_000))),
        };

        T? Optional<T>(T value)
            where T : struct => random.Next(3) == 0 ? null : value;
    }
}
