using System.Globalization;
using System.Text;
using System.Text.Json;
using Blittable.Collections;

namespace Blittable.Browser;

/// <summary>What a page does with documents: converts, reads, changes, stores and queries them.</summary>
internal static class Checks
{
    private static readonly string Rows = string.Join(
        '\n',
        Enumerable.Range(0, 2_000).Select(id => $$"""{"id":{{id}},"name":"name {{id % 17}}","price":{{(id * 0.25).ToString(CultureInfo.InvariantCulture)}},"at":"2026-11-28T10:{{id % 60:D2}}:00Z","tags":["ä","b",null,true]}"""));

    public static (string Name, Action Run)[] All { get; } =
    [
        ("memory mode", () => Converted(new BlittableOptions())),
        ("disk mode", () => Converted(BlittableOptions.Balanced)),
        ("the smallest documents", () => Converted(BlittableOptions.Smallest)),
        ("the reader", Read),
        ("a patch", Patch),
        ("MessagePack", MessagePack),
        ("a text that is not JSON", Refused),
        ("a collection of columns", () => Stored(CollectionLayout.Columns)),
        ("a collection of rows", () => Stored(CollectionLayout.Rows)),
    ];

    private static string Array => $"[{Rows.Replace('\n', ',')}]";

    private static void Converted(BlittableOptions options)
    {
        using var document = BlittableDocument.Parse(Array, options);
        document.Validate();
        Same(Array, document.Root.ToJson());
        using var peer = JsonDocument.Parse(Array);
        for (var row = 0; row < 2_000; row += 99)
        {
            Same(peer.RootElement[row].GetProperty("price").GetDecimal(), document.Root[row].GetProperty("price"u8).GetDecimal());
            Same(peer.RootElement[row].GetProperty("at").GetDateTimeOffset(), document.Root[row].GetProperty("at"u8).GetDateTimeOffset());
        }
    }

    private static void Read()
    {
        using var document = BlittableDocument.Parse(Array);
        var reader = new BlittableReader(document.Root);
        var peer = new Utf8JsonReader(Encoding.UTF8.GetBytes(Array));
        var (tokens, expected) = (0, 0);
        while (reader.Read())
        {
            tokens++;
        }

        // Names are tokens of their own there, and here belong to the token of their value.
        while (peer.Read())
        {
            expected += peer.TokenType == JsonTokenType.PropertyName ? 0 : 1;
        }

        Same(expected, tokens);
    }

    private static void Patch()
    {
        using var document = BlittableDocument.Parse("""{"a":[1,2],"b":null}""");
        using var editor = new BlittableEditor(document);
        editor.ApplyPatch("""[{"op":"add","path":"/a/-","value":{"c":3}},{"op":"remove","path":"/b"}]"""u8);
        Same("""{"a":[1,2,{"c":3}]}""", editor.ToDocument().Root.ToJson());
    }

    private static void MessagePack()
    {
        using var document = BlittableDocument.Parse(Array, BlittableOptions.Balanced);
        using var again = BlittableMessagePack.ToDocument(BlittableMessagePack.ToArray(document.Root));
        Same(true, BlittableValue.DeepEquals(document.Root, again.Root));
    }

    private static void Refused()
    {
        try
        {
            BlittableDocument.Parse("""{"a":1,}""").Dispose();
        }
        catch (BlittableException)
        {
            return;
        }

        throw new InvalidOperationException("The text was accepted.");
    }

    private static void Stored(CollectionLayout layout)
    {
        using var file = new MemoryStream();
        using (var writer = CollectionWriter.Create(file, new CollectionOptions { Layout = layout, Key = "$.id", ChunkRows = 100 }, leaveOpen: true))
        {
            foreach (var row in Rows.Split('\n'))
            {
                writer.Add(Encoding.UTF8.GetBytes(row));
            }

            writer.Commit();
        }

        using var reader = CollectionReader.Open(file);
        reader.Validate();
        Same(20L, reader.Scan().Where(Filter.Parse("$.id >= 100 and $.id < 120")).Count());
        Same(499_750m, reader.Scan().Aggregate(Aggregate.Sum("$.price"))[0, 0].GetDecimal());
        Same(17, reader.Scan().GroupBy("$.name").Aggregate(Aggregate.Count()).Count);
    }

    private static void Same<T>(T expected, T actual)
    {
        if (!EqualityComparer<T>.Default.Equals(expected, actual))
        {
            throw new InvalidOperationException($"Expected {expected}; found {actual}.");
        }
    }
}
