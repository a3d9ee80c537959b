using System.Buffers.Binary;
using System.Runtime.InteropServices;
using Blittable.Columns;
using Blittable.Layout;
using Blittable.Writing;

namespace Blittable.Benchmarks.Columns;

/// <summary>Encodes and decodes pages in the byte format of Apache TsFile.</summary>
/// <remarks>
/// All numbers are big-endian, and all bits are written most significant first.
/// <code>
/// PLAIN     values of 4 or 8 bytes
/// TS_2DIFF  blocks of at most 129 values: i32 differences (values - 1), i32 width, the smallest difference and the first value
/// (4 bytes each for int32, 8 for int64), then difference - smallest, width bits each, padded to a byte
/// GORILLA   the first value, then XORs as in <see cref="ColumnEncoding.Gorilla"/>, then the end mark as if it were a value, padded to a byte
/// </code>
/// The end mark of GORILLA is the smallest integer or the canonical NaN. A value equal to it would be ambiguous and is rejected.
/// </remarks>
internal static partial class TsFile
{
    /// <summary>The maximum number of values in a TS_2DIFF block: a first value and 128 differences.</summary>
    public const int MaxBlockValues = 129;

    private const int LongHeader = 24;
    private const int IntHeader = 16;

    /// <summary>Returns the number of bytes of a number of 64-bit values in PLAIN.</summary>
    public static int PlainSize64(int values) => checked(values * sizeof(long));

    /// <summary>Returns the maximum number of bytes of a number of 64-bit values in TS_2DIFF.</summary>
    public static int MaxTs2DiffSize64(int values) => checked((((values + MaxBlockValues - 1) / MaxBlockValues) * LongHeader) + (values * sizeof(long)));

    /// <summary>Returns the maximum number of bytes of a number of 32-bit values in TS_2DIFF.</summary>
    public static int MaxTs2DiffSize32(int values) => checked((((values + MaxBlockValues - 1) / MaxBlockValues) * IntHeader) + (values * sizeof(int)));

    /// <summary>Encodes 64-bit values as PLAIN.</summary>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    public static int EncodePlain(ReadOnlySpan<long> values, Span<byte> destination)
    {
        Require(destination, PlainSize64(values.Length));
        Swap(values, MemoryMarshal.Cast<byte, long>(destination)[..values.Length]);
        return values.Length * sizeof(long);
    }

    /// <summary>Encodes 32-bit values as PLAIN.</summary>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    public static int EncodePlain(ReadOnlySpan<int> values, Span<byte> destination)
    {
        Require(destination, checked(values.Length * sizeof(int)));
        Swap(values, MemoryMarshal.Cast<byte, int>(destination)[..values.Length]);
        return values.Length * sizeof(int);
    }

    /// <summary>Encodes doubles as PLAIN.</summary>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    public static int EncodePlain(ReadOnlySpan<double> values, Span<byte> destination) => EncodePlain(MemoryMarshal.Cast<double, long>(values), destination);

    /// <summary>Encodes floats as PLAIN.</summary>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is too short.</exception>
    public static int EncodePlain(ReadOnlySpan<float> values, Span<byte> destination) => EncodePlain(MemoryMarshal.Cast<float, int>(values), destination);

    /// <summary>Decodes 64-bit values from PLAIN.</summary>
    /// <returns>The number of values read, limited by the room and by the whole values in the source.</returns>
    public static int DecodePlain(ReadOnlySpan<byte> source, Span<long> values)
    {
        var count = Math.Min(values.Length, source.Length / sizeof(long));
        Swap(MemoryMarshal.Cast<byte, long>(source)[..count], values[..count]);
        return count;
    }

    /// <summary>Decodes 32-bit values from PLAIN.</summary>
    /// <returns>The number of values read.</returns>
    public static int DecodePlain(ReadOnlySpan<byte> source, Span<int> values)
    {
        var count = Math.Min(values.Length, source.Length / sizeof(int));
        Swap(MemoryMarshal.Cast<byte, int>(source)[..count], values[..count]);
        return count;
    }

    /// <summary>Decodes doubles from PLAIN.</summary>
    /// <returns>The number of values read.</returns>
    public static int DecodePlain(ReadOnlySpan<byte> source, Span<double> values) => DecodePlain(source, MemoryMarshal.Cast<double, long>(values));

    /// <summary>Decodes floats from PLAIN.</summary>
    /// <returns>The number of values read.</returns>
    public static int DecodePlain(ReadOnlySpan<byte> source, Span<float> values) => DecodePlain(source, MemoryMarshal.Cast<float, int>(values));

    /// <summary>Encodes 64-bit values as TS_2DIFF. Supports all values, regardless of their differences.</summary>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is shorter than the maximum size of the values.</exception>
    public static int EncodeTs2Diff(ReadOnlySpan<long> values, Span<byte> destination)
    {
        Require(destination, MaxTs2DiffSize64(values.Length));
        var written = 0;
        for (; !values.IsEmpty; values = values[Math.Min(MaxBlockValues, values.Length)..])
        {
            var block = values[..Math.Min(MaxBlockValues, values.Length)];

            // A block of one value has no difference. TsFile then stores the initial minimum, the largest integer, as the smallest difference.
            var (min, max) = block.Length == 1 ? (long.MaxValue, long.MaxValue) : RangeKernel.OfDeltas(block);
            var width = RangeKernel.Width((ulong)(max - min));
            var target = destination[written..];
            BinaryPrimitives.WriteInt32BigEndian(target, block.Length - 1);
            BinaryPrimitives.WriteInt32BigEndian(target[4..], width);
            BinaryPrimitives.WriteInt64BigEndian(target[8..], min);
            BinaryPrimitives.WriteInt64BigEndian(target[16..], block[0]);
            written += LongHeader + BitPackingKernel.PackDeltas(MemoryMarshal.Cast<long, ulong>(block), width, (ulong)min, target[LongHeader..]);
        }

        return written;
    }

    /// <summary>Encodes 32-bit values as TS_2DIFF. Differences are computed modulo 2^32.</summary>
    /// <returns>The number of bytes written.</returns>
    /// <exception cref="ArgumentException">The destination is shorter than the maximum size of the values.</exception>
    public static int EncodeTs2Diff(ReadOnlySpan<int> values, Span<byte> destination)
    {
        Require(destination, MaxTs2DiffSize32(values.Length));
        Span<ulong> differences = stackalloc ulong[MaxBlockValues];
        var written = 0;
        for (; !values.IsEmpty; values = values[Math.Min(MaxBlockValues, values.Length)..])
        {
            var block = values[..Math.Min(MaxBlockValues, values.Length)];
            int min = int.MaxValue, max = block.Length == 1 ? int.MaxValue : int.MinValue;
            for (var i = 1; i < block.Length; i++)
            {
                var difference = block[i] - block[i - 1];
                min = Math.Min(min, difference);
                max = Math.Max(max, difference);
            }

            for (var i = 1; i < block.Length; i++)
            {
                differences[i - 1] = (uint)(block[i] - block[i - 1] - min);
            }

            var width = RangeKernel.Width((uint)(max - min));
            var target = destination[written..];
            BinaryPrimitives.WriteInt32BigEndian(target, block.Length - 1);
            BinaryPrimitives.WriteInt32BigEndian(target[4..], width);
            BinaryPrimitives.WriteInt32BigEndian(target[8..], min);
            BinaryPrimitives.WriteInt32BigEndian(target[12..], block[0]);
            written += IntHeader + BitPackingKernel.Pack(differences[..(block.Length - 1)], width, 0, target[IntHeader..]);
        }

        return written;
    }

    /// <summary>Decodes 64-bit values from TS_2DIFF blocks until the source ends.</summary>
    /// <returns>The number of values read.</returns>
    /// <exception cref="BlittableException">The blocks are damaged, or contain more values than fit.</exception>
    public static int DecodeTs2Diff(ReadOnlySpan<byte> source, Span<long> values)
    {
        var read = 0;
        while (!source.IsEmpty)
        {
            var differences = TakeHeader(ref source, LongHeader, 64, values.Length - read, out var width, out var header);
            var least = BinaryPrimitives.ReadInt64BigEndian(header[8..]);
            var first = BinaryPrimitives.ReadInt64BigEndian(header[16..]);
            values[read] = first;
            var rest = MemoryMarshal.Cast<long, ulong>(values.Slice(read + 1, differences));
            BitPackingKernel.UnpackDeltas(source, width, (ulong)least, (ulong)first, rest);
            source = source[BitPackingKernel.ByteCount(differences, width)..];
            read += differences + 1;
        }

        return read;
    }

    /// <summary>Decodes 32-bit values from TS_2DIFF blocks until the source ends.</summary>
    /// <returns>The number of values read.</returns>
    /// <exception cref="BlittableException">The blocks are damaged, or contain more values than fit.</exception>
    public static int DecodeTs2Diff(ReadOnlySpan<byte> source, Span<int> values)
    {
        Span<ulong> lanes = stackalloc ulong[IntegerEncoder.BlockValues];
        var read = 0;
        while (!source.IsEmpty)
        {
            var differences = TakeHeader(ref source, IntHeader, 32, values.Length - read, out var width, out var header);
            var least = BinaryPrimitives.ReadInt32BigEndian(header[8..]);
            var first = BinaryPrimitives.ReadInt32BigEndian(header[12..]);
            values[read++] = first;

            // Sums modulo 2^64 are also correct modulo 2^32.
            var block = lanes[..differences];
            BitPackingKernel.UnpackDeltas(source, width, (ulong)least, (ulong)first, block);
            LaneKernel.Narrow(MemoryMarshal.Cast<ulong, long>(block), values[read..]);
            source = source[BitPackingKernel.ByteCount(differences, width)..];
            read += differences;
        }

        return read;
    }

    private static int TakeHeader(ref ReadOnlySpan<byte> source, int size, int maxWidth, int room, out int width, out ReadOnlySpan<byte> header)
    {
        if (source.Length < size)
        {
            ThrowHelper.InvalidData($"a TS_2DIFF header of {size} bytes", $"{source.Length} bytes");
        }

        header = source[..size];
        var differences = BinaryPrimitives.ReadInt32BigEndian(header);
        width = BinaryPrimitives.ReadInt32BigEndian(header[4..]);
        source = source[size..];
        if ((uint)differences >= MaxBlockValues || (uint)width > (uint)maxWidth || BitPackingKernel.ByteCount(differences, width) > source.Length)
        {
            ThrowHelper.InvalidData(
                $"at most {MaxBlockValues - 1} differences of at most {maxWidth} bits within {source.Length} bytes", $"{differences} of {width} bits");
        }

        if (differences >= room)
        {
            ThrowHelper.InvalidData($"at most {room} more values", $"a block of {differences + 1} values");
        }

        return differences;
    }

    private static void Swap(ReadOnlySpan<long> source, Span<long> destination)
    {
        if (BitConverter.IsLittleEndian)
        {
            BinaryPrimitives.ReverseEndianness(source, destination);
        }
        else
        {
            source.CopyTo(destination);
        }
    }

    private static void Swap(ReadOnlySpan<int> source, Span<int> destination)
    {
        if (BitConverter.IsLittleEndian)
        {
            BinaryPrimitives.ReverseEndianness(source, destination);
        }
        else
        {
            source.CopyTo(destination);
        }
    }

    private static void Require(Span<byte> destination, int size)
    {
        if (destination.Length < size)
        {
            ThrowHelper.DestinationTooShort(nameof(destination));
        }
    }
}
