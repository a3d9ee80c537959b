using System.Text;
using System.Text.Json;
using Blittable.Benchmarks.Harness;
using Blittable.Text;

namespace Blittable.Benchmarks.Strings;

/// <summary>Holds concatenated string values of a corpus, up to a size limit.</summary>
internal sealed class StringSet
{
    /// <summary>The maximum number of string bytes from a corpus.</summary>
    private const int Limit = 1_500_000;

    /// <summary>The number of spare bytes after the text.</summary>
    private const int Slack = 64;

    /// <param name="corpus">The corpus.</param>
    /// <param name="shortLimit">The length in bytes up to which strings are excluded.</param>
    public StringSet(Corpus corpus, int shortLimit = -1)
    {
        var text = new List<byte>();
        var ends = new List<int>();
        foreach (var json in corpus.Documents)
        {
            using var document = JsonDocument.Parse(json);
            Collect(document.RootElement, shortLimit, text, ends);
            if (text.Count >= Limit)
            {
                break;
            }
        }

        Text = [.. text, .. new byte[Slack]];
        Ends = [.. ends];
    }

    /// <summary>Gets the UTF-8 text of the strings, followed by spare bytes.</summary>
    public byte[] Text { get; }

    /// <summary>Gets the end position of each string.</summary>
    public int[] Ends { get; }

    public int Length => Ends.Length == 0 ? 0 : Ends[^1];

    /// <summary>Trains a symbol table on all strings.</summary>
    public SymbolTable Train() => SymbolTable.Train(Text.AsSpan(0, Length), Ends);

    private static void Collect(JsonElement element, int shortLimit, List<byte> text, List<int> ends)
    {
        switch (element.ValueKind)
        {
            case JsonValueKind.String when text.Count < Limit:
                var utf8 = Encoding.UTF8.GetBytes(element.GetString()!);
                if (utf8.Length > shortLimit)
                {
                    text.AddRange(utf8);
                    ends.Add(text.Count);
                }

                break;
            case JsonValueKind.Array:
                foreach (var item in element.EnumerateArray())
                {
                    Collect(item, shortLimit, text, ends);
                }

                break;
            case JsonValueKind.Object:
                foreach (var property in element.EnumerateObject())
                {
                    Collect(property.Value, shortLimit, text, ends);
                }

                break;
        }
    }
}
