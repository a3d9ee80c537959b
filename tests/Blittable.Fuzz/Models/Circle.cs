namespace Blittable.Fuzz.Models;

/// <summary>A figure whose kind is a text.</summary>
internal sealed class Circle : Figure
{
    public double Radius { get; set; }
}
