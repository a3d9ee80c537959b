using System.Globalization;
using Blittable.Collections;
using Blittable.Collections.Tests;
using ParquetSharp;
using ParquetSharp.Schema;

namespace Blittable.Arrow.Tests;

/// <summary>Tests the import of 96-bit timestamps, as Spark and Impala write them: exact in all years, with nulls, in lists and over row groups.</summary>
public sealed class Int96Tests
{
    private const int JulianDayOfUnixEpoch = 2_440_588;

    /// <summary>The number of rows in each row group. A reader that reads parts of a column needs several parts for it.</summary>
    private const int Rows = 2500;

    [Theory]
    [InlineData(UnreadableColumns.Refuse)]
    [InlineData(UnreadableColumns.Skip)]
    public void Timestamps_are_imported_exactly(UnreadableColumns unreadable)
    {
        var random = new Random(5);
        using var file = new MemoryStream();
        List<string> expected = [];
        Write(file, writer =>
        {
            for (var group = 0; group < 3; group++)
            {
                expected.AddRange(WriteGroup(writer, random, Rows));
            }
        });

        Assert.Equal(expected, Import(file, unreadable));
    }

    [Theory]
    [InlineData(UnreadableColumns.Refuse)]
    [InlineData(UnreadableColumns.Skip)]
    public void A_day_that_no_timestamp_has_is_refused_by_the_name_of_the_column_and_the_row(UnreadableColumns unreadable)
    {
        using var file = new MemoryStream();
        Write(file, writer =>
        {
            using var rows = writer.AppendRowGroup();
            using var plain = (ColumnWriter<Int96>)rows.NextColumn();
            plain.WriteBatch(2, [1, 1], null, [ValueOf(0, 0), new Int96(0, 0, -106_751_993)]);
            using var list = (ColumnWriter<Int96>)rows.NextColumn();
            list.WriteBatch(2, [0, 0], [0, 0], []);
        });

        Assert.Contains("'t' cannot be imported, row 2", Assert.Throws<BlittableException>(() => Import(file, unreadable)).Message, StringComparison.Ordinal);
    }

    /// <remarks>
    /// The microseconds of the fourth to last values are values of Spark: the largest and smallest, and a value of the file int96_from_spark.parquet
    /// of parquet-testing. Spark computes day and nanoseconds from the microseconds plus the Julian day of 1970-01-01, which wrap.
    /// </remarks>
    [Theory]
    [InlineData(0, 0, "-4713-11-24T00:00:00.000000000")]
    [InlineData(-1, 0, "-4713-11-23T00:00:00.000000000")]
    [InlineData(-1, 86_399_999_999_999, "-4713-11-23T23:59:59.999999999")]
    [InlineData(2_440_588, -1, "1969-12-31T23:59:59.999999999")]
    [InlineData(int.MaxValue, 0, "+5874898-06-03T00:00:00.000000000")]
    [InlineData(long.MaxValue, "+294247-01-10T04:00:54.775807000")]
    [InlineData(long.MinValue, "-290308-12-21T19:59:05.224192000")]
    [InlineData(9_089_380_393_200_000_000, "+290000-12-30T23:00:00.000000000")]
    [InlineData(-1_000_000_000_000_000_000, "-29719-04-05T22:13:20.000000000")]
    public void A_negative_day_is_read_as_Spark_reads_it(params object[] value)
    {
        ArgumentNullException.ThrowIfNull(value);
        var (day, ofDay) = value is [long microseconds, _] ? OfSpark(microseconds) : ((int)value[0], Convert.ToInt64(value[1], CultureInfo.InvariantCulture));
        using var file = new MemoryStream();
        Write(file, writer =>
        {
            using var rows = writer.AppendRowGroup();
            using var plain = (ColumnWriter<Int96>)rows.NextColumn();
            plain.WriteBatch(1, [1], null, [new Int96((int)ofDay, (int)(ofDay >> 32), day)]);
            using var list = (ColumnWriter<Int96>)rows.NextColumn();
            list.WriteBatch(1, [0], [0], []);
        });

        Assert.Equal($$"""{"t":"{{value[^1]}}","l":null}""", Assert.Single(Import(file, UnreadableColumns.Refuse)));

        static (int Day, long OfDay) OfSpark(long microseconds)
        {
            const long MicrosecondsOfDay = 86_400_000_000;
            var julian = unchecked(microseconds + (JulianDayOfUnixEpoch * MicrosecondsOfDay));
            var day = (long)Math.Floor(julian / (decimal)MicrosecondsOfDay);
            return ((int)day, (julian - (day * MicrosecondsOfDay)) * 1000);
        }
    }

    private static string[] WriteGroup(ParquetFileWriter writer, Random random, int count)
    {
        using var rows = writer.AppendRowGroup();
        List<Int96> values = [];
        List<short> levels = [], repetitions = [];
        var json = new string[count];
        for (var row = 0; row < count; row++)
        {
            var isValid = random.Next(3) > 0;
            levels.Add(isValid ? (short)1 : (short)0);
            json[row] = isValid ? Add(values, random) : "null";
        }

        using var plain = (ColumnWriter<Int96>)rows.NextColumn();
        plain.WriteBatch(count, [.. levels], null, [.. values]);
        (values, levels) = ([], []);
        for (var row = 0; row < count; row++)
        {
            // A definition level of 0 is a null list, of 1 an empty list, of 2 a null element and of 3 an element.
            var length = random.Next(-1, 4);
            var elements = new string[Math.Max(0, length)];
            for (var i = 0; i < Math.Max(1, length); i++)
            {
                repetitions.Add(i == 0 ? (short)0 : (short)1);
                levels.Add(length < 0 ? (short)0 : length == 0 ? (short)1 : random.Next(4) == 0 ? (short)2 : (short)3);
                if (length > 0)
                {
                    elements[i] = levels[^1] == 2 ? "null" : Add(values, random);
                }
            }

            json[row] = $$"""{"t":{{json[row]}},"l":{{(length < 0 ? "null" : $"[{string.Join(',', elements)}]")}}}""";
        }

        using var list = (ColumnWriter<Int96>)rows.NextColumn();
        list.WriteBatch(levels.Count, [.. levels], [.. repetitions], [.. values]);
        return json;
    }

    /// <summary>Adds a random value and returns its JSON.</summary>
    private static string Add(List<Int96> values, Random random)
    {
        var seconds = random.NextInt64(-62_135_596_800, 253_402_300_800);
        var nanoseconds = random.Next(3) == 0 ? 0 : random.Next(1_000_000_000);
        values.Add(ValueOf(seconds, nanoseconds));
        return string.Create(CultureInfo.InvariantCulture, $"\"{DateTime.UnixEpoch.AddSeconds(seconds):yyyy-MM-dd'T'HH:mm:ss}.{nanoseconds:000000000}\"");
    }

    private static Int96 ValueOf(long seconds, int nanoseconds)
    {
        var day = Math.DivRem(seconds, 86_400, out var rest);
        (day, rest) = rest < 0 ? (day - 1, rest + 86_400) : (day, rest);
        var ofDay = (rest * 1_000_000_000) + nanoseconds;
        return new Int96((int)ofDay, (int)(ofDay >> 32), (int)(day + JulianDayOfUnixEpoch));
    }

    private static void Write(MemoryStream output, Action<ParquetFileWriter> write)
    {
        using var none = LogicalType.None();
        using var listType = LogicalType.List();
        using var plain = new PrimitiveNode("t", Repetition.Optional, none, PhysicalType.Int96);
        using var element = new PrimitiveNode("element", Repetition.Optional, none, PhysicalType.Int96);
        using var repeated = new GroupNode("list", Repetition.Repeated, [element]);
        using var list = new GroupNode("l", Repetition.Optional, [repeated], listType);
        using var root = new GroupNode("schema", Repetition.Required, [plain, list]);
        using var properties = WriterProperties.GetDefaultWriterProperties();
        using (var writer = new ParquetFileWriter(output, root, properties, keyValueMetadata: null, leaveOpen: true))
        {
            write(writer);
            writer.Close();
        }

        output.Position = 0;
    }

    private static List<string> Import(MemoryStream file, UnreadableColumns unreadable)
    {
        file.Position = 0;
        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small, leaveOpen: true))
        {
            CollectionParquet.Import(file, writer, new ArrowImportOptions { UnreadableColumns = unreadable });
            writer.Commit();
        }

        return CollectionFile.ReadAll(stream);
    }
}
