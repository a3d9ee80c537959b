using Blittable.Dates;
using ParquetSharp;

namespace Blittable.Arrow.Reading;

/// <summary>
/// Reads a column of 96-bit timestamps value by value. The Arrow reader cannot be used, because it wraps outside the range of 64-bit nanoseconds.
/// </summary>
internal sealed class Int96Stream(ParquetFileReader file, int column) : IDisposable
{
    private const long JulianDayOfUnixEpoch = 2_440_588, SecondsOfDay = 86_400;
    private const ulong NanosecondsOfSecond = 1_000_000_000;

    private readonly Int96[] _values = new Int96[1024];
    private readonly short[] _levels = new short[1024], _repetitions = new short[1024];
    private RowGroupReader? _group;
    private ColumnReader<Int96>? _reader;
    private int _groupIndex, _next, _count;

    /// <summary>Reads the next non-null value.</summary>
    /// <exception cref="InvalidDataException">
    /// The column has fewer values than its levels specify, or a value has a negative Julian day, which Spark writes after an overflow.
    /// </exception>
    public Timestamp Next()
    {
        while (_next == _count)
        {
            Fill();
        }

        var value = _values[_next++];
        if (value.C < 0)
        {
            throw new InvalidDataException("a 96-bit timestamp has a negative Julian day");
        }

        var nanoseconds = (uint)value.A | (ulong)(uint)value.B << 32;
        var seconds = ((value.C - JulianDayOfUnixEpoch) * SecondsOfDay) + (long)(nanoseconds / NanosecondsOfSecond);
        return new Timestamp(seconds, (uint)(nanoseconds % NanosecondsOfSecond));
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
