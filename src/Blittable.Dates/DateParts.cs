using System.Runtime.CompilerServices;

namespace Blittable.Dates;

/// <summary>Represents a decoded record before its fields are combined. A caller that only compares instants does not pay for unused fields.</summary>
/// <param name="Seconds">Seconds since 1970.</param>
/// <param name="Nanoseconds">Nanoseconds within the second.</param>
/// <param name="OffsetAndZone">The offset in the lower 16 bits, and the zone index in the upper 16 bits.</param>
internal readonly record struct DateParts(long Seconds, uint Nanoseconds = 0, uint OffsetAndZone = 0)
{
    /// <summary>Combines the fields to a <see cref="Timestamp"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Timestamp ToTimestamp() => new(Seconds, Nanoseconds | ((ulong)OffsetAndZone << 32));
}
