using Blittable.Collections;
using Blittable.Collections.Query.Values;

namespace Blittable.Cli;

/// <summary>Suggests the known word that an unknown word most likely meant.</summary>
internal static class Suggestion
{
    /// <summary>Returns the end of a message about an unknown word: a question with the nearest known word, or a period.</summary>
    public static string Question(string typed, IEnumerable<string> known) => Nearest(typed, known) is { } nearest ? $"; did you mean '{nearest}'?" : ".";

    /// <summary>Returns the known word that is nearest to a typed word, or null if none is near.</summary>
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
