using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Blittable.Fuzz.Models;

/// <summary>An object with a member of nearly every supported kind, which can contain objects of its own type.</summary>
[BlittableSerializable]
internal sealed class Catalog
{
    public required int Id { get; set; }

    public string? Name { get; set; }

    public double? Weight { get; init; }

    public decimal Price { get; set; }

    public Int128 Big { get; set; }

    public Half Small { get; set; }

    public DateTimeOffset Created { get; set; }

    public DateTime? Changed { get; set; }

    public DateOnly Day { get; set; }

    public TimeOnly Time { get; set; }

    public TimeSpan Duration { get; set; }

    public Guid Key { get; set; }

    public Uri? Link { get; set; }

    public Version? Version { get; set; }

    public DayOfWeek Weekday { get; set; }

    [JsonConverter(typeof(JsonStringEnumConverter<DayOfWeek>))]
    public DayOfWeek NamedWeekday { get; set; }

    public byte[]? Image { get; set; }

    public int[]? Counts { get; set; }

    public List<long>? Ticks { get; set; }

    public double[]? Readings { get; set; }

    public ImmutableArray<string> Words { get; set; } = [];

    public FrozenSet<int>? Numbers { get; set; }

    public Dictionary<string, Part>? Parts { get; set; }

    public SortedDictionary<Guid, int>? ByKey { get; set; }

    public Dictionary<int, string>? ByNumber { get; set; }

    public (int Number, string? Text) Tuple { get; set; }

    public Part? First { get; set; }

    public IReadOnlyList<Part>? Others { get; set; }

    public PartSize? Size { get; set; }

    public Figure? Figure { get; set; }

    public List<Catalog>? Children { get; set; }

    public JsonNode? Node { get; set; }

    public BlittableDocument? Document { get; set; }

    [JsonExtensionData]
    public Dictionary<string, JsonElement>? Unknown { get; set; }
}
