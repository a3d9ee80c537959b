using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>How a program may keep its dates in memory; the library's own records are one choice, and the others convert.</summary>
internal interface IDateLayout<TSelf>
    where TSelf : struct, IDateLayout<TSelf>
{
    static abstract TSelf From(in Timestamp value);

    static abstract Timestamp ToTimestamp(in TSelf value);

    /// <summary>Whether the left record is the earlier one, by what the layout holds.</summary>
    static abstract bool IsBefore(in TSelf left, in TSelf right);
}
