using System.Text;
using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Running;
using Blittable.Tests.Json;

namespace Blittable.EntryMatrix;

/// <summary>Documents by number: JSON texts, and forged documents that no converter writes.</summary>
/// <remarks>Most texts have a few hundred bytes, and some up to 64 KB. A few texts with much white space have megabytes.</remarks>
internal static class GeneratedDocuments
{
    /// <summary>The maximum length of a text, except for one in <see cref="AnyLength"/> texts with white space.</summary>
    public const int MaxLength = 1 << 16;

    private const int MinLengthBits = 5, AnyLength = 512;

    private static readonly Lazy<byte[][]> Leaves = new(() => SeedDocuments.Leaves(SeedDocuments.Make(null)));

    /// <summary>Adds one document to a run.</summary>
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
                run.Add($"laid out {name}", Encoding.UTF8.GetBytes(LaidOut(random)));
                break;
            case 2:
                run.Add($"conforming {name}", Encoding.Latin1.GetBytes(random.Pick<string>(JsonConformanceCases.Same)));
                break;
            default:
                run.Add($"text {name}", Encoding.UTF8.GetBytes(Text(random)));
                break;
        }
    }

    /// <summary>Draws a JSON text without white space.</summary>
    public static string Text(FuzzRandom random)
    {
        var length = Length(random);
        var text = Short(() => JsonTexts.Make(random), 2 * length);
        if (text.Length >= length / 2 || random.OneIn(8))
        {
            return text;
        }

        // Many values in one container, some of them equal to an earlier one.
        var isObject = random.OneIn(2);
        var values = new List<string>();
        for (var left = length; left > 0; left -= text.Length + 1)
        {
            values.Add(text);
            text = random.OneIn(4) ? values[random.Next(values.Count)] : Short(() => JsonTexts.Make(random), left + length);
        }

        return isObject
            ? $"{{{string.Join(',', values.Select((value, index) => $"\"v{index}\":{value}"))}}}"
            : $"[{string.Join(',', values)}]";
    }

    /// <summary>Draws a JSON text with white space.</summary>
    private static string LaidOut(FuzzRandom random) =>
        Short(() => new RandomJson(random.Next(int.MaxValue)).Next().Text, random.OneIn(AnyLength) ? int.MaxValue : 2 * Length(random));

    /// <summary>Draws texts until one is short enough.</summary>
    private static string Short(Func<string> make, int length)
    {
        while (true)
        {
            var text = make();
            if (text.Length <= length)
            {
                return text;
            }
        }
    }

    /// <summary>Draws a length below <see cref="MaxLength"/> / 2. Each power of two is less likely than the one before.</summary>
    private static int Length(FuzzRandom random)
    {
        const int bits = 10;
        var power = 1 << (MinLengthBits + Math.Min(random.Next(bits), Math.Min(random.Next(bits), random.Next(bits))));
        return random.Next(power, 2 * power);
    }
}
