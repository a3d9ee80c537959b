using System.Globalization;
using Blittable.Benchmarks.Columns;
using Blittable.Columns;
using Blittable.Dates;
using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Running;

namespace Blittable.Fuzz.Targets;

/// <summary>Columns of every type and encoding, including TsFile: batches, single rows, skips and filters. Checksums are off, so damage is read.</summary>
/// <remarks>The first byte of an input chooses the type.</remarks>
internal sealed class ColumnTarget : FuzzTarget
{
    private const int Rows = 3000, Batch = 1000, Types = 10;

    private static readonly Lazy<byte[][]> Sound = new(() => [.. Enumerable.Range(0, 300).Select(number => MakeSound(new FuzzRandom(0, (ulong)number)))]);

    public override string Name => "columns";

    public override byte[] Make(FuzzRandom random)
    {
        var sound = random.Pick<byte[]>(Sound.Value);
        return random.OneIn(6) ? sound : [sound[0], .. ByteMutator.Mutate(random, sound.AsSpan(1), sound.AsSpan(1))];
    }

    public override string Run(Memory<byte> input)
    {
        if (input.IsEmpty)
        {
            return "short";
        }

        var chunk = input.Span[1..];
        switch (input.Span[0] % Types)
        {
            case 0:
                Read(chunk, -5, 500);
                break;
            case 1:
                Read(chunk, -5L, 500L);
                break;
            case 2:
                Read(chunk, 0f, 10f);
                break;
            case 3:
                Read(chunk, 0d, 10d);
                break;
            case 4:
                Read(chunk, 0m, 10m);
                break;
            case 5:
                Read(chunk, false, false);
                break;
            case 6:
                Read(chunk, new Timestamp(1_700_000_000), new Timestamp(1_700_050_000));
                break;
            case 7:
                ReadStrings(chunk);
                break;
            case 8:
                TsFile.DecodeTs2Diff(chunk, new long[Rows]);
                TsFile.DecodeTs2Diff(chunk, new int[Rows]);
                break;
            default:
                TsFile.DecodeGorilla(chunk, new double[Rows]);
                TsFile.DecodeGorilla(chunk, new float[Rows]);
                break;
        }

        return "read";
    }

    /// <summary>Encodes a column of one of the types.</summary>
    private static byte[] MakeSound(FuzzRandom random)
    {
        var type = random.Next(Types);
        var rows = random.Next(1, random.OneIn(4) ? Rows : 200);
        var chunk = type switch
        {
            0 => Encode(random, rows, random => (int)Integer(random)),
            1 => Encode(random, rows, Integer),
            2 => Encode(random, rows, random => (float)Number(random)),
            3 => Encode(random, rows, Number),
            4 => Encode(random, rows, random => (decimal)Integer(random) / 100),
            5 => Encode(random, rows, random => random.OneIn(2)),
            6 => Encode(random, rows, random => new Timestamp(1_700_000_000 + random.Next(100_000), random.OneIn(2) ? 0u : 500_000_000)),
            7 => Strings(random, rows),
            _ => TsFileOf(random, rows, type),
        };
        return [(byte)type, .. chunk];
    }

    private static long Integer(FuzzRandom random) => random.OneIn(20) ? (long)random.Next64() >> random.Next(64) : random.Next(1000);

    private static double Number(FuzzRandom random) => random.OneIn(20) ? BitConverter.UInt64BitsToDouble(random.Next64()) : random.Next(10_000) / 100.0;

    private static byte[] Encode<T>(FuzzRandom random, int rows, Func<FuzzRandom, T> draw)
        where T : unmanaged
    {
        var values = new T[rows];
        var isNull = new bool[rows];
        var repeats = random.Next(1, 20);
        for (var row = 0; row < rows; row++)
        {
            values[row] = row > 0 && random.Next(repeats) > 2 ? values[row - 1] : draw(random);
            isNull[row] = random.OneIn(10);
        }

        var writer = new ColumnWriter<T>(new ColumnOptions { Statistics = random.OneIn(2) });
        if (random.OneIn(2))
        {
            writer.WriteBatch(values);
        }
        else
        {
            writer.WriteBatch(values, isNull);
        }

        return writer.Finish().ToArray();
    }

    private static byte[] Strings(FuzzRandom random, int rows)
    {
        var values = new string?[rows];
        var distinct = random.Next(1, 300);
        for (var row = 0; row < rows; row++)
        {
            values[row] = random.OneIn(10) ? null : $"https://www.example.com/{random.Next(distinct).ToString(CultureInfo.InvariantCulture)}";
        }

        var writer = new StringColumnWriter(new ColumnOptions { Statistics = random.OneIn(2) });
        writer.WriteBatch(values);
        return writer.Finish().ToArray();
    }

    private static byte[] TsFileOf(FuzzRandom random, int rows, int type)
    {
        var integers = new long[rows];
        var numbers = new double[rows];
        for (var row = 0; row < rows; row++)
        {
            integers[row] = (row * 1000L) + random.Next(10);
            numbers[row] = Number(random);
        }

        var output = new byte[Math.Max(TsFile.MaxTs2DiffSize64(rows), TsFile.MaxGorillaSize(rows))];
        return output[..(type == 8 ? TsFile.EncodeTs2Diff(integers, output) : TsFile.EncodeGorilla(numbers, output))];
    }

    private static void Read<T>(ReadOnlySpan<byte> chunk, T low, T high)
        where T : unmanaged
    {
        var reader = new ColumnReader<T>(chunk, verify: false);
        var rows = Math.Min(reader.Rows, Rows);
        reader.TryGetStatistics(out _);
        reader.TryGetSpan(out _);
        reader.TryPeekBlock(out _, out _, out _);
        Span<ulong> validity = new ulong[(Batch / 64) + 1];
        var values = new T[Batch];
        for (var read = 0; read < rows; read += Batch)
        {
            if (reader.ReadBatch(values, validity) == 0)
            {
                break;
            }
        }

        reader.Seek(rows / 2);
        reader.TryPeekBlock(out _, out _, out _);
        reader.Skip(1);
        reader.ReadBatch(values.AsSpan(0, 10), validity);
        if (rows > 0)
        {
            reader.TryGet(rows - 1, out _);
        }

        if (reader.Rows <= Rows)
        {
            var selection = new ulong[(Rows / 64) + 1];
            reader.Select(low, high, selection);
            reader.ReadSelected(selection, new T[Rows]);
        }
    }

    private static void ReadStrings(ReadOnlySpan<byte> chunk)
    {
        var reader = new StringColumnReader(chunk, verify: false);
        reader.TryGetBounds(out _, out _, out _);
        var rows = Math.Min(reader.Rows, Rows);
        var batch = new StringBatch();
        while (reader.Position < rows && reader.ReadBatch(batch, Batch) is var count and > 0)
        {
            for (var row = 0; row < count; row++)
            {
                _ = batch[row].Length;
            }

            _ = batch.GetString(count - 1);
        }

        if (rows > 0)
        {
            reader.TryGet(rows / 2, new byte[100], out _);
        }
    }
}
