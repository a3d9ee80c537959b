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
            // Somebody who stops early means the word that goes on like this.
            var distance = typed.Length > 2 && word.StartsWith(typed, StringComparison.OrdinalIgnoreCase) ? 1 : Distance(typed, word);
            if (distance <= limit)
            {
                (nearest, limit) = (word, distance - 1);
            }
        }

        return nearest;
    }

    /// <summary>Gets the distance of two words, upper and lower case alike: letters inserted, left out, replaced, or exchanged with their neighbour (optimal
    /// string alignment).</summary>
    private static int Distance(string typed, string known)
    {
        var distances = new int[typed.Length + 1, known.Length + 1];
        for (var i = 0; i <= typed.Length; i++)
        {
            for (var j = 0; j <= known.Length; j++)
            {
                distances[i, j] = i == 0 || j == 0 ? i + j : Best(i, j);
            }
        }

        return distances[typed.Length, known.Length];

        int Best(int i, int j)
        {
            var best = Math.Min(
                Math.Min(distances[i - 1, j], distances[i, j - 1]) + 1,
                distances[i - 1, j - 1] + (AreSame(i - 1, j - 1) ? 0 : 1));
            return i > 1 && j > 1 && AreSame(i - 1, j - 2) && AreSame(i - 2, j - 1) ? Math.Min(best, distances[i - 2, j - 2] + 1) : best;
        }

        bool AreSame(int i, int j) => char.ToLowerInvariant(typed[i]) == char.ToLowerInvariant(known[j]);
    }
}
