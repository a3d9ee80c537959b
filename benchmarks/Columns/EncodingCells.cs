using Blittable.Benchmarks.Harness;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Benchmarks.Columns;

/// <summary>Measures the encodings without a file: chunks of 65,536 values to and from reused memory, without statistics and checksums.</summary>
internal static class EncodingCells
{
    public const string Group = "encodings";
    private const int Values = 65_536;

    private delegate int PageEncoder<T>(ReadOnlySpan<T> values, Span<byte> page);

    private delegate int PageDecoder<T>(ReadOnlySpan<byte> page, Span<T> values);

    public static IEnumerable<Cell> All()
    {
        foreach (var bits in (int[])[0, 4, 12, 20, 33, 57, 60, 64])
        {
            yield return new Cell(Group, $"TS_2DIFF out, {bits} bits", () => Decode(Steps(bits), ColumnEncoding.Ts2Diff));
        }

        yield return new Cell(Group, "TS_2DIFF in, 20 bits", () => Encode(Steps(20), ColumnEncoding.Ts2Diff));
        yield return new Cell(Group, "packed out, 20 bits", () => Decode(Random(20), ColumnEncoding.BitPacked));
        yield return new Cell(Group, "packed in, 20 bits", () => Encode(Random(20), ColumnEncoding.BitPacked));
        yield return new Cell(Group, "Gorilla in, walk", () => Encode(Walk(), ColumnEncoding.Gorilla));
        yield return new Cell(Group, "Gorilla out, walk", () => Decode(Walk(), ColumnEncoding.Gorilla));
        yield return new Cell(Group, "Gorilla in, steady", () => Encode(Steady(), ColumnEncoding.Gorilla));
        yield return new Cell(Group, "Gorilla out, steady", () => Decode(Steady(), ColumnEncoding.Gorilla));
        yield return new Cell(Group, "pages of TsFile: TS_2DIFF in, 20 bits", () => EncodePage(Steps(20), TsFile.MaxTs2DiffSize64(Values), TsFile.EncodeTs2Diff));
        yield return new Cell(
            Group,
            "pages of TsFile: TS_2DIFF out, 20 bits",
            () => DecodePage(Steps(20), TsFile.MaxTs2DiffSize64(Values), TsFile.EncodeTs2Diff, TsFile.DecodeTs2Diff));
        yield return new Cell(Group, "pages of TsFile: Gorilla in, walk", () => EncodePage(Walk(), TsFile.MaxGorillaSize(Values), TsFile.EncodeGorilla));
        yield return new Cell(
            Group,
            "pages of TsFile: Gorilla out, walk",
            () => DecodePage(Walk(), TsFile.MaxGorillaSize(Values), TsFile.EncodeGorilla, TsFile.DecodeGorilla));
        yield return new Cell(
            Group, "dictionary out, 100 values", () => Decode(Random(64).Select(v => v % 100 * 1_000_003).ToArray(), ColumnEncoding.Dictionary));
        yield return new Cell(Group, "scaled out, 2 places", () => Decode(Random(24).Select(v => v / 100.0).ToArray(), ColumnEncoding.Scaled));
        yield return new Cell(Group, "choose and encode, 20 bits", () => Encode(Random(20), ColumnEncoding.Auto));
        yield return new Cell(Group, "statistics", Statistics);
        yield return new Cell(Group, "CRC-32C, bytes", Checksum);
    }

    private static Work Encode<T>(T[] values, ColumnEncoding encoding)
        where T : unmanaged
    {
        var writer = new ColumnWriter<T>(Bare(encoding));
        return new Work(() => writer.Encode(values), Items: values.Length);
    }

    private static Work Decode<T>(T[] values, ColumnEncoding encoding)
        where T : unmanaged
    {
        var chunk = new ColumnWriter<T>(Bare(encoding)).Encode(values).ToArray();
        var destination = new T[values.Length];
        return new Work(
            () =>
            {
                var reader = new ColumnReader<T>(chunk);
                reader.ReadBatch(destination);
            },
            chunk.Length,
            values.Length);
    }

    private static Work EncodePage<T>(T[] values, int size, PageEncoder<T> encode)
    {
        var page = new byte[size];
        return new Work(() => encode(values, page), Items: values.Length);
    }

    private static Work DecodePage<T>(T[] values, int size, PageEncoder<T> encode, PageDecoder<T> decode)
    {
        var page = new byte[size];
        var length = encode(values, page);
        var destination = new T[values.Length];
        return new Work(() => decode(page.AsSpan(0, length), destination), length, values.Length);
    }

    private static Work Statistics()
    {
        var values = Random(64);
        return new Work(() => AggregateKernel.Of(values), Items: values.Length);
    }

    private static Work Checksum()
    {
        var bytes = new byte[1 << 19];
        new Random(1).NextBytes(bytes);
        return new Work(() => Crc32C.Compute(bytes), bytes.Length, bytes.Length);
    }

    private static ColumnOptions Bare(ColumnEncoding encoding) => new() { Encoding = encoding, Statistics = false, Checksum = false };

    private static long[] Random(int bits) => new TimeSeries(Values, 1, bits).Values[0];

    /// <summary>Returns running sums of random steps with a bit width.</summary>
    private static long[] Steps(int bits)
    {
        var values = new long[Values];
        var steps = bits == 0 ? new long[Values] : Random(bits);
        for (var i = 1; i < Values; i++)
        {
            values[i] = values[i - 1] + steps[i];
        }

        return values;
    }

    /// <summary>Returns a random walk in steps of a sixteenth, around 100.</summary>
    private static double[] Walk()
    {
        var random = new Random(1);
        var value = 100.0;
        return [.. Enumerable.Range(0, Values).Select(_ => value += random.Next(-1, 2) / 16.0)];
    }

    /// <summary>Returns a measurement that stays constant for a while and then moves.</summary>
    private static double[] Steady()
    {
        var random = new Random(1);
        var value = 100.0;
        return [.. Enumerable.Range(0, Values).Select(_ => random.Next(16) == 0 ? value += random.Next(-8, 9) / 16.0 : value)];
    }
}
