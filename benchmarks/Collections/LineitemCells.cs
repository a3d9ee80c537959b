using System.Buffers;
using System.Text.Json;
using Blittable.Benchmarks.Columns;
using Blittable.Benchmarks.Harness;
using Blittable.Collections;

namespace Blittable.Benchmarks.Collections;

/// <summary>Measures TPC-H <c>lineitem</c> in each layout, without block compression: its size, and reading a whole document by row number.</summary>
internal static class LineitemCells
{
    public const string Share = "% of JSON";
    public const string Restored = "restored";
    private const string GroupPrefix = "lineitem ";
    private const string Baseline = "JsonDocument";

    /// <summary>The number of random rows in one operation.</summary>
    private const int Rows = 256;

    public static bool Has(string group) => group.StartsWith(GroupPrefix, StringComparison.Ordinal);

    public static IEnumerable<Cell> Of(int rows)
    {
        foreach (var layout in Enum.GetValues<CollectionLayout>())
        {
            yield return new Cell(GroupPrefix + layout, Baseline, () => Parse(Documents(rows))) { IsBaseline = true };
            yield return new Cell(GroupPrefix + layout, "Get(row)", () => Get(Documents(rows), layout));
        }
    }

    private static ReadOnlyMemory<byte>[] Documents(int rows) => [.. Corpora.Get("lineitem").Documents.Take(rows)];

    private static Work Parse(ReadOnlyMemory<byte>[] documents)
    {
        var random = new Random(1);
        return new Work(
            () =>
            {
                for (var i = 0; i < Rows; i++)
                {
                    using var document = JsonDocument.Parse(documents[random.Next(documents.Length)]);
                }
            },
            Items: Rows);
    }

    private static Work Get(ReadOnlyMemory<byte>[] documents, CollectionLayout layout)
    {
        var path = FileTimer.NewPath();
        Pack(path, documents, layout);
        AppDomain.CurrentDomain.ProcessExit += (_, _) => File.Delete(path);
        var reader = CollectionReader.Open(path);
        var restored = CountRestored(reader, documents);
        var random = new Random(1);
        return new Work(
            () =>
            {
                for (var i = 0; i < Rows; i++)
                {
                    using var document = reader.Get(random.Next(documents.Length));
                }
            },
            Items: Rows)
        {
            Facts = new Dictionary<string, double>
            {
                [EventCells.FileBytes] = new FileInfo(path).Length,
                [Share] = 100.0 * new FileInfo(path).Length / documents.Sum(document => (long)document.Length),
                [Restored] = restored,
            },
        };
    }

    private static void Pack(string path, ReadOnlyMemory<byte>[] documents, CollectionLayout layout)
    {
        using var writer = CollectionWriter.Create(path, new CollectionOptions { Layout = layout, Columns = ["$.l_shipdate", "$.l_quantity", "$.l_discount"] });
        foreach (var document in documents)
        {
            writer.Add(document.Span);
        }

        writer.Commit();
    }

    /// <summary>Counts the documents whose JSON equals the original text, byte by byte.</summary>
    private static int CountRestored(CollectionReader reader, ReadOnlyMemory<byte>[] documents)
    {
        var same = 0;
        var json = new ArrayBufferWriter<byte>();
        reader.ForEach((row, document) =>
        {
            json.ResetWrittenCount();
            document.WriteJson(json);
            same += json.WrittenSpan.SequenceEqual(documents[row].Span) ? 1 : 0;
        });
        return same;
    }
}
