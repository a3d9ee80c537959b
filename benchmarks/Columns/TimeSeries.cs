using Blittable.Columns;

namespace Blittable.Benchmarks.Columns;

/// <summary>Provides rows of a time, a tag and integer columns: one row per second, tags in runs of a thousand rows, and 64-bit xorshift values.</summary>
internal sealed class TimeSeries
{
    /// <summary>The number of rows in a batch, as a writer receives them.</summary>
    public const int BatchRows = 65_536;

    public const long FirstTime = 1_700_000_000_000;
    public const long TimeStep = 1_000;
    private const int RowsOfATag = 1_000;
    private const int Tags = 100;

    /// <summary>The maximum size of a group, chosen so that the encoded group stays in the core's cache until the kernel has copied it.</summary>
    private const int GroupBytes = 2 << 20;

    /// <param name="rows">The number of rows.</param>
    /// <param name="columns">The number of integer columns.</param>
    /// <param name="bits">The number of bits of a value; 64 uses the full output of xorshift.</param>
    public TimeSeries(int rows, int columns, int bits)
    {
        Rows = rows;
        Times = new long[rows];
        TagValues = new string?[rows];
        Values = new long[columns][];
        for (var i = 0; i < rows; i++)
        {
            Times[i] = FirstTime + (TimeStep * i);
        }

        string[] tags = [.. Enumerable.Range(0, Tags).Select(i => $"device_{i:d3}")];
        for (var i = 0; i < rows; i++)
        {
            TagValues[i] = tags[i / RowsOfATag % Tags];
        }

        for (var column = 0; column < columns; column++)
        {
            var state = 0x9E3779B97F4A7C15UL + (ulong)column;
            Values[column] = new long[rows];
            for (var i = 0; i < rows; i++)
            {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                Values[column][i] = (long)(state >> (64 - bits));
            }
        }
    }

    public int Rows { get; }

    /// <summary>Gets the number of rows in a group: a whole batch, or a part of it if there are many columns.</summary>
    public int GroupRows => Math.Min(BatchRows, GroupBytes / (sizeof(long) * Values.Length));

    /// <summary>Gets the size of the values plus one byte per row for time, tag and directories, which is an upper bound for all encodings.</summary>
    public long PlainSize => Rows * ((sizeof(long) * (long)Values.Length) + 1);

    public long[] Times { get; }

    public string?[] TagValues { get; }

    public long[][] Values { get; }

    /// <summary>Gets the inclusive time range of one hundredth of the rows, from the middle of the series.</summary>
    public (long Low, long High) OnePercent => (FirstTime + (TimeStep * (Rows / 2)), FirstTime + (TimeStep * ((Rows / 2) + (Rows / 100) - 1)));

    /// <summary>Creates batches for a time, a tag and the values.</summary>
    public static ColumnBatch[] Batches(int columns, ColumnEncoding encoding)
    {
        var options = new ColumnOptions { Encoding = encoding };
        return
        [
            new ColumnBatch<long>(new ColumnOptions { Encoding = ColumnEncoding.Ts2Diff }),
            new StringColumnBatch(),
            .. Enumerable.Range(0, columns).Select(_ => new ColumnBatch<long>(options)),
        ];
    }

    /// <summary>Sets the rows of a group as the input of batches.</summary>
    /// <returns>The number of rows.</returns>
    public int Fill(ColumnBatch[] batches, int start)
    {
        var rows = Math.Min(GroupRows, Rows - start);
        ((ColumnBatch<long>)batches[0]).Set(Times.AsMemory(start, rows));
        ((StringColumnBatch)batches[1]).Set(TagValues.AsMemory(start, rows));
        for (var column = 0; column < Values.Length; column++)
        {
            ((ColumnBatch<long>)batches[column + 2]).Set(Values[column].AsMemory(start, rows));
        }

        return rows;
    }
}
