using System.Text.Json.Serialization;

namespace Blittable.Collections.Tests;

/// <summary>A row in <see cref="AsynchronousRowTests"/>.</summary>
[BlittableSerializable]
public sealed class OrderRow
{
    [JsonPropertyName("id")]
    public long Id { get; set; }

    [JsonPropertyName("name")]
    public string? Name { get; set; }

    [JsonPropertyName("at")]
    public DateTimeOffset At { get; set; }

    [JsonPropertyName("tags")]
    public IReadOnlyList<string> Tags { get; set; } = [];

    [JsonPropertyName("total")]
    public decimal Total { get; set; }
}
