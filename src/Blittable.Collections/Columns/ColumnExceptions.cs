using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Blittable.Columns;

/// <summary>Represents the doubles of a chunk that its encoding cannot represent, with their positions.</summary>
/// <remarks>
/// <code>
/// u32   exceptions
/// line  their ascending positions (<see cref="PackedLine"/>)
/// f64   their values
/// </code>
/// The values decoded at these positions are placeholders, which are overwritten.
/// </remarks>
internal readonly ref struct ColumnExceptions
{
    /// <summary>The approximate number of bits per exception, in addition to its value.</summary>
    public const int PlaceBits = 12;

    private readonly PackedLine _places;
    private readonly ReadOnlySpan<byte> _values;

    private ColumnExceptions(PackedLine places, ReadOnlySpan<byte> values)
    {
        _places = places;
        _values = values;
    }

    public int Count => _values.Length / sizeof(double);

    public static void Write(ColumnBuffer output, ReadOnlySpan<long> places, ReadOnlySpan<double> values)
    {
        output.WriteUInt32((uint)places.Length);
        PackedLine.Write(output, places);
        output.Write(MemoryMarshal.AsBytes(values));
    }

    /// <summary>Reads the exceptions of the specified number of values from a section.</summary>
    public static ColumnExceptions Take(scoped ref ColumnBytes bytes, int values)
    {
        var count = bytes.TakeUInt32("the number of exceptions");
        if (count > values)
        {
            Layout.ThrowHelper.InvalidData($"at most {values} exceptions", $"{count} exceptions");
        }

        var places = PackedLine.Take(ref bytes, (int)count, "exception positions");
        return new ColumnExceptions(places, bytes.Take(count * (long)sizeof(double), "exceptions"));
    }

    /// <summary>Overwrites decoded values with their exceptions.</summary>
    public void Apply(int start, Span<double> values)
    {
        for (var i = FirstFrom(start); i < Count; i++)
        {
            // Positions in damaged data may be out of range; ignore them.
            var place = _places[i] - start;
            if ((ulong)place >= (ulong)values.Length)
            {
                return;
            }

            values[(int)place] = Value(i);
        }
    }

    /// <summary>Determines whether the value at a position is an exception, and gets it.</summary>
    public bool TryGet(int place, out double value)
    {
        var i = FirstFrom(place);
        var isFound = i < Count && _places[i] == place;
        value = isFound ? Value(i) : 0;
        return isFound;
    }

    /// <summary>Determines whether any value in a range is an exception.</summary>
    public bool IsAnyWithin(int start, int end) => FirstFrom(start) is var i && i < Count && _places[i] < end;

    private double Value(int index) => BinaryPrimitives.ReadDoubleLittleEndian(_values[(index * sizeof(double))..]);

    /// <summary>Returns the index of the first exception at or after a position.</summary>
    private int FirstFrom(int place)
    {
        int low = 0, high = Count;
        while (low < high)
        {
            var middle = (low + high) >>> 1;
            if (_places[middle] < place)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }

        return low;
    }
}
