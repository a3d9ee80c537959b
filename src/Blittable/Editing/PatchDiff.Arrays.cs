namespace Blittable.Editing;

/// <content>Differences of arrays.</content>
internal ref partial struct PatchDiff
{
    /// <summary>The maximum number of added properties that a removed property is compared with, so wide objects take linear time.</summary>
    private const int MaxRenames = 64;

    /// <summary>The maximum number of pairs of changed elements whose similarity is compared. In longer runs, elements are paired in order.</summary>
    private const int MaxSimilarities = 4096;

    /// <summary>The maximum number of children that a similarity counts.</summary>
    private const int MaxSimilar = 32;

    private void CompareArrays(BlittableValue from, BlittableValue to)
    {
        var start = 0;
        var (end, otherEnd) = (from.Count, to.Count);
        while (start < end && start < otherEnd && AreEqual(from[start], to[start]))
        {
            start++;
        }

        while (end > start && otherEnd > start && AreEqual(from[end - 1], to[otherEnd - 1]))
        {
            end--;
            otherEnd--;
        }

        if (start == end && start == otherEnd)
        {
            return;
        }

        if (end - start == 1 && otherEnd - start == 1)
        {
            var before = Push(start);
            Compare(from[start], to[start]);
            _path.Length = before;
            return;
        }

        var (left, right) = Number(from, end, to, otherEnd, start);
        var diff = new ArrayDiff(left, right);
        diff.PairMoved(left, right);
        PairChanged(diff, from, to, start);
        foreach (var step in diff.Steps())
        {
            var length = Push(start + step.Place);
            switch (step.Kind)
            {
                case PatchOperationKind.Remove:
                    Add(PatchOperationKind.Remove, default);
                    break;
                case PatchOperationKind.Move:
                    var source = _path.ToString();
                    _path.Length = length;
                    Push(start + step.Other);
                    Move(source);
                    break;
                case PatchOperationKind.Add:
                    Add(PatchOperationKind.Add, to[start + step.Other]);
                    break;
                default:
                    Compare(from[start + step.Other], to[start + step.Place]);
                    break;
            }

            _path.Length = length;
        }
    }

    /// <summary>Assigns equal numbers to equal elements of both arrays.</summary>
    private (int[] Left, int[] Right) Number(BlittableValue from, int end, BlittableValue to, int otherEnd, int start)
    {
        var known = new Dictionary<ulong, List<(int Number, int Index, bool IsNew)>>();
        var (left, right) = (new int[end - start], new int[otherEnd - start]);
        var next = 0;
        for (var i = 0; i < left.Length + right.Length; i++)
        {
            var isNew = i >= left.Length;
            var index = isNew ? i - left.Length : i;
            var element = isNew ? to[start + index] : from[start + index];
            var hash = isNew ? _toHashes.Of(element) : _fromHashes.Of(element);
            _limit.Count();
            if (!known.TryGetValue(hash, out var list))
            {
                known.Add(hash, list = []);
            }

            var number = -1;
            foreach (var other in list)
            {
                if (IsSame(element, other.IsNew ? to[start + other.Index] : from[start + other.Index]))
                {
                    number = other.Number;
                    break;
                }
            }

            if (number < 0)
            {
                number = next++;
                list.Add((number, index, isNew));
            }

            (isNew ? right : left)[index] = number;
        }

        return (left, right);
    }

    /// <summary>Pairs elements that change in place: in each gap between two remaining elements, the pairs that are most similar.</summary>
    private void PairChanged(ArrayDiff diff, BlittableValue from, BlittableValue to, int start)
    {
        foreach (var (left, right) in diff.Gaps())
        {
            if ((long)left.Count * right.Count > MaxSimilarities)
            {
                for (var i = 0; i < Math.Min(left.Count, right.Count); i++)
                {
                    diff.PairChanged(left[i], right[i]);
                }

                continue;
            }

            var similar = new int[left.Count, right.Count];
            for (var i = 0; i < left.Count; i++)
            {
                for (var j = 0; j < right.Count; j++)
                {
                    similar[i, j] = 1 + (2 * Similarity(from[start + left[i]], to[start + right[j]]));
                }
            }

            diff.PairSimilar(left, right, similar);
        }
    }

    /// <summary>Determines whether two values are equal, by their hashes if they are containers. Similarity does not affect the correctness of the
    /// patch.</summary>
    private bool AreSimilar(BlittableValue from, BlittableValue to)
    {
        if (from.Kind is not (BlittableValueKind.Array or BlittableValueKind.Object) || from.Kind != to.Kind)
        {
            return IsSame(from, to);
        }

        _limit.Count();
        return _fromHashes.Of(from) == _toHashes.Of(to);
    }

    /// <summary>Counts the children of two values that are equal and have equal names or indexes.</summary>
    private int Similarity(BlittableValue left, BlittableValue right)
    {
        var similarity = 0;
        if (left.Kind == BlittableValueKind.Object && right.Kind == BlittableValueKind.Object)
        {
            foreach (var property in left.EnumerateObject())
            {
                if (similarity < MaxSimilar && right.TryGetProperty(property.NameUtf8, out var other) && AreSimilar(property.Value, other))
                {
                    similarity++;
                }
            }
        }
        else if (left.TryReadArray(out var array) && right.TryReadArray(out var others))
        {
            for (var i = 0; i < Math.Min(Math.Min(array.Count, others.Count), MaxSimilar); i++)
            {
                similarity += AreSimilar(left[i], right[i]) ? 1 : 0;
            }
        }

        return similarity;
    }
}
