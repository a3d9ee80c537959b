using System.Runtime.CompilerServices;
using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>Stores the fields in the reverse order of the MP schemas: nanoseconds, zone index, offset, seconds.</summary>
internal readonly struct ReorderedLayout(long seconds, uint nanoseconds, short offset, ushort zone) : IDateLayout<ReorderedLayout>
{
    private readonly uint _nanoseconds = nanoseconds;
    private readonly ushort _zone = zone;
    private readonly short _offset = offset;
    private readonly long _seconds = seconds;

    public uint Nanoseconds => _nanoseconds;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ReorderedLayout From(long seconds, uint nanoseconds, short offset, ushort zone) => new(seconds, nanoseconds, offset, zone);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Timestamp ToTimestamp(in ReorderedLayout value) => new(value._seconds, value._nanoseconds, value._offset, value._zone);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsSecondBefore(in ReorderedLayout left, in ReorderedLayout right) => left._seconds < right._seconds;
}
