namespace Blittable.QueryFuzz.Generation;

/// <summary>Defines the form of the numbers at a path.</summary>
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
    Far,
    Scaled,
    Close,
}
