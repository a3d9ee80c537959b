using System.Runtime.CompilerServices;
using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>The library's record: int64 seconds first.</summary>
internal readonly struct Int64Layout(Timestamp value) : IDateLayout<Int64Layout>
{
    private readonly Timestamp _value = value;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Int64Layout From(in Timestamp value) => new(value);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Timestamp ToTimestamp(in Int64Layout value) => value._value;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsBefore(in Int64Layout left, in Int64Layout right) => left._value < right._value;
}
