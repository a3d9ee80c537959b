using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Dates;

/// <content>Converts dates to milliseconds and back, four at a time.</content>
internal static partial class EpochKernel
{
    /// <summary>The number of milliseconds before and after 1970 that are divided exactly: about 35,000 years.</summary>
    internal const long MaxExact = 1L << 50;

    /// <summary>Packs dates in whole vectors, up to the first vector with a date that does not fit. Returns the number of dates packed.</summary>
    public static int Pack(ReadOnlySpan<Timestamp> values, Span<long> destination) =>
        Avx2.IsSupported && BitConverter.IsLittleEndian ? PackVectors(values, destination) : 0;

    /// <summary>Unpacks dates in whole vectors, up to the first vector with a date beyond <see cref="MaxExact"/>. Returns the number of dates
    /// unpacked.</summary>
    public static int Unpack(ReadOnlySpan<long> milliseconds, Span<Timestamp> destination) =>
        Avx2.IsSupported && BitConverter.IsLittleEndian ? UnpackVectors(milliseconds, destination) : 0;

    /// <summary>Packs whole vectors until a vector contains a date that does not fit. Returns the number of dates packed.</summary>
    private static int PackVectors(ReadOnlySpan<Timestamp> values, Span<long> destination)
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

    /// <summary>Unpacks whole vectors until a vector contains a date beyond <see cref="MaxExact"/>. Returns the number of dates unpacked.</summary>
    private static int UnpackVectors(ReadOnlySpan<long> milliseconds, Span<Timestamp> destination)
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
