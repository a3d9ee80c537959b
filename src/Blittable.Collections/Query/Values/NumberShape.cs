namespace Blittable.Collections.Query.Values;

/// <summary>Describes what is known about the numbers at a path before they are read.</summary>
/// <param name="Kind">The kind: whether there is a common scale.</param>
/// <param name="Scale">If exact, the number of fraction digits of the mantissas.</param>
/// <param name="Min">If exact, the smallest mantissa.</param>
/// <param name="Max">If exact, the greatest mantissa.</param>
/// <param name="HasOdd">If exact, whether some chunks have other numbers, which are read one by one.</param>
internal readonly record struct NumberShape(NumberShapeKind Kind, int Scale, long Min, long Max, bool HasOdd)
{
    /// <summary>Gets a value that indicates whether all numbers are mantissas of one scale.</summary>
    public bool AreMantissas => Kind == NumberShapeKind.Exact && !HasOdd;

    /// <summary>Gets the number of mantissas between the inclusive bounds, or the greatest integer if it does not fit.</summary>
    public ulong Span =>
        Kind == NumberShapeKind.Exact ? unchecked((ulong)Max - (ulong)Min) is var span && span == ulong.MaxValue ? span : span + 1 : ulong.MaxValue;
}
