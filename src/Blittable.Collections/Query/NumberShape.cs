namespace Blittable.Collections;

/// <summary>What the numbers at a path can be brought to, all over the collection.</summary>
/// <param name="Kind">The representation.</param>
/// <param name="Scale">Exact: fraction digits of all mantissas.</param>
/// <param name="Min">Exact: the least mantissa.</param>
/// <param name="Max">Exact: the greatest mantissa.</param>
internal readonly record struct NumberShape(NumberShapeKind Kind, int Scale, long Min, long Max)
{
    /// <summary>How many mantissas lie between the bounds, both included; the greatest integer if they are more.</summary>
    public ulong Span =>
        Kind == NumberShapeKind.Exact ? unchecked((ulong)Max - (ulong)Min) is var span && span == ulong.MaxValue ? span : span + 1 : ulong.MaxValue;
}
