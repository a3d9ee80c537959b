namespace Blittable.Collections.Storage;

/// <summary>The numbers of the stripes whose documents a stripe has. A new stripe has one number, which is one higher than the last stripe's; a stripe that was merged
/// from others has all of theirs. So the numbers rise from stripe to stripe, and of two stripes with a number in common the later one has taken the place of the other.</summary>
internal readonly record struct StripeNumbers(long First, long Last)
{
    /// <summary>A set of numbers of which none has a number of another. It contains all that have a number of one of them.</summary>
    public static SortedSet<StripeNumbers> MakeSet() =>
        new(Comparer<StripeNumbers>.Create((one, other) => one.Last < other.First ? -1 : one.First > other.Last ? 1 : 0));

    public bool Contains(StripeNumbers other) => First <= other.First && other.Last <= Last;
}
