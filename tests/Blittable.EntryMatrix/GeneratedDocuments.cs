using System.Text;
using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Running;
using Blittable.Tests.Json;

namespace Blittable.EntryMatrix;

/// <summary>Documents by number: JSON texts, and forged documents that no converter writes.</summary>
/// <remarks>Half of the texts have less than about 200 bytes. Of the other lengths up to 64 KB, each is a third as likely as half of it.</remarks>
internal static class GeneratedDocuments
{
    /// <summary>The maximum length of a text. One in <see cref="AnyLength"/> texts with white space may be longer, up to megabytes.</summary>
    public const int MaxLength = 1 << MaxLengthBits;

    private const int MinLengthBits = 7, MaxLengthBits = 16, AnyLength = 512;

    private static readonly Lazy<byte[][]> Leaves = new(() => SeedDocuments.Leaves(SeedDocuments.Make(null)));

    /// <summary>Adds one document to a run.</summary>
    public static void Add(MatrixRun run, ulong seed, long number)
    {
        var random = new FuzzRandom(seed, (ulong)number);
        var name = $"{number} of seed {seed}";
        switch (random.Next(32))
        {
            case < 4:
                run.AddDocument($"forged {name}", new DocumentForge(random, Leaves.Value).Make());
                break;
            case < 8:
                run.Add($"laid out {name}", Encoding.UTF8.GetBytes(LaidOut(random)));
                break;
            case 8:
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
        var text = Short(() => JsonTexts.Make(random), Math.Min(2 * length, MaxLength));
        if (text.Length >= length / 2 || random.OneIn(8))
        {
            return text;
        }

        // Many values in one container, some of them equal to an earlier one.
        var isObject = random.OneIn(2);
        var values = new List<string>();
        for (var left = length; left > 0; left -= values[^1].Length + (isObject ? 8 : 1))
        {
            values.Add(text);
            text = values[random.Next(values.Count)];
            if (text.Length > left || !random.OneIn(4))
            {
                text = Short(() => JsonTexts.Make(random), Math.Max(left, 1 << MinLengthBits));
            }
        }

        return isObject
            ? $"{{{string.Join(',', values.Select((value, index) => $"\"v{index}\":{value}"))}}}"
            : $"[{string.Join(',', values)}]";
    }

    /// <summary>Draws a JSON text with white space.</summary>
    private static string LaidOut(FuzzRandom random)
    {
        var length = random.OneIn(AnyLength) ? int.MaxValue : Math.Min(2 * Length(random), MaxLength);
        var longest = "";
        for (var draw = 0; draw < 2; draw++)
        {
            var text = Short(() => new RandomJson(random.Next(int.MaxValue)).Next().Text, length);
            longest = text.Length > longest.Length ? text : longest;
        }

        return longest;
    }

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

    /// <summary>Draws a length. Each power of two is a third as likely as the one before.</summary>
    private static int Length(FuzzRandom random)
    {
        var bits = MinLengthBits;
        while (bits < MaxLengthBits - 1 && random.OneIn(3))
        {
            bits++;
        }

        return random.Next(1 << bits, 2 << bits);
    }
}
