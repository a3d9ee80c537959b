namespace Blittable.Fuzz.Models;

/// <summary>A figure whose kind is a number.</summary>
internal sealed class Square : Figure
{
    public int Side { get; set; }
}
