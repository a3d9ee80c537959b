using System.Globalization;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests that a query object is correct after it has thrown: a value that could not be read is an error or is read again. It is never a value that
/// was read for other rows.</summary>
public sealed class UnreadableValueTests
{
    private const int Count = 64;

    /// <summary>Values that are in columns, if the layout has columns for them, and are read when they are asked for.</summary>
    private static readonly string[] s_stored =
    [
        "$.id", "$.price", "$.double", "$.text", "$.code", "$.at", "$.day", "$.flag", "$.mixed", "$.some", "$.digits", "$.id * 2 + $.some",
        "concat($.text, '!')", "upper($.code)", "year($.at)", "date_trunc(month, $.day)", "case when $.flag = true then $.text else $.code end", "coalesce($.some, $.price)",
        "length($.code)", "$.double / 3",
    ];

    /// <summary>Values that are read from documents as soon as the batch is.</summary>
    private static readonly string[] s_all = [.. s_stored, "$.object", "$.list[0]", "$.rare"];

    public static TheoryData<CollectionLayout> Layouts => [CollectionLayout.Columns, CollectionLayout.Hybrid, CollectionLayout.Rows];

    public static TheoryData<CollectionLayout, bool> Selections
    {
        get
        {
            var selections = new TheoryData<CollectionLayout, bool>();
            foreach (var layout in Layouts)
            {
                selections.Add(layout, false);
                selections.Add(layout, true);
            }

            return selections;
        }
    }

    [Theory]
    [MemberData(nameof(Selections))]
    public void A_value_whose_read_failed_once_is_read_again(CollectionLayout layout, bool isStored)
    {
        var columns = isStored ? s_stored : s_all;
        var bytes = Write(layout);
        var expected = Expected(bytes, columns);
        var isLast = false;
        for (var read = 1; !isLast; read++)
        {
            var stream = new UnreliableStream(bytes);
            using var reader = CollectionReader.Open(stream);
            var selection = Selection(reader, columns);
            stream.FailAt(read);
            Assert.Equal(expected, ReadPatiently(selection, columns.Length));
            isLast = stream.IsWaiting;
        }
    }

    [Theory]
    [MemberData(nameof(Selections))]
    public void A_value_of_a_damaged_block_fails_each_time(CollectionLayout layout, bool isStored)
    {
        var columns = isStored ? s_stored : s_all;
        var bytes = Write(layout);
        var expected = Expected(bytes, columns);
        foreach (var offset in Blocks(bytes))
        {
            var damaged = (byte[])bytes.Clone();
            damaged[offset] ^= 0x10;
            using var reader = CollectionReader.Open(new MemoryStream(damaged));
            var failed = 0;
            foreach (var batch in UntilDamage(Selection(reader, columns)))
            {
                for (var row = 0; row < batch.Count; row++)
                {
                    for (var column = 0; column < columns.Length; column++)
                    {
                        var value = Answer(batch, row, column);
                        Assert.Equal(value, Answer(batch, row, column));
                        Assert.True(value == "damaged" || value == expected[(int)batch.RowNumbers[row]][column], $"{columns[column]} of row {row}: {value}");
                        failed += value == "damaged" ? 1 : 0;
                    }
                }
            }

            Assert.InRange(failed, 0, Count * columns.Length / 4);
        }
    }

    [Theory]
    [MemberData(nameof(Layouts))]
    public void A_reader_whose_read_failed_once_answers_every_query_correctly(CollectionLayout layout)
    {
        var bytes = Write(layout);
        var queries = new Dictionary<string, Func<CollectionReader, string>>
        {
            ["groups"] = reader => Text(reader.Scan().GroupBy("$.code").Aggregate(Aggregate.Count(), Aggregate.Sum("$.price"), Aggregate.Max("$.text"), Aggregate.Median("$.double"))),
            ["order"] = reader => Text(reader.Scan().Select("$.text", "$.id", "$.price").OrderBy("$.price", descending: true).Limit(7).ToTable()),
            ["filter"] = reader => Text(reader.Scan().Where(Filter.Parse("$.text like '%1%' and $.at > '2024-01-10' or $.some = 3")).Select("$.id").ToTable()),
            ["key"] = reader => reader.Find(37)!.Root.ToJson(),
            ["index"] = reader => string.Join(' ', reader.FindAll("$.code", "code 3").Select(document => document.Root.ToJson())),
            ["documents"] = reader => string.Join('\n', CollectionFile.ReadAll(reader)),
            ["row"] = reader => reader.Get(50).Root.ToJson(),
            ["unnest"] = reader => Text(reader.Scan().Unnest("$.list[*]").GroupBy("$.code").Aggregate(Aggregate.Sum("$.list[*]"))),
        };
        foreach (var (name, query) in queries)
        {
            using var sound = CollectionReader.Open(new MemoryStream(bytes));
            var expected = query(sound);
            var isLast = false;
            for (var read = 1; !isLast; read++)
            {
                var stream = new UnreliableStream(bytes);
                using var reader = CollectionReader.Open(stream);
                stream.FailAt(read);
                var first = Record.Exception(() => Assert.Equal(expected, query(reader)));
                isLast = stream.IsWaiting;
                Assert.True(first is null or IOException || first.InnerException is IOException, $"{name}: {first}");
                Assert.Equal(expected, query(reader));
            }
        }
    }

    /// <summary>Reads all values. A read that fails is repeated.</summary>
    private static List<string[]> ReadPatiently(ScanSelection selection, int columns)
    {
        try
        {
            var rows = new List<string[]>();
            foreach (var batch in selection)
            {
                for (var row = 0; row < batch.Count; row++)
                {
                    var (place, current) = (row, batch);
                    rows.Add([.. Enumerable.Range(0, columns).Select(column => Patiently(() => current[place, column].ToString()))]);
                }
            }

            return rows;
        }
        catch (IOException)
        {
            return ReadPatiently(selection, columns);
        }
    }

    private static string Patiently(Func<string> read)
    {
        try
        {
            return read();
        }
        catch (IOException)
        {
            return read();
        }
    }

    private static string Answer(ScanBatch batch, int row, int column)
    {
        try
        {
            return batch[row, column].ToString();
        }
        catch (BlittableException)
        {
            return "damaged";
        }
    }

    private static IEnumerable<ScanBatch> UntilDamage(ScanSelection selection)
    {
        using var batches = selection.GetEnumerator();
        while (true)
        {
            try
            {
                if (!batches.MoveNext())
                {
                    yield break;
                }
            }
            catch (BlittableException)
            {
                yield break;
            }

            yield return batches.Current;
        }
    }

    private static ScanSelection Selection(CollectionReader reader, string[] columns) => reader.Scan().Select([.. columns.Select(column => ScanExpression.Parse(column))]);

    private static List<string[]> Expected(byte[] bytes, string[] columns)
    {
        using var reader = CollectionReader.Open(new MemoryStream(bytes));
        return ReadPatiently(Selection(reader, columns), columns.Length);
    }

    private static string Text(QueryTable table) =>
        string.Join('\n', Enumerable.Range(0, table.Count).Select(row => string.Join('|', table.GetRow(row).ToArray())).Order(StringComparer.Ordinal));

    /// <summary>Returns the offset of the middle of each block of documents and columns.</summary>
    private static List<int> Blocks(byte[] bytes)
    {
        var offsets = new List<int>();
        using var reader = CollectionReader.Open(new MemoryStream(bytes));
        foreach (var stripe in reader.Snapshot.Stripes)
        {
            stripe.Directory.ForEachBlock((block, use, _) =>
            {
                if (block.Exists && use != CollectionSpaceUse.Indexes)
                {
                    offsets.Add((int)block.Offset + (block.StoredLength / 2));
                }
            });
        }

        return offsets;
    }

    private static byte[] Write(CollectionLayout layout) => CollectionFile.Write(
        Enumerable.Range(0, Count).Select(Row),
        new CollectionOptions { Layout = layout, StripeRows = 40, ChunkRows = 16, Key = "$.id", Indexes = ["$.code"], Columns = layout == CollectionLayout.Hybrid ? ["$.price", "$.text", "$.at"] : [] }).ToArray();

    private static string Row(int id)
    {
        var invariant = CultureInfo.InvariantCulture;
        return $$"""
            {"id":{{id}},"price":{{((id * 7) + 0.25m).ToString(invariant)}},"double":{{Math.Sin(id).ToString("R", invariant)}},"text":"text {{id * 31 % 17}} of {{id}}",
            "code":"code {{id % 7}}","at":"2024-01-{{1 + (id % 28):00}}T10:00:{{id % 60:00}}Z","day":"20{{10 + (id % 20)}}-{{1 + (id % 12):00}}-01",
            "flag":{{(id % 3 == 0 ? "true" : "false")}},"mixed":{{(id % 4) switch { 0 => $"{id}", 1 => $"\"m{id}\"", 2 => "true", _ => "null" }}},
            {{(id % 3 == 1 ? "" : $"\"some\":{id % 5},")}}"object":{"a":{{id}}},"list":[{{id + 1}},{{id + 2}}],"digits":{{(id % 2 == 0 ? "1.50" : "2.5")}}{{(id == 40 ? ",\"rare\":7" : "")}}}
            """;
    }
}
