using System.Text;
using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Running;
using Blittable.Tests.Json;

namespace Blittable.EntryMatrix;

/// <summary>Documents by number: JSON texts, and forged documents that no converter writes.</summary>
internal static class GeneratedDocuments
{
    private static readonly Lazy<byte[][]> Leaves = new(() => SeedDocuments.Leaves(SeedDocuments.Make(null)));

    /// <summary>Passes one document through every entry.</summary>
    public static void Add(MatrixRun run, ulong seed, long number)
    {
        var random = new FuzzRandom(seed, (ulong)number);
        var name = $"{number} of seed {seed}";
        switch (random.Next(8))
        {
            case 0:
                run.AddDocument($"forged {name}", new DocumentForge(random, Leaves.Value).Make());
                break;
            case 1:
                run.Add($"laid out {name}", Encoding.UTF8.GetBytes(new RandomJson(random.Next(int.MaxValue)).Next().Text));
                break;
            case 2:
                run.Add($"conforming {name}", Encoding.Latin1.GetBytes(random.Pick<string>(JsonConformanceCases.Same)));
                break;
            default:
                run.Add($"text {name}", Encoding.UTF8.GetBytes(JsonTexts.Make(random)));
                break;
        }
    }
}
