using System.Runtime.CompilerServices;
using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>Stores seconds as a double, like Tarantool. Every conversion costs an instruction, and comparisons are on doubles.</summary>
internal readonly struct DoubleLayout(double seconds, uint nanoseconds, short offset, ushort zone) : IDateLayout<DoubleLayout>
{
    private readonly double _seconds = seconds;
    private readonly uint _nanoseconds = nanoseconds;
    private readonly short _offset = offset;
    private readonly ushort _zone = zone;

    public uint Nanoseconds => _nanoseconds;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DoubleLayout From(long seconds, uint nanoseconds, short offset, ushort zone) => new(seconds, nanoseconds, offset, zone);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Timestamp ToTimestamp(in DoubleLayout value) => new((long)value._seconds, value._nanoseconds, value._offset, value._zone);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsSecondBefore(in DoubleLayout left, in DoubleLayout right) => left._seconds < right._seconds;
}
