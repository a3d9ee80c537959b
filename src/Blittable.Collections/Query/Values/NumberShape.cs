namespace Blittable.Collections.Query.Values;

/// <summary>What is known of the numbers at a path before they are read.</summary>
/// <param name="Kind">Whether there is a common scale.</param>
/// <param name="Scale">Exact: the fraction digits of the mantissas.</param>
/// <param name="Min">Exact: the least mantissa.</param>
/// <param name="Max">Exact: the greatest mantissa.</param>
/// <param name="HasOdd">Exact: whether some chunks have other numbers, which are read one by one.</param>
internal readonly record struct NumberShape(NumberShapeKind Kind, int Scale, long Min, long Max, bool HasOdd)
{
    /// <summary>Gets a value that indicates whether all numbers are mantissas of one scale.</summary>
    public bool AreMantissas => Kind == NumberShapeKind.Exact && !HasOdd;

    /// <summary>How many mantissas lie between the bounds, both included; the greatest integer if they are more.</summary>
    public ulong Span =>
        Kind == NumberShapeKind.Exact ? unchecked((ulong)Max - (ulong)Min) is var span && span == ulong.MaxValue ? span : span + 1 : ulong.MaxValue;
}
