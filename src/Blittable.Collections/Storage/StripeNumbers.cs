namespace Blittable.Collections.Storage;

/// <summary>Represents the range of stripe numbers that a stripe covers. A new stripe has one number, one higher than the last stripe; a merged stripe has the
/// numbers of all stripes it was merged from. Numbers therefore increase from stripe to stripe, and if two stripes have a number in common, the later one
/// replaces the other.</summary>
internal readonly record struct StripeNumbers(long First, long Last)
{
    /// <summary>Creates a set of disjoint ranges. It contains a range if it has any number in common with one of its ranges.</summary>
    public static SortedSet<StripeNumbers> MakeSet() =>
        new(Comparer<StripeNumbers>.Create((one, other) => one.Last < other.First ? -1 : one.First > other.Last ? 1 : 0));

    public bool Contains(StripeNumbers other) => First <= other.First && other.Last <= Last;
}
