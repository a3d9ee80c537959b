namespace Blittable.Fuzz.Models;

/// <summary>A part of a catalog, created by its constructor.</summary>
internal sealed record Part(int Id, string? Name, double Price = 1.5, bool IsSold = false)
{
    public string[] Tags { get; init; } = [];
}
