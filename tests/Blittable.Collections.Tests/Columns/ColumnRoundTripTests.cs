using System.Runtime.InteropServices;
using Blittable.Columns;
using Blittable.Dates;

namespace Blittable.Collections.Tests.Columns;

/// <summary>Tests that values round-trip for every type, encoding, data distribution, block fill and null pattern.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class ColumnRoundTripTests
{
    private static readonly int[] Counts = [0, 1, 2, 127, 128, 129, 256, 700, 2003];

    public static TheoryData<ColumnEncoding> Encodings => [.. Enum.GetValues<ColumnEncoding>()];

    [Theory]
    [MemberData(nameof(Encodings))]
    public void Integers_round_trip(ColumnEncoding encoding)
    {
        Check(encoding, Shapes(bits => bits));
        Check(encoding, Shapes(bits => (int)bits));
        Check(encoding, Shapes(bits => (ulong)bits));
        Check(encoding, Shapes(bits => (bits & 1) != 0));
    }

    [Theory]
    [MemberData(nameof(Encodings))]
    public void Floating_point_numbers_round_trip_bit_for_bit(ColumnEncoding encoding)
    {
        Check(encoding, Shapes(BitConverter.Int64BitsToDouble));
        Check(encoding, Shapes(bits => (bits % 100_000) / 100.0));
        Check(encoding, Shapes(bits => Math.Sqrt(Math.Abs(bits % 1000))));
        Check(encoding, Shapes(bits => BitConverter.Int32BitsToSingle((int)bits)));
        Check(encoding, Shapes(bits => (bits % 1000) / 10f));
    }

    [Theory]
    [MemberData(nameof(Encodings))]
    public void Decimals_round_trip_with_their_digits(ColumnEncoding encoding)
    {
        Check(encoding, Shapes(bits => new decimal((int)bits, 0, 0, bits < 0, 2)));
        Check(encoding, Shapes(bits => (decimal)(bits % 100_000) / ((bits & 3) + 1)));
        Check(encoding, Shapes(bits => new decimal((int)bits, (int)(bits >> 32), (int)(bits >> 16), bits < 0, (byte)(bits & 7))));
    }

    [Theory]
    [MemberData(nameof(Encodings))]
    public void Dates_round_trip_with_offset_and_zone(ColumnEncoding encoding)
    {
        Check(encoding, Shapes(bits => new Timestamp((bits % 10_000) * 86_400)));
        Check(encoding, Shapes(bits => new Timestamp(bits % 1_000_000_000_000, 0, 180, 7)));
        Check(encoding, Shapes(bits => new Timestamp(bits % 1_000_000_000, (uint)(bits & 511) * 1_000_000)));
        Check(encoding, Shapes(bits => new Timestamp(bits % 1_000_000_000, (uint)(bits & 0xFFFFF) * 900)));
        Check(encoding, Shapes(bits => new Timestamp(bits, (uint)bits, (short)bits, (ushort)bits)));
    }

    private static void Check<T>(ColumnEncoding encoding, List<T[]> shapes)
        where T : unmanaged
    {
        var writer = new ColumnWriter<T>(new ColumnOptions { Encoding = encoding });
        var random = new Random(4);
        foreach (var values in shapes)
        {
            var chunk = writer.Encode(values).ToArray();
            CheckRead(chunk, values, null);

            var isNull = Array.ConvertAll(values, _ => random.Next(4) == 0);
            writer.WriteBatch(values.AsSpan(0, values.Length / 2), isNull.AsSpan(0, values.Length / 2));
            writer.WriteBatch(values.AsSpan(values.Length / 2), isNull.AsSpan(values.Length / 2));
            CheckRead(writer.Finish().ToArray(), values, isNull);
        }
    }

    private static void CheckRead<T>(byte[] chunk, T[] values, bool[]? isNull)
        where T : unmanaged
    {
        var expected = values.Select((v, i) => isNull is not null && isNull[i] ? default : v).ToArray();
        var reader = new ColumnReader<T>(chunk);
        Assert.Equal(values.Length, reader.Rows);
        Assert.Equal(isNull?.Count(n => n) ?? 0, reader.NullCount);
        var all = new T[values.Length];
        var validity = new ulong[MaskKernel.Words(values.Length)];
        Assert.Equal(values.Length, reader.ReadBatch(all, validity));
        AssertSame(expected, all);
        Assert.DoesNotContain(false, Enumerable.Range(0, values.Length).Select(i => MaskKernel.IsSet(validity, i) == (isNull is null || !isNull[i])));
        Assert.Equal(0, reader.ReadBatch(new T[1]));

        // Read in pieces that do not align with blocks, and skip rows between them.
        var second = new ColumnReader<T>(chunk);
        var piece = new T[77];
        while (second.Position < second.Rows)
        {
            var start = second.Position;
            var read = second.ReadBatch(piece);
            AssertSame(expected.AsSpan(start, read), piece.AsSpan(0, read));
            second.Skip(31);
        }

        for (var row = 0; row < values.Length; row += 1 + (values.Length / 50))
        {
            Assert.Equal(isNull is null || !isNull[row], reader.TryGet(row, out var value));
            AssertSame(expected.AsSpan(row, 1), [value]);
        }

        CheckChosen(chunk, expected);
        CheckBounds(chunk, expected, isNull);
    }

    /// <summary>Gathers neighbouring, distant and repeated rows, and rows in random order.</summary>
    private static void CheckChosen<T>(byte[] chunk, T[] expected)
        where T : unmanaged
    {
        var reader = new ColumnReader<T>(chunk);
        var random = new Random(expected.Length);
        int[] rising = [.. Enumerable.Range(0, expected.Length).Where(row => row % 200 is < 3 or 127)];
        int[] mixed = [.. Enumerable.Range(0, expected.Length == 0 ? 0 : 700).Select(_ => random.Next(expected.Length))];
        foreach (var rows in (int[][])[[], rising, [.. rising, .. rising], mixed])
        {
            var values = new T[rows.Length];
            reader.Gather(rows, values);
            AssertSame(Array.ConvertAll(rows, row => expected[row]), values);
        }
    }

    private static void CheckBounds<T>(byte[] chunk, T[] expected, bool[]? isNull)
        where T : unmanaged
    {
        var reader = new ColumnReader<T>(chunk);
        while (reader.Position < reader.Rows)
        {
            var known = reader.TryPeekBlock(out var min, out var max, out var count);
            if (!known)
            {
                reader.Skip(Math.Max(count, 1));
                continue;
            }

            Assert.True(count > 0);
            for (var row = reader.Position; row < reader.Position + count; row++)
            {
                if ((isNull is null || !isNull[row])
                    && (Comparer<T>.Default.Compare(min, expected[row]) > 0 || Comparer<T>.Default.Compare(max, expected[row]) < 0))
                {
                    Assert.Fail($"Row {row} is {expected[row]}, which is not within {min} and {max}.");
                }
            }

            reader.Skip(count);
        }
    }

    private static void AssertSame<T>(ReadOnlySpan<T> expected, ReadOnlySpan<T> actual)
        where T : unmanaged =>
        Assert.True(MemoryMarshal.AsBytes(expected).SequenceEqual(MemoryMarshal.AsBytes(actual)));

    /// <summary>Constant, constant step, alternating extremes, small numbers, few distinct values, runs, sorted values and random bits.</summary>
    private static List<T[]> Shapes<T>(Func<long, T> make)
    {
        var random = new Random(11);
        var shapes = new List<T[]>();
        foreach (var count in Counts)
        {
            long total = -5_000_000_000;
            Func<int, long>[] all =
            [
                _ => 42,
                i => 1_700_000_000_000 + (1000L * i),
                i => i % 2 == 0 ? long.MinValue : long.MaxValue,
                _ => random.Next(0, 100),
                _ => random.Next(7) * 1_234_567_890_123,
                i => i / 50,
                _ => total += random.Next(1000),
                _ => random.NextInt64(long.MinValue, long.MaxValue),
            ];
            shapes.AddRange(all.Select(next => Enumerable.Range(0, count).Select(i => make(next(i))).ToArray()));
        }

        return shapes;
    }
}
