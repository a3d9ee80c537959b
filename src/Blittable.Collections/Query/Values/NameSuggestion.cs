namespace Blittable.Collections.Query.Values;

/// <summary>Suggests a known name for an unknown one.</summary>
internal static class NameSuggestion
{
    /// <summary>The maximum length of names whose edit distance is computed. Longer names are compared as a whole.</summary>
    private const int MostLetters = 64;

    /// <summary>Returns the most similar known name, or null if none is similar.</summary>
    public static string? For(string name, IEnumerable<string> known)
    {
        var nearest = known.MinBy(other => Distance(name, other));
        return nearest is not null && Distance(name, nearest) <= Math.Max(1, name.Length / 3) ? nearest : null;
    }

    /// <summary>Returns the case-insensitive edit distance: the number of letters to insert, delete, replace or transpose.</summary>
    public static int Distance(string left, string right)
    {
        if (left.Length > MostLetters || right.Length > MostLetters)
        {
            return string.Equals(left, right, StringComparison.OrdinalIgnoreCase) ? 0 : MostLetters;
        }

        var distances = new int[left.Length + 1, right.Length + 1];
        for (var i = 0; i <= left.Length; i++)
        {
            for (var j = 0; j <= right.Length; j++)
            {
                if (i == 0 || j == 0)
                {
                    distances[i, j] = i + j;
                    continue;
                }

                var replaced = distances[i - 1, j - 1] + (AreSame(i - 1, j - 1) ? 0 : 1);
                distances[i, j] = Math.Min(replaced, Math.Min(distances[i - 1, j], distances[i, j - 1]) + 1);
                if (i > 1 && j > 1 && AreSame(i - 1, j - 2) && AreSame(i - 2, j - 1))
                {
                    distances[i, j] = Math.Min(distances[i, j], distances[i - 2, j - 2] + 1);
                }
            }
        }

        return distances[left.Length, right.Length];

        bool AreSame(int i, int j) => char.ToLowerInvariant(left[i]) == char.ToLowerInvariant(right[j]);
    }
}
