using System.Text;
using System.Text.Json;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Strings;

/// <summary>String values of a corpus, one after the other, as many as a run can afford.</summary>
internal sealed class StringSet
{
    /// <summary>Bytes of strings that are taken from a corpus.</summary>
    private const int Limit = 1_500_000;

    /// <summary>Spare bytes behind the text.</summary>
    private const int Slack = 64;

    public StringSet(Corpus corpus)
    {
        var text = new List<byte>();
        var ends = new List<int>();
        foreach (var json in corpus.Documents)
        {
            using var document = JsonDocument.Parse(json);
            Collect(document.RootElement, text, ends);
            if (text.Count >= Limit)
            {
                break;
            }
        }

        Text = [.. text, .. new byte[Slack]];
        Ends = [.. ends];
    }

    /// <summary>The strings' UTF-8 text, and spare bytes.</summary>
    public byte[] Text { get; }

    /// <summary>Where each string ends.</summary>
    public int[] Ends { get; }

    public int Length => Ends.Length == 0 ? 0 : Ends[^1];

    private static void Collect(JsonElement element, List<byte> text, List<int> ends)
    {
        switch (element.ValueKind)
        {
            case JsonValueKind.String when text.Count < Limit:
                text.AddRange(Encoding.UTF8.GetBytes(element.GetString()!));
                ends.Add(text.Count);
                break;
            case JsonValueKind.Array:
                foreach (var item in element.EnumerateArray())
                {
                    Collect(item, text, ends);
                }

                break;
            case JsonValueKind.Object:
                foreach (var property in element.EnumerateObject())
                {
                    Collect(property.Value, text, ends);
                }

                break;
        }
    }
}
