namespace Blittable.QueryFuzz.Generation;

/// <summary>Defines what the numbers of a path look like.</summary>
internal enum NumberStyle
{
    Small,
    Integer,
    Wide,
    Price,
    Fraction,
    Long,
    Double,
    Odd,
    Rewritten,
}
