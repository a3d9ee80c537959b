using System.Text;
using Blittable.Fuzz.Running;
using Blittable.Layout;
using Blittable.Strings;

namespace Blittable.Fuzz.Inputs;

/// <summary>Valid documents in every mode, from texts that are the same in each run.</summary>
internal static class SeedDocuments
{
    private const int Texts = 60;

    /// <summary>Converts texts.</summary>
    /// <param name="dictionary">The dictionary of the documents, or null for standalone documents.</param>
    public static SeedDocument[] Make(BlittableDictionary? dictionary)
    {
        var seeds = new List<SeedDocument>();
        foreach (var options in (BlittableOptions[])[BlittableOptions.Fastest, new(), BlittableOptions.Balanced, BlittableOptions.Smallest])
        {
            using var converter = new BlittableConverter(options with { Dictionary = dictionary });
            for (var text = 0; text < Texts; text++)
            {
                var json = JsonTexts.Make(new FuzzRandom(0, (ulong)text));
                seeds.Add(SeedDocument.Of(converter.Convert(Encoding.UTF8.GetBytes(json)).ToArray(), dictionary));
            }

            // Enough strings for a symbol table within the document.
            var strings = string.Join(',', Enumerable.Range(0, 400).Select(i => $"\"/api/v{i % 3}/customers/{i * 7919 % 1009}/orders?page={i}\""));
            seeds.Add(SeedDocument.Of(converter.Convert(Encoding.UTF8.GetBytes($"[{strings}]")).ToArray(), dictionary));
        }

        return [.. seeds];
    }

    /// <summary>Extracts the bytes of values without references: dates, encoded strings and number arrays.</summary>
    public static byte[][] Leaves(IEnumerable<SeedDocument> documents)
    {
        var leaves = new Dictionary<string, byte[]>();
        foreach (var (bytes, starts) in documents)
        {
            for (var i = 0; i + 1 < starts.Length; i++)
            {
                var leaf = bytes[starts[i]..starts[i + 1]];
                if (leaf.Length < 100 && leaf[0] is Tag.NumberArray or >= Tag.RawDate and < Tag.EncodedStringLast)
                {
                    leaves.TryAdd(Convert.ToHexString(leaf), leaf);
                }
            }
        }

        return [.. leaves.Values];
    }
}
