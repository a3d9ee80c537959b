using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <summary>A decoded record before its fields are put together: a caller that only compares instants pays for no more than it uses.</summary>
/// <param name="Seconds">Seconds since 1970.</param>
/// <param name="Nanoseconds">Nanoseconds within the second.</param>
/// <param name="OffsetAndZone">The offset in the lower 16 bits, the zone index in the upper ones.</param>
internal readonly record struct DateParts(long Seconds, uint Nanoseconds = 0, uint OffsetAndZone = 0)
{
    /// <summary>The record.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Timestamp ToTimestamp() => new(Seconds, Nanoseconds | ((ulong)OffsetAndZone << 32));
}
