using System.Runtime.CompilerServices;
using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>Stores the fields like the library's own record, with int64 seconds first.</summary>
internal readonly struct Int64Layout(long seconds, uint nanoseconds, short offset, ushort zone) : IDateLayout<Int64Layout>
{
    private readonly long _seconds = seconds;
    private readonly uint _nanoseconds = nanoseconds;
    private readonly short _offset = offset;
    private readonly ushort _zone = zone;

    public uint Nanoseconds => _nanoseconds;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Int64Layout From(long seconds, uint nanoseconds, short offset, ushort zone) => new(seconds, nanoseconds, offset, zone);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Timestamp ToTimestamp(in Int64Layout value) => new(value._seconds, value._nanoseconds, value._offset, value._zone);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsSecondBefore(in Int64Layout left, in Int64Layout right) => left._seconds < right._seconds;
}
