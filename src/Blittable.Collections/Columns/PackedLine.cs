using System.Runtime.InteropServices;
using Blittable.Layout;
using Blittable.Writing;

namespace Blittable.Columns;

/// <summary>Represents a list of integers as distances from a straight line, packed with a common width. Block directories consist of such lists.</summary>
/// <remarks>
/// <code>
/// u8    width of the distances, 0 to 64 bits
/// u8    sizes in bytes of the base (low four bits) and of the slope (high four bits), 0 to 8 each
/// ...   base, slope: little-endian, signed
/// ...   distances, packed most significant bit first
/// value i = base + slope * i + distance i, modulo 2^64
/// </code>
/// Starts of blocks, ends of runs and widths are close to a line. If they are exactly on one (a regular clock, equal blocks), the distances take no space.
/// </remarks>
internal readonly ref struct PackedLine
{
    private readonly ReadOnlySpan<byte> _packed;
    private readonly ulong _base;
    private readonly ulong _slope;
    private readonly int _width;

    private PackedLine(ReadOnlySpan<byte> packed, long @base, long slope, int width)
    {
        _packed = packed;
        _base = (ulong)@base;
        _slope = (ulong)slope;
        _width = width;
    }

    /// <summary>Gets a value that indicates whether all values are equal.</summary>
    public bool IsConstant => _width == 0 && _slope == 0;

    /// <summary>Gets the value at an index, which must be less than the count passed to <see cref="Take"/>.</summary>
    public long this[int index] =>
        (long)(_base + (_slope * (ulong)index) + (_width == 0 ? 0 : BitPackingKernel.UnpackOne(_packed, _width, index)));

    /// <summary>Returns the sum of the first values. Distances must not be wider than <see cref="BitPackingKernel.WidestSum"/>.</summary>
    public long Sum(int count)
    {
        if (_width > BitPackingKernel.WidestSum)
        {
            ThrowHelper.InvalidData($"distances of at most {BitPackingKernel.WidestSum} bits", $"{_width} bits");
        }

        return (long)((_base * (ulong)count) + (_slope * (ulong)((long)count * (count - 1) / 2))) + BitPackingKernel.Sum(_packed, _width, count);
    }

    /// <summary>Copies values from <paramref name="start"/> on, which must be a multiple of eight.</summary>
    public void CopyTo(int start, Span<long> destination)
    {
        var values = MemoryMarshal.Cast<long, ulong>(destination);
        BitPackingKernel.Unpack(_width == 0 ? default : _packed[(start / 8 * _width)..], _width, _base, values);
        if (_slope != 0)
        {
            for (var i = 0; i < values.Length; i++)
            {
                values[i] += _slope * (ulong)(start + i);
            }
        }
    }

    /// <summary>Reads a list of <paramref name="count"/> values from a section.</summary>
    public static PackedLine Take(scoped ref ColumnBytes bytes, int count, string what)
    {
        int width = bytes.TakeByte(what);
        int sizes = bytes.TakeByte(what);
        var start = bytes.TakeLow(sizes & 15, what);
        var slope = bytes.TakeLow(sizes >> 4, what);
        if (width > 64)
        {
            ThrowHelper.InvalidData($"a width of 0 to 64 bits in {what}", $"{width}");
        }

        return new PackedLine(bytes.Take((((long)count * width) + 7) >> 3, what), start, slope, width);
    }

    /// <summary>Appends a list.</summary>
    public static void Write(ColumnBuffer output, ReadOnlySpan<long> values)
    {
        var slope = values.Length < 2 ? 0 : (long)((Int128)values[^1] - values[0]) / (values.Length - 1);
        var flat = Distances(values, 0);
        var steep = Distances(values, slope);
        var (start, width) = steep.Width < flat.Width ? steep : flat;
        slope = steep.Width < flat.Width ? slope : 0;

        output.WriteByte((byte)width);
        output.WriteByte((byte)(Bytes(start) | (Bytes(slope) << 4)));
        output.WriteLow(start, Bytes(start));
        output.WriteLow(slope, Bytes(slope));
        var room = output.Reserve(BitPackingKernel.ByteCount(values.Length, width));
        if (slope == 0)
        {
            output.Advance(BitPackingKernel.Pack(MemoryMarshal.Cast<long, ulong>(values), width, (ulong)start, room));
            return;
        }

        var distances = new ulong[values.Length];
        for (var i = 0; i < values.Length; i++)
        {
            distances[i] = (ulong)(values[i] - (slope * i));
        }

        output.Advance(BitPackingKernel.Pack(distances, width, (ulong)start, room));
    }

    private static (long Start, int Width) Distances(ReadOnlySpan<long> values, long slope)
    {
        long min = long.MaxValue, max = long.MinValue;
        for (var i = 0; i < values.Length; i++)
        {
            var distance = values[i] - (slope * i);
            min = Math.Min(min, distance);
            max = Math.Max(max, distance);
        }

        return values.IsEmpty ? (0, 0) : (min, RangeKernel.Width((ulong)(max - min)));
    }

    /// <summary>Returns the number of bytes for a signed number; 0 for zero.</summary>
    private static int Bytes(long value) => value == 0 ? 0 : (RangeKernel.Width((ulong)(value ^ (value >> 63))) + 8) / 8;
}
