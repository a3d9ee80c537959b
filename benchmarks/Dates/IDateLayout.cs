using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>Defines a layout of dates in a program's memory. The library's own records are one layout; other layouts require conversion.</summary>
internal interface IDateLayout<TSelf>
    where TSelf : struct, IDateLayout<TSelf>
{
    static abstract TSelf From(long seconds, uint nanoseconds, short offset, ushort zone);

    static abstract Timestamp ToTimestamp(in TSelf value);

    uint Nanoseconds { get; }

    /// <summary>Determines whether the second of the left record is earlier, compared as stored in the layout.</summary>
    static abstract bool IsSecondBefore(in TSelf left, in TSelf right);
}
