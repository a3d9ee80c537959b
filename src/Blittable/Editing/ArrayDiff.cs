namespace Blittable.Editing;

/// <summary>Represents the difference of two arrays: which elements remain, change in place, move, are removed, and are added.</summary>
/// <remarks>All indexes are relative to the part between the common beginning and the common end of both arrays.</remarks>
internal sealed class ArrayDiff
{
    private const int New = -1;

    private readonly int[] _partners;
    private readonly int[] _sources;
    private readonly bool[] _isMoved;
    private readonly List<int> _changed = [];

    /// <param name="left">The numbers of the old elements. Equal elements have equal numbers.</param>
    /// <param name="right">The numbers of the new elements.</param>
    public ArrayDiff(int[] left, int[] right)
    {
        _partners = CommonSubsequence.Find(left, right);
        _sources = new int[right.Length];
        _isMoved = new bool[right.Length];
        Array.Fill(_sources, New);
        for (var i = 0; i < left.Length; i++)
        {
            if (_partners[i] >= 0)
            {
                _sources[_partners[i]] = i;
            }
        }
    }

    /// <summary>Returns, for each gap between two remaining elements, the old and the new elements without a partner. Gaps without both are omitted.</summary>
    public List<(List<int> Left, List<int> Right)> Gaps()
    {
        var gaps = new List<(List<int> Left, List<int> Right)>();
        var (i, j) = (0, 0);
        while (i < _partners.Length || j < _sources.Length)
        {
            var (left, right) = (new List<int>(), new List<int>());
            for (; i < _partners.Length && !Stays(_partners[i]); i++)
            {
                if (_partners[i] < 0)
                {
                    left.Add(i);
                }
            }

            for (; j < _sources.Length && !Stays(j); j++)
            {
                if (_sources[j] < 0)
                {
                    right.Add(j);
                }
            }

            if (left.Count > 0 && right.Count > 0)
            {
                gaps.Add((left, right));
            }

            i++;
            j++;
        }

        return gaps;
    }

    private bool Stays(int place) => place >= 0 && _sources[place] >= 0 && !_isMoved[place];

    /// <summary>Pairs an old element with the new element that it changes to in place.</summary>
    public void PairChanged(int left, int right)
    {
        _partners[left] = right;
        _sources[right] = left;
        _changed.Add(right);
    }

    /// <summary>Pairs the elements of a gap, in order, such that the sum of their similarities is maximal.</summary>
    public void PairSimilar(List<int> left, List<int> right, int[,] similar)
    {
        var best = new int[left.Count + 1, right.Count + 1];
        for (var i = left.Count - 1; i >= 0; i--)
        {
            for (var j = right.Count - 1; j >= 0; j--)
            {
                best[i, j] = Math.Max(similar[i, j] + best[i + 1, j + 1], Math.Max(best[i + 1, j], best[i, j + 1]));
            }
        }

        for (var (i, j) = (0, 0); i < left.Count && j < right.Count;)
        {
            if (best[i, j] == similar[i, j] + best[i + 1, j + 1])
            {
                PairChanged(left[i++], right[j++]);
            }
            else if (best[i, j] == best[i + 1, j])
            {
                i++;
            }
            else
            {
                j++;
            }
        }
    }

    /// <summary>Pairs old elements with equal new elements at other positions, to which they move.</summary>
    public void PairMoved(int[] left, int[] right)
    {
        var free = new Dictionary<int, Queue<int>>();
        for (var i = 0; i < left.Length; i++)
        {
            if (_partners[i] < 0)
            {
                if (!free.TryGetValue(left[i], out var places))
                {
                    free.Add(left[i], places = []);
                }

                places.Enqueue(i);
            }
        }

        for (var j = 0; j < right.Length; j++)
        {
            if (_sources[j] < 0 && free.TryGetValue(right[j], out var places) && places.TryDequeue(out var source))
            {
                _partners[source] = j;
                _sources[j] = source;
                _isMoved[j] = true;
            }
        }
    }

    /// <summary>Enumerates the steps in the order in which they are applied: removals from the end, moves and additions from the beginning, and
    /// changes.</summary>
    public IEnumerable<ArrayStep> Steps()
    {
        for (var i = _partners.Length - 1; i >= 0; i--)
        {
            if (_partners[i] < 0)
            {
                yield return new ArrayStep(PatchOperationKind.Remove, i, 0);
            }
        }

        foreach (var step in Placements())
        {
            yield return step;
        }

        _changed.Sort();
        foreach (var place in _changed)
        {
            yield return new ArrayStep(PatchOperationKind.Replace, place, _sources[place]);
        }
    }

    /// <summary>Moves and adds elements from left to right. An element that moves to the right remains at its position until the new position is
    /// reached.</summary>
    private IEnumerable<ArrayStep> Placements()
    {
        // The old elements that are still at their position, in the order of the old array. For passed elements, also the number of new elements before them.
        var remaining = new PrefixCounts(_partners.Length);
        for (var i = 0; i < _partners.Length; i++)
        {
            if (_partners[i] >= 0)
            {
                remaining.Add(i, 1);
            }
        }

        var placedBefore = new int[_partners.Length];
        var next = 0;
        for (var place = 0; place < _sources.Length; place++)
        {
            var source = _sources[place];
            if (source == New)
            {
                yield return new ArrayStep(PatchOperationKind.Add, place + remaining.Before(next), place);
                continue;
            }

            if (!_isMoved[place])
            {
                for (; next < source; next++)
                {
                    placedBefore[next] = place;
                }

                next = source + 1;
            }
            else
            {
                var isPassed = source < next;
                var from = (isPassed ? placedBefore[source] : place) + remaining.Before(source);
                var to = place + remaining.Before(next) - (isPassed ? 1 : 0);
                if (from != to)
                {
                    yield return new ArrayStep(PatchOperationKind.Move, from, to);
                }
            }

            remaining.Add(source, -1);
        }
    }
}

/// <summary>Stores counts by index, and computes the sum of all counts before an index in logarithmic time (Fenwick tree).</summary>
internal sealed class PrefixCounts(int length)
{
    private readonly int[] _tree = new int[length + 1];

    /// <summary>Adds to the count at an index.</summary>
    public void Add(int place, int count)
    {
        for (var i = place + 1; i < _tree.Length; i += i & -i)
        {
            _tree[i] += count;
        }
    }

    /// <summary>Returns the sum of the counts before an index.</summary>
    public int Before(int place)
    {
        var sum = 0;
        for (var i = place; i > 0; i -= i & -i)
        {
            sum += _tree[i];
        }

        return sum;
    }
}

/// <summary>Finds the longest common subsequence of two sequences of numbers.</summary>
/// <remarks>
/// Uses the algorithm of Hunt and Szymanski. The time is proportional to the number of pairs of equal elements, with a logarithmic factor. Sequences of few
/// distinct numbers have very many pairs. Beyond <see cref="MaxPairs"/>, each element is compared only with the equal elements nearest to its position, and the
/// subsequence may be shorter than the longest.
/// </remarks>
internal static class CommonSubsequence
{
    /// <summary>The maximum number of pairs of equal elements for which the result is guaranteed to be the longest.</summary>
    private const int MaxPairs = 1 << 22;

    /// <summary>Returns the index of each left element's partner in the right sequence, or -1 if it has none.</summary>
    public static int[] Find(ReadOnlySpan<int> left, ReadOnlySpan<int> right)
    {
        var places = Places(right);
        var most = Most(left, places);

        // For each length: the smallest end, in the right sequence, of a common subsequence of that length, and its last pair.
        var ends = new List<int>();
        var lasts = new List<int>();
        var pairs = new List<(int Left, int Right, int Before)>();
        for (var i = 0; i < left.Length; i++)
        {
            if (!places.TryGetValue(left[i], out var equal))
            {
                continue;
            }

            // In reverse order, so no pair of this element continues another pair of it.
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

    /// <summary>Returns the maximum number of equal elements that each element is compared with.</summary>
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

/// <summary>Represents one step that changes an array.</summary>
/// <param name="Kind">The kind of the step. A replacement represents the changes inside an element.</param>
/// <param name="Place">The index to change, or the source index of a move.</param>
/// <param name="Other">For a move, the target index. For an addition, the index in the new array. For a change, the index in the old array.</param>
internal readonly record struct ArrayStep(PatchOperationKind Kind, int Place, int Other);
