using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>How a program may keep its dates in memory; the library's own records are one choice, and the others convert.</summary>
internal interface IDateLayout<TSelf>
    where TSelf : struct, IDateLayout<TSelf>
{
    static abstract TSelf From(long seconds, uint nanoseconds, short offset, ushort zone);

    static abstract Timestamp ToTimestamp(in TSelf value);

    uint Nanoseconds { get; }

    /// <summary>Whether the left record's second is the earlier one, as the layout holds it.</summary>
    static abstract bool IsSecondBefore(in TSelf left, in TSelf right);
}
