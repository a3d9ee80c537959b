namespace Blittable.Fuzz.Models;

/// <summary>A figure with a string discriminator.</summary>
internal sealed class Circle : Figure
{
    public double Radius { get; set; }
}
