using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Dates;

/// <content>Dates to milliseconds and back, 8 or 4 of them at a time.</content>
internal static partial class EpochKernel
{
    /// <summary>Milliseconds, before and after 1970, that are divided exactly: 35,000 years.</summary>
    internal const long MaxExact = 1L << 50;

    /// <summary>Packs the dates before the first that does not fit, less those that fill no vector; returns how many.</summary>
    public static int Pack(ReadOnlySpan<Timestamp> values, Span<long> destination) =>
        TimestampKernel.Has512 ? Pack512(values, destination)
        : Avx2.IsSupported ? Pack256(values, destination)
        : 0;

    /// <summary>Unpacks the dates before the first that lies beyond <see cref="MaxExact"/>, less those that fill no vector; returns how many.</summary>
    public static int Unpack(ReadOnlySpan<long> milliseconds, Span<Timestamp> destination) =>
        TimestampKernel.Has512 ? Unpack512(milliseconds, destination)
        : Avx2.IsSupported ? Unpack256(milliseconds, destination)
        : 0;

    /// <summary>Packs whole vectors until one has a date that does not fit, and returns how many dates they were.</summary>
    internal static int Pack512(ReadOnlySpan<Timestamp> values, Span<long> destination)
    {
        ref var from = ref Unsafe.As<Timestamp, long>(ref MemoryMarshal.GetReference(values));
        ref var to = ref MemoryMarshal.GetReference(destination);
        var count = 0;
        for (; count <= values.Length - Vector512<long>.Count; count += Vector512<long>.Count)
        {
            var (seconds, rest) = TimestampKernel.Load512(ref Unsafe.Add(ref from, (nint)count * 2));
            var outside = TimestampKernel.OutOfRange(seconds + Vector512.Create(EpochDate.MaxSecond), 2 * EpochDate.MaxSecond);
            if (outside.ExtractMostSignificantBits() != 0)
            {
                break;
            }

            ((seconds * EpochDate.MillisecondsPerSecond) + TimestampKernel.Milliseconds(rest).AsInt64()).StoreUnsafe(ref to, (nuint)count);
        }

        return count;
    }

    /// <summary>Unpacks whole vectors until one has a date farther off than <see cref="MaxExact"/>, and returns how many dates they were.</summary>
    internal static int Unpack512(ReadOnlySpan<long> milliseconds, Span<Timestamp> destination)
    {
        ref var from = ref MemoryMarshal.GetReference(milliseconds);
        ref var to = ref Unsafe.As<Timestamp, long>(ref MemoryMarshal.GetReference(destination));
        var numberBits = Vector512.Create(IntegerInLowBits).AsInt64();
        var count = 0;
        for (; count <= milliseconds.Length - Vector512<long>.Count; count += Vector512<long>.Count)
        {
            var values = Vector512.LoadUnsafe(ref from, (nuint)count);
            if (TimestampKernel.OutOfRange(values + Vector512.Create(MaxExact), 2 * MaxExact).ExtractMostSignificantBits() != 0)
            {
                break;
            }

            var numbers = Vector512.ConvertToDouble(values);
            var seconds = Quotient(numbers, MillisecondsPerSecond);
            var rest = Vector512.FusedMultiplyAdd(seconds, Vector512.Create(-MillisecondsPerSecond), numbers) * EpochDate.NanosecondsPerMillisecond;
            TimestampKernel.Store(ToIntegers(seconds) - numberBits, ToIntegers(rest) - numberBits, ref Unsafe.Add(ref to, (nint)count * 2));
        }

        return count;
    }

    /// <inheritdoc cref="Pack512"/>
    internal static int Pack256(ReadOnlySpan<Timestamp> values, Span<long> destination)
    {
        ref var from = ref Unsafe.As<Timestamp, long>(ref MemoryMarshal.GetReference(values));
        ref var to = ref MemoryMarshal.GetReference(destination);
        var count = 0;
        for (; count <= values.Length - Vector256<long>.Count; count += Vector256<long>.Count)
        {
            var (seconds, rest) = TimestampKernel.Load256(ref Unsafe.Add(ref from, (nint)count * 2));
            var outside = TimestampKernel.OutOfRange(seconds + Vector256.Create(EpochDate.MaxSecond), 2 * EpochDate.MaxSecond);
            if (outside.ExtractMostSignificantBits() != 0)
            {
                break;
            }

            ((seconds * EpochDate.MillisecondsPerSecond) + TimestampKernel.Milliseconds(rest).AsInt64()).StoreUnsafe(ref to, (nuint)count);
        }

        return count;
    }

    /// <inheritdoc cref="Unpack512"/>
    internal static int Unpack256(ReadOnlySpan<long> milliseconds, Span<Timestamp> destination)
    {
        ref var from = ref MemoryMarshal.GetReference(milliseconds);
        ref var to = ref Unsafe.As<Timestamp, long>(ref MemoryMarshal.GetReference(destination));
        var numberBits = Vector256.Create(IntegerInLowBits).AsInt64();
        var count = 0;
        for (; count <= milliseconds.Length - Vector256<long>.Count; count += Vector256<long>.Count)
        {
            var values = Vector256.LoadUnsafe(ref from, (nuint)count);
            if (TimestampKernel.OutOfRange(values + Vector256.Create(MaxExact), 2 * MaxExact).ExtractMostSignificantBits() != 0)
            {
                break;
            }

            var numbers = Vector256.ConvertToDouble(values);
            var seconds = Quotient(numbers, MillisecondsPerSecond);
            var rest = Vector256.FusedMultiplyAdd(seconds, Vector256.Create(-MillisecondsPerSecond), numbers) * EpochDate.NanosecondsPerMillisecond;
            TimestampKernel.Store(ToIntegers(seconds) - numberBits, ToIntegers(rest) - numberBits, ref Unsafe.Add(ref to, (nint)count * 2));
        }

        return count;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<double> Quotient(Vector256<double> dividend, double divisor) =>
        Vector256.Floor(Vector256.FusedMultiplyAdd(dividend, Vector256.Create(1 / divisor), Vector256.Create(0.5 / divisor)));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<long> ToIntegers(Vector256<double> numbers) => (numbers + Vector256.Create(IntegerInLowBits)).AsInt64();
}
