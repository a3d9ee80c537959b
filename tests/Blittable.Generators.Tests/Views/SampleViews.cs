using System.Text.Json.Serialization;
using Blittable.Dates;

namespace Blittable.Generators.Tests.Views;

/// <summary>A view that is declared property by property.</summary>
[BlittableView(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
public readonly ref partial struct OrderView
{
    public partial int Id { get; }

    [JsonPropertyName("ship-to")]
    public partial AddressView ShipTo { get; }

    public partial ReadOnlySpan<byte> Customer { get; }

    public partial string? Note { get; }

    public partial decimal Total { get; }

    public partial DateTimeOffset PlacedAt { get; }

    public partial Timestamp? ShippedAt { get; }

    public partial Priority Priority { get; }

    public partial BlittableViewList<LineView> Lines { get; }

    public partial BlittableList<string> Tags { get; }

    public partial BlittableValue Extra { get; }
}

[BlittableView]
public readonly ref partial struct AddressView
{
    [JsonPropertyName("city")]
    internal partial string City { get; }
}

[BlittableView(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower)]
public readonly ref partial struct LineView
{
    public partial long ItemNumber { get; }

    public partial double? UnitPrice { get; }
}

public enum Priority
{
    Low,
    Normal,
    High,
}

/// <summary>Records with generated views.</summary>
[BlittableView]
public sealed partial record Company(string Name, int? Founded, Office Headquarters, Office? Second, IReadOnlyList<Office> Offices, int[] Numbers, Priority Priority)
{
    public List<string>? Tags { get; init; }

    public bool IsListed { get; set; }

    [JsonIgnore]
    public string Ignored => Name;
}

[BlittableView(PropertyNamingPolicy = JsonKnownNamingPolicy.KebabCaseLower)]
public sealed partial class Office
{
    public required string CityName { get; init; }

    public Guid Id { get; init; }

    public DateOnly? Since { get; init; }
}
