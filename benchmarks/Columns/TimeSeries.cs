using Blittable.Columns;

namespace Blittable.Benchmarks.Columns;

/// <summary>Rows of a time, a tag and integer columns: xorshift values of 64 bits, a row a second, tags in runs of a thousand rows.</summary>
internal sealed class TimeSeries
{
    /// <summary>The rows of a batch, as a writer gets them.</summary>
    public const int BatchRows = 65_536;

    public const long FirstTime = 1_700_000_000_000;
    public const long TimeStep = 1_000;
    private const int RowsOfATag = 1_000;
    private const int Tags = 100;

    /// <summary>What a worker encodes stays in its core's cache until the kernel has copied it.</summary>
    private const int GroupBytes = 2 << 20;

    /// <param name="rows">The rows.</param>
    /// <param name="columns">The integer columns.</param>
    /// <param name="bits">The bits of a value; 64 are all that xorshift gives.</param>
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

    /// <summary>The rows of a group: those of a batch, or of a half or a quarter where there are many columns.</summary>
    public int GroupRows => Math.Min(BatchRows, GroupBytes / (sizeof(long) * Values.Length));

    /// <summary>The bytes of the values, and one a row for time, tag and directories: more than any encoding needs.</summary>
    public long PlainSize => Rows * ((sizeof(long) * (long)Values.Length) + 1);

    public long[] Times { get; }

    public string?[] TagValues { get; }

    public long[][] Values { get; }

    /// <summary>The time below which a hundredth of the rows in the middle ends.</summary>
    public (long Low, long High) OnePercent => (FirstTime + (TimeStep * (Rows / 2)), FirstTime + (TimeStep * ((Rows / 2) + (Rows / 100) - 1)));

    /// <summary>Batches for a time, a tag and the values.</summary>
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

    /// <summary>Points batches at the rows of a group.</summary>
    /// <returns>The rows.</returns>
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
