using System.Text.Json.Serialization;

namespace Blittable.Collections.Tests;

/// <summary>A group in <see cref="AsynchronousRowTests"/>.</summary>
[BlittableSerializable]
public sealed record CustomerRow(
    [property: JsonPropertyName("name")] string? Name,
    [property: JsonPropertyName("orders")] int Orders,
    [property: JsonPropertyName("dearest")] decimal Dearest);
