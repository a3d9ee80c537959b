using System.Text;

namespace Blittable.Datasets;

/// <summary>Represents a stochastic grammar that generates English-like prose.</summary>
/// <remarks>
/// The text of a grammar consists of rules. Blank lines and comments (<c>#</c>) can be placed between any two lines:
/// <code>
/// name =            followed by indented alternatives, one per line, with equal probability
/// name ~            followed by words, separated by spaces and chosen by rank, most frequent first
/// </code>
/// In an alternative, <c>{name}</c> is replaced by an expansion of that rule, or by a word that the caller binds to the name.
/// <c>{name+s}</c>, <c>{name+ed}</c>, <c>{name+ing}</c> and <c>{name+ly}</c> inflect it. <c>{a}</c> is the article
/// that the next word requires.
/// </remarks>
public sealed class Grammar
{
    /// <summary>The placeholder for an article until the next word is known.</summary>
    private const char Article = '\u0001';

    private readonly Dictionary<string, Rule> _rules = new(StringComparer.Ordinal);

    /// <exception cref="FormatException">A line does not belong to a rule.</exception>
    public Grammar(string text)
    {
        Rule? rule = null;
        foreach (string line in text.Split('\n').Select(line => line.TrimEnd()))
        {
            if (line.Length == 0 || line[0] == '#')
            {
                continue;
            }

            if (line[0] != ' ')
            {
                rule = new Rule(IsRanked: line[^1] == '~', []);
                _rules.Add(line[..^1].Trim(), rule);
                continue;
            }

            if (rule is null)
            {
                throw new FormatException($"The line '{line}' does not belong to a rule.");
            }

            rule.Alternatives.AddRange(rule.IsRanked
                ? line.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(word => new[] { new Part(word, null, null) })
                : [Part.Split(line.Trim())]);
        }
    }

    /// <summary>Loads a grammar that is embedded in this assembly.</summary>
    public static Grammar Load(string name)
    {
        using Stream stream = typeof(Grammar).Assembly.GetManifestResourceStream(name + ".grammar")
            ?? throw new ArgumentException($"The grammar '{name}' does not exist.", nameof(name));
        using var reader = new StreamReader(stream);
        return new Grammar(reader.ReadToEnd());
    }

    /// <summary>Expands a rule into text.</summary>
    /// <param name="rule">The name of the rule.</param>
    /// <param name="random">The source of random numbers.</param>
    /// <param name="bound">The names that the caller binds to words instead of rules. The function is called for each occurrence.</param>
    public string Expand(string rule, RandomSource random, IReadOnlyDictionary<string, Func<string>>? bound = null)
    {
        var text = new StringBuilder();
        Expand(rule, random, bound, text);
        ResolveArticles(text);
        Capitalize(text);
        return text.ToString();
    }

    private void Expand(string name, RandomSource random, IReadOnlyDictionary<string, Func<string>>? bound, StringBuilder text)
    {
        if (bound is not null && bound.TryGetValue(name, out Func<string>? word))
        {
            text.Append(word());
            return;
        }

        if (!_rules.TryGetValue(name, out Rule? rule))
        {
            throw new FormatException($"The grammar has no rule '{name}'.");
        }

        Part[] parts = rule.IsRanked ? random.PickRanked(rule.Alternatives) : random.Pick(rule.Alternatives);
        foreach (Part part in parts)
        {
            text.Append(part.Text);
            if (part.Rule == "a")
            {
                text.Append(Article);
            }
            else if (part.Rule is not null)
            {
                Expand(part.Rule, random, bound, text);
                Morphology.Inflect(text, part.Suffix);
            }
        }
    }

    private static void ResolveArticles(StringBuilder text)
    {
        for (int i = text.Length - 1; i >= 0; i--)
        {
            if (text[i] == Article)
            {
                bool beforeVowel = i + 2 < text.Length && "aeiou".Contains(char.ToLowerInvariant(text[i + 2]), StringComparison.Ordinal);
                text.Remove(i, 1).Insert(i, beforeVowel ? "an" : "a");
            }
        }
    }

    /// <summary>Capitalizes every sentence except the first, which may continue a sentence of the caller.</summary>
    private static void Capitalize(StringBuilder text)
    {
        for (int i = 2; i < text.Length; i++)
        {
            if (text[i - 1] == ' ' && text[i - 2] == '.')
            {
                text[i] = char.ToUpperInvariant(text[i]);
            }
        }
    }

    private sealed record Rule(bool IsRanked, List<Part[]> Alternatives);

    /// <summary>Represents literal text and the rule, if any, whose expansion follows the text.</summary>
    private sealed record Part(string Text, string? Rule, string? Suffix)
    {
        public static Part[] Split(string alternative)
        {
            var parts = new List<Part>();
            int start = 0;
            while (alternative.IndexOf('{', start) is var open and >= 0)
            {
                int close = alternative.IndexOf('}', open);
                string[] name = alternative[(open + 1)..close].Split('+');
                parts.Add(new Part(alternative[start..open], name[0], name.ElementAtOrDefault(1)));
                start = close + 1;
            }

            parts.Add(new Part(alternative[start..], null, null));
            return [.. parts];
        }
    }
}
