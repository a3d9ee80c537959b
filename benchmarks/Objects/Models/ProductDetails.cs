using System.Text.Json.Serialization;
using MemoryPack;
using global::MessagePack;
using PolyType;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents the details of a product, sixteen optional values. About half of them are set, and different ones in each object. JSON and documents omit the
/// others.</summary>
[BlittableSerializable]
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
[GenerateShape]
public sealed partial class ProductDetails
{
    [Key(0)]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Brand { get; set; }

    [Key(1)]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Color { get; set; }

    [Key(2)]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Material { get; set; }

    [Key(3)]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Origin { get; set; }

    [Key(4)]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Note { get; set; }

    [Key(5)]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Stock { get; set; }

    [Key(6)]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? Pages { get; set; }

    [Key(7)]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? WarrantyMonths { get; set; }

    [Key(8)]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? Ean { get; set; }

    [Key(9)]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? WeightInGrams { get; set; }

    [Key(10)]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? HeightInMillimeters { get; set; }

    [Key(11)]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? Rating { get; set; }

    [Key(12)]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public decimal? Discount { get; set; }

    [Key(13)]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? IsFragile { get; set; }

    [Key(14)]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public bool? IsUsed { get; set; }

    [Key(15)]
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public DateTime? Released { get; set; }

    public static ProductDetails Create(Random random)
    {
        return new ProductDetails
        {
            Brand = IsSet() ? Words.Capital(random) : null,
            Color = IsSet() ? Words.Of(random) : null,
            Material = IsSet() ? Words.Of(random) : null,
            Origin = IsSet() ? Words.Country(random) : null,
            Note = IsSet() ? Words.Text(random, 6) : null,
            Stock = IsSet() ? random.Next(1_000) : null,
            Pages = IsSet() ? random.Next(20, 1_000) : null,
            WarrantyMonths = IsSet() ? random.Next(6, 60) : null,
            Ean = IsSet() ? random.NextInt64(1_000_000_000_000, 9_999_999_999_999) : null,
            WeightInGrams = IsSet() ? random.Next(100_000) / 10.0 : null,
            HeightInMillimeters = IsSet() ? random.Next(10_000) / 10.0 : null,
            Rating = IsSet() ? random.Next(10, 51) / 10.0 : null,
            Discount = IsSet() ? random.Next(1, 5_000) / 100m : null,
            IsFragile = IsSet() ? random.Next(2) == 0 : null,
            IsUsed = IsSet() ? random.Next(2) == 0 : null,
            Released = IsSet() ? new DateTime(2015, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddDays(random.Next(4_000)) : null,
        };

        bool IsSet() => random.Next(2) == 0;
    }
}
