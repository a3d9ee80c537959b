using System.Globalization;
using System.Text;
using System.Text.Json;
using Blittable.Text;

namespace Blittable.Benchmarks.Strings;

/// <summary>Creates the symbol table that ships with the library from samples on this machine: <c>general-table OUTPUT PATH...</c></summary>
/// <remarks>
/// A JSON file contributes its strings, any other text file its lines. A folder represents all files in it. Each path has equal weight, regardless of its size.
/// </remarks>
internal static class GeneralTableRecipe
{
    /// <summary>The number of sample bytes from each path.</summary>
    private const int BytesPerPath = 1 << 16;

    private const int BytesPerLine = 24;

    public static int Run(string[] arguments)
    {
        var text = new List<byte>();
        var ends = new List<int>();
        foreach (var path in arguments.AsSpan(1))
        {
            foreach (var sample in Spread([.. TextsUnder(path)]))
            {
                text.AddRange(sample);
                ends.Add(text.Count);
            }
        }

        var table = SymbolTable.Train(text.ToArray(), ends.ToArray(), text.Count);
        File.WriteAllText(arguments[0], Source(table.Save()));
        Console.WriteLine(string.Create(
            CultureInfo.InvariantCulture, $"{ends.Count} texts, {text.Count} bytes, {table.Count} symbols, table size {table.Save().Length} bytes"));
        return 0;
    }

    /// <summary>Returns about <see cref="BytesPerPath"/> bytes of the texts, spread evenly.</summary>
    private static IEnumerable<byte[]> Spread(byte[][] texts)
    {
        var step = Math.Max(1, texts.Sum(text => (double)text.Length) / BytesPerPath);
        double next = 0;
        long position = 0;
        foreach (var text in texts)
        {
            position += text.Length;
            if (position >= next)
            {
                yield return text;
                next += step * text.Length;
            }
        }
    }

    private static IEnumerable<byte[]> TextsUnder(string path) =>
        from file in Directory.Exists(path)
            ? Directory.EnumerateFiles(path, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal).AsEnumerable()
            : [path]
        from text in Path.GetExtension(file) == ".json" ? StringsIn(file) : File.ReadLines(file).Select(line => line.Trim())
        where text.Length > 2
        select Encoding.UTF8.GetBytes(text);

    private static IEnumerable<string> StringsIn(string file)
    {
        using var document = JsonDocument.Parse(File.ReadAllBytes(file));
        return [.. StringsIn(document.RootElement)];
    }

    private static IEnumerable<string> StringsIn(JsonElement element) => element.ValueKind switch
    {
        JsonValueKind.String => [element.GetString()!],
        JsonValueKind.Array => element.EnumerateArray().SelectMany(StringsIn),
        JsonValueKind.Object => element.EnumerateObject().SelectMany(property => StringsIn(property.Value).Prepend(property.Name)),
        _ => [],
    };

    private static string Source(byte[] table)
    {
        var source = new StringBuilder("""
            namespace Blittable.Text;

            /// <content>The bytes of the table, as the recipe <c>general-table</c> of the benchmarks wrote them.</content>
            internal static partial class GeneralSymbols
            {
                private static ReadOnlySpan<byte> Bytes =>
                [
            """);
        foreach (var line in table.Chunk(BytesPerLine))
        {
            source.Append("\n        ").AppendJoin(' ', line.Select(value => $"0x{value:X2},"));
        }

        return source.Append("\n    ];\n}\n").ToString();
    }
}
