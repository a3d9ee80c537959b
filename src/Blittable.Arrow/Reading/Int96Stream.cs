using Blittable.Dates;
using ParquetSharp;

namespace Blittable.Arrow.Reading;

/// <summary>
/// Reads a column of 96-bit timestamps value by value. The Arrow reader cannot be used, because it wraps outside the range of 64-bit nanoseconds.
/// </summary>
internal sealed class Int96Stream(ParquetFileReader file, int column) : IDisposable
{
    private const long JulianDayOfUnixEpoch = 2_440_588, SecondsOfDay = 86_400;
    private const long NanosecondsOfSecond = 1_000_000_000, NanosecondsOfMicrosecond = 1000;

    /// <summary>The first day that the smallest number of microseconds represents.</summary>
    private const int FirstDayOfSpark = (int)(long.MinValue / (SecondsOfDay * 1_000_000)) - 1;

    private readonly Int96[] _values = new Int96[1024];
    private readonly short[] _levels = new short[1024], _repetitions = new short[1024];
    private RowGroupReader? _group;
    private ColumnReader<Int96>? _reader;
    private int _groupIndex, _next, _count;

    /// <summary>Reads the next non-null value.</summary>
    /// <exception cref="InvalidDataException">
    /// The column has fewer values than its levels specify, or a value has a negative Julian day that no timestamp in microseconds has.
    /// </exception>
    public Timestamp Next()
    {
        while (_next == _count)
        {
            Fill();
        }

        var value = _values[_next++];
        return ToTimestamp(value.C, (uint)value.A | ((long)value.B << 32));
    }

    /// <summary>Converts a Julian day and signed nanoseconds since its midnight.</summary>
    /// <remarks>
    /// Spark adds the Julian day of 1970-01-01 to timestamps in microseconds, which wraps for years after 287,000. The resulting days are below the first day that
    /// any timestamp in microseconds has, so wrapped values are recognized.
    /// </remarks>
    private static Timestamp ToTimestamp(int day, long nanoseconds)
    {
        var total = ((Int128)(day - JulianDayOfUnixEpoch) * SecondsOfDay * NanosecondsOfSecond) + nanoseconds;
        if (day < FirstDayOfSpark)
        {
            throw new InvalidDataException($"a 96-bit timestamp has the Julian day {day}, which no timestamp has");
        }

        if (day < 0 && total < (Int128)long.MinValue * NanosecondsOfMicrosecond)
        {
            total += ((Int128)1 << 64) * NanosecondsOfMicrosecond;
        }

        var (seconds, rest) = Int128.DivRem(total, NanosecondsOfSecond);
        return rest < 0 ? new Timestamp((long)seconds - 1, (uint)(rest + NanosecondsOfSecond)) : new Timestamp((long)seconds, (uint)rest);
    }

    public void Dispose()
    {
        _reader?.Dispose();
        _group?.Dispose();
    }

    private void Fill()
    {
        if (_reader is not { HasNext: true })
        {
            Dispose();
            if (_groupIndex == file.FileMetaData.NumRowGroups)
            {
                throw new InvalidDataException("it has fewer timestamps than rows");
            }

            _group = file.RowGroup(_groupIndex++);
            _reader = (ColumnReader<Int96>)_group.Column(column);
            return;
        }

        _reader.ReadBatch(_values.Length, _levels, _repetitions, _values, out var count);
        (_next, _count) = (0, (int)count);
    }
}
