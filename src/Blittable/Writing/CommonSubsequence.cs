namespace Blittable.Writing;

/// <summary>Finds the longest common subsequence of two sequences of numbers.</summary>
/// <remarks>
/// The method is that of Hunt and Szymanski: the time is in proportion to the pairs of equal elements, with a logarithm. Sequences of few distinct numbers have very many
/// pairs; beyond <see cref="MaxPairs"/> each element is compared only with the equal elements nearest to its position, and the subsequence may be shorter than the longest.
/// </remarks>
internal static class CommonSubsequence
{
    /// <summary>Pairs of equal elements up to which the result is the longest one.</summary>
    private const int MaxPairs = 1 << 22;

    /// <summary>Returns the partner in the right sequence of each element of the left one; -1 without a partner.</summary>
    public static int[] Find(ReadOnlySpan<int> left, ReadOnlySpan<int> right)
    {
        var places = Places(right);
        var most = Most(left, places);

        // Of each length: the smallest end in the right sequence of a common subsequence of that length, and its last pair.
        var ends = new List<int>();
        var lasts = new List<int>();
        var pairs = new List<(int Left, int Right, int Before)>();
        for (var i = 0; i < left.Length; i++)
        {
            if (!places.TryGetValue(left[i], out var equal))
            {
                continue;
            }

            // From the last to the first, so that no pair of this element continues another one of it.
            var (from, to) = Nearest(equal, i, most);
            for (var k = to - 1; k >= from; k--)
            {
                var j = equal[k];
                var length = ends.BinarySearch(j);
                if (length >= 0)
                {
                    continue;
                }

                length = ~length;
                pairs.Add((i, j, length == 0 ? -1 : lasts[length - 1]));
                if (length == ends.Count)
                {
                    ends.Add(j);
                    lasts.Add(pairs.Count - 1);
                }
                else
                {
                    ends[length] = j;
                    lasts[length] = pairs.Count - 1;
                }
            }
        }

        var partners = new int[left.Length];
        Array.Fill(partners, -1);
        for (var pair = lasts.Count == 0 ? -1 : lasts[^1]; pair >= 0; pair = pairs[pair].Before)
        {
            partners[pairs[pair].Left] = pairs[pair].Right;
        }

        return partners;
    }

    private static Dictionary<int, List<int>> Places(ReadOnlySpan<int> sequence)
    {
        var places = new Dictionary<int, List<int>>();
        for (var i = 0; i < sequence.Length; i++)
        {
            if (!places.TryGetValue(sequence[i], out var list))
            {
                places.Add(sequence[i], list = []);
            }

            list.Add(i);
        }

        return places;
    }

    /// <summary>How many equal elements each element may be compared with.</summary>
    private static int Most(ReadOnlySpan<int> left, Dictionary<int, List<int>> places)
    {
        long pairs = 0;
        foreach (var element in left)
        {
            pairs += places.TryGetValue(element, out var equal) ? equal.Count : 0;
        }

        return pairs <= MaxPairs ? int.MaxValue : Math.Max(MaxPairs / left.Length, 1);
    }

    private static (int From, int To) Nearest(List<int> places, int position, int most)
    {
        if (places.Count <= most)
        {
            return (0, places.Count);
        }

        var near = places.BinarySearch(position);
        var from = Math.Clamp((near < 0 ? ~near : near) - (most / 2), 0, places.Count - most);
        return (from, from + most);
    }
}
