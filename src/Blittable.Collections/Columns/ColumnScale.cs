using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Dates;
using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Represents the common unit of the numbers or dates of a chunk, and converts values to counts of this unit and back.</summary>
/// <remarks>
/// <code>
/// u8   for numbers, the power of ten; for dates, 0 days, 1 seconds, 2 milliseconds, 3 microseconds, 4 nanoseconds since 2011-01-01
/// u8   the encoding of the counts
/// i16  for dates, minutes ahead of UTC; else 0
/// u16  for dates, index of the time zone; else 0
/// </code>
/// A chunk is scaled only if every value round-trips bit by bit. Chunks with negative zeros, NaN, numbers with more digits than a double holds, or dates with
/// different offsets are stored plainly.
/// </remarks>
internal readonly record struct ColumnScale(int Unit, short OffsetMinutes = 0, ushort ZoneIndex = 0)
{
    /// <summary>The number of bytes before the counts.</summary>
    public const int Size = 6;

    /// <summary>The maximum number of decimal places of floating-point numbers. Ten to this power and all counts tried are exact in a double.</summary>
    public const int MostPlaces = 15;

    /// <summary>The limit up to which counts are exact in a double.</summary>
    private const double MostExact = 1L << 53;

    private const int DateUnits = 5;
    private const long EpochSeconds = 1_293_840_000;

    /// <summary>Finds the common unit of values and converts the values to counts.</summary>
    /// <returns>False if the values have no common unit.</returns>
    public static bool TryFind<T>(ReadOnlySpan<T> values, Span<long> counts, out ColumnScale scale)
        where T : unmanaged
    {
        scale = default;
        return typeof(T) == typeof(decimal) ? TryDecimals(MemoryMarshal.Cast<T, decimal>(values), counts, out scale)
            : typeof(T) == typeof(Timestamp) ? TryDates(MemoryMarshal.Cast<T, Timestamp>(values), counts, out scale)
            : typeof(T) == typeof(double) ? TryFloating<double>(MemoryMarshal.Cast<T, double>(values), counts, out scale)
            : TryFloating<float>(MemoryMarshal.Cast<T, float>(values), counts, out scale);
    }

    /// <summary>Converts counts to values.</summary>
    public void Restore<T>(ReadOnlySpan<long> counts, Span<T> values)
        where T : unmanaged
    {
        if (typeof(T) == typeof(double))
        {
            ScaleKernel.ToDoubles(counts, Power(Unit), MemoryMarshal.Cast<T, double>(values));
            return;
        }

        for (var i = 0; i < counts.Length; i++)
        {
            values[i] = Restore<T>(counts[i]);
        }
    }

    /// <summary>Converts a count to a value.</summary>
    public T Restore<T>(long count)
        where T : unmanaged =>
        typeof(T) == typeof(double) ? Unsafe.BitCast<double, T>(count / Power(Unit))
        : typeof(T) == typeof(float) ? Unsafe.BitCast<float, T>((float)(count / Power(Unit)))
        : typeof(T) == typeof(decimal) ? Unsafe.BitCast<decimal, T>(ToDecimal(count))
        : Unsafe.BitCast<Timestamp, T>(ToDate(count));

    public void Write(ColumnBuffer output, ColumnEncoding encoding)
    {
        output.WriteByte((byte)Unit);
        output.WriteByte((byte)encoding);
        output.WriteLow(OffsetMinutes, sizeof(short));
        output.WriteLow(ZoneIndex, sizeof(ushort));
    }

    public static ColumnScale Take(scoped ref ColumnBytes bytes, ColumnType type, out ColumnEncoding encoding)
    {
        var unit = bytes.TakeByte("the scale");
        encoding = (ColumnEncoding)bytes.TakeByte("the encoding of the scaled values");
        var scale = new ColumnScale(unit, (short)bytes.TakeLow(sizeof(short), "the offset"), (ushort)bytes.TakeLow(sizeof(ushort), "the time zone"));
        var units = type switch { ColumnType.Date => DateUnits, ColumnType.Decimal => 29, _ => MostPlaces + 1 };
        if (unit >= units)
        {
            ThrowHelper.InvalidData($"a scale below {units}", $"{unit}");
        }

        return scale;
    }

    private static double Power(int places) => places switch
    {
        0 => 1, 1 => 1e1, 2 => 1e2, 3 => 1e3, 4 => 1e4, 5 => 1e5, 6 => 1e6, 7 => 1e7,
        8 => 1e8, 9 => 1e9, 10 => 1e10, 11 => 1e11, 12 => 1e12, 13 => 1e13, 14 => 1e14, _ => 1e15,
    };

    private static bool TryFloating<T>(ReadOnlySpan<T> values, Span<long> counts, out ColumnScale scale)
        where T : unmanaged
    {
        // The number of places grows from value to value. In most chunks, the first few values determine it.
        var places = 0;
        scale = default;
        foreach (var value in values)
        {
            while (!TryCount(value, places, out _))
            {
                if (++places > MostPlaces)
                {
                    return false;
                }
            }
        }

        for (var i = 0; i < values.Length; i++)
        {
            // A value with fewer places may be too large for the common number of places.
            if (!TryCount(values[i], places, out counts[i]))
            {
                return false;
            }
        }

        scale = new ColumnScale(places);
        return true;
    }

    /// <summary>Converts a floating-point number to a multiple of a power of ten, if the conversion round-trips bit by bit.</summary>
    public static bool TryCount<T>(T value, int places, out long count)
        where T : unmanaged
    {
        var power = Power(places);
        var number = typeof(T) == typeof(double) ? Unsafe.BitCast<T, double>(value) : Unsafe.BitCast<T, float>(value);
        var rounded = Math.Round(number * power);
        count = Math.Abs(rounded) <= MostExact ? (long)rounded : 0;
        var back = count / power;
        return typeof(T) == typeof(double)
            ? BitConverter.DoubleToInt64Bits(back) == Unsafe.BitCast<T, long>(value)
            : BitConverter.SingleToInt32Bits((float)back) == Unsafe.BitCast<T, int>(value);
    }

    private static bool TryDecimals(ReadOnlySpan<decimal> values, Span<long> counts, out ColumnScale scale)
    {
        byte places = 0;
        foreach (var value in values)
        {
            places = Math.Max(places, value.Scale);
        }

        scale = new ColumnScale(places);
        Span<int> bits = stackalloc int[4];
        for (var i = 0; i < values.Length; i++)
        {
            // Compare the representation too: 1.0 and 1.00 are equal but not identical.
            decimal.GetBits(values[i], bits);
            var magnitude = ((ulong)(uint)bits[1] << 32) | (uint)bits[0];
            if (values[i].Scale != places || bits[2] != 0 || magnitude > long.MaxValue || (magnitude == 0 && bits[3] < 0))
            {
                return false;
            }

            counts[i] = bits[3] < 0 ? -(long)magnitude : (long)magnitude;
        }

        return true;
    }

    private decimal ToDecimal(long count)
    {
        var magnitude = count < 0 ? 0 - (ulong)count : (ulong)count;
        return new decimal((int)magnitude, (int)(magnitude >> 32), 0, count < 0, (byte)Unit);
    }

    private static bool TryDates(ReadOnlySpan<Timestamp> values, Span<long> counts, out ColumnScale scale)
    {
        scale = default;
        if (values.IsEmpty)
        {
            return true;
        }

        var (offset, zone) = (values[0].OffsetMinutes, values[0].ZoneIndex);
        var unit = 0;
        foreach (var value in values)
        {
            if (!value.IsNormalized || value.OffsetMinutes != offset || value.ZoneIndex != zone)
            {
                return false;
            }

            while (value.Nanoseconds % NanosecondsPer(unit) != 0 || (unit == 0 && value.UnixSeconds % Timestamp.SecondsPerDay != 0))
            {
                unit++;
            }
        }

        scale = new ColumnScale(unit, offset, zone);
        for (var i = 0; i < values.Length; i++)
        {
            var count = scale.Count(values[i]);
            if (count < long.MinValue || count > long.MaxValue)
            {
                return false;
            }

            counts[i] = (long)count;
        }

        return true;
    }

    /// <summary>Returns the nanoseconds in a unit, or in a second for days and seconds.</summary>
    private static uint NanosecondsPer(int unit) => unit switch { <= 1 => Timestamp.NanosecondsPerSecond, 2 => 1_000_000, 3 => 1_000, _ => 1 };

    private Int128 Count(Timestamp value)
    {
        var seconds = (Int128)value.UnixSeconds - EpochSeconds;
        if (Unit == 0)
        {
            return seconds / Timestamp.SecondsPerDay;
        }

        var nanoseconds = NanosecondsPer(Unit);
        return (seconds * (Timestamp.NanosecondsPerSecond / nanoseconds)) + (value.Nanoseconds / nanoseconds);
    }

    private Timestamp ToDate(long count)
    {
        if (Unit == 0)
        {
            return new Timestamp(unchecked((count * Timestamp.SecondsPerDay) + EpochSeconds), 0, OffsetMinutes, ZoneIndex);
        }

        var nanoseconds = NanosecondsPer(Unit);
        var perSecond = Timestamp.NanosecondsPerSecond / nanoseconds;
        var seconds = count / perSecond;
        var rest = count % perSecond;
        if (rest < 0)
        {
            rest += perSecond;
            seconds--;
        }

        return new Timestamp(unchecked(seconds + EpochSeconds), (uint)rest * nanoseconds, OffsetMinutes, ZoneIndex);
    }
}
