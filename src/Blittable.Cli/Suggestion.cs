using Blittable.Collections;
using Blittable.Collections.Query.Values;

namespace Blittable.Cli;

/// <summary>Finds the word that somebody most likely meant who typed one that is not known.</summary>
internal static class Suggestion
{
    /// <summary>The end of a message about an unknown word: a question after the nearest known word, or a full stop.</summary>
    public static string Question(string typed, IEnumerable<string> known) => Nearest(typed, known) is { } nearest ? $"; did you mean '{nearest}'?" : ".";

    /// <summary>The known word that is nearest to a typed one; null if no known word is near.</summary>
    public static string? Nearest(string typed, IEnumerable<string> known)
    {
        var limit = Math.Max(1, (typed.TrimStart('-').Length + 1) / 3);
        string? nearest = null;
        foreach (var word in known)
        {
            // A prefix suggests the word that it begins.
            var distance = typed.Length > 2 && word.StartsWith(typed, StringComparison.OrdinalIgnoreCase) ? 1 : NameSuggestion.Distance(typed, word);
            if (distance <= limit)
            {
                (nearest, limit) = (word, distance - 1);
            }
        }

        return nearest;
    }
}
