namespace Blittable.Fuzz.Models;

/// <summary>A figure with a numeric discriminator.</summary>
internal sealed class Square : Figure
{
    public int Side { get; set; }
}
