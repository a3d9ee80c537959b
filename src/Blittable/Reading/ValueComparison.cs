using System.Runtime.CompilerServices;
using Blittable.Format;

namespace Blittable.Reading;

/// <summary>Compares what two values mean, however their documents store them.</summary>
/// <remarks>
/// A document that shares values can stand for very many more, so that pairs of containers that were found equal are remembered where one of the documents
/// does so: no pair is compared twice.
/// </remarks>
internal sealed class ValueComparison
{
    private readonly HashSet<(int Left, int Right)>? _equal;

    /// <summary>Whether only equality is asked for, so that any difference ends the comparison.</summary>
    private readonly bool _isEquality;

    private StepLimit _limit;

    private ValueComparison(StepLimit limit, bool isEquality, bool remembers)
    {
        _limit = limit;
        _isEquality = isEquality;
        _equal = remembers ? [] : null;
    }

    /// <returns>Zero for values that mean the same; else the sign of their order, or any other number if only equality is asked for.</returns>
    /// <exception cref="BlittableException">A document is damaged, nested deeper than the stack of this thread reaches, or stands for too many values.</exception>
    public static int Compare(BlittableValue left, BlittableValue right, bool isEquality) =>
        new ValueComparison(StepLimit.Of(left, right), isEquality, IsShared(left) || IsShared(right)).Compare(left, right);

    /// <summary>Whether a value's document says that it refers to values more than once.</summary>
    public static bool IsShared(BlittableValue value) => !value.Document.IsEmpty && (value.Document[^1] & Trailer.Shared) != 0;

    private int Compare(BlittableValue left, BlittableValue right)
    {
        _limit.Count();
        var kind = left.Kind;
        if (kind != right.Kind)
        {
            return Rank(kind).CompareTo(Rank(right.Kind));
        }

        switch (kind)
        {
            case BlittableValueKind.Number:
                return NumberOrder.Compare(left, right);
            case BlittableValueKind.String:
                return CompareStrings(left, right);
            case BlittableValueKind.Binary:
                return CompareBinary(left, right);
            case BlittableValueKind.Array or BlittableValueKind.Object:
                return CompareContainers(left, right, kind == BlittableValueKind.Array);
            default:
                return 0;
        }
    }

    private static int Rank(BlittableValueKind kind) => kind switch
    {
        BlittableValueKind.Undefined => 0,
        BlittableValueKind.Null => 1,
        BlittableValueKind.False => 2,
        BlittableValueKind.True => 3,
        BlittableValueKind.Number => 4,
        BlittableValueKind.String => 5,
        BlittableValueKind.Binary => 6,
        BlittableValueKind.Array => 7,
        _ => 8,
    };

    [SkipLocalsInit]
    private static int CompareStrings(BlittableValue left, BlittableValue right)
    {
        using var first = new TextOrCopy(left, stackalloc byte[TextOrCopy.StackLimit]);
        using var second = new TextOrCopy(right, stackalloc byte[TextOrCopy.StackLimit]);
        return first.Bytes.SequenceCompareTo(second.Bytes);
    }

    private static int CompareBinary(BlittableValue left, BlittableValue right)
    {
        var isExtension = left.TryGetExtension(out var leftType, out var leftData);
        if (isExtension != right.TryGetExtension(out var rightType, out var rightData))
        {
            return isExtension ? 1 : -1;
        }

        return !isExtension ? left.GetBytes().SequenceCompareTo(right.GetBytes())
            : leftType != rightType ? leftType.CompareTo(rightType)
            : leftData.SequenceCompareTo(rightData);
    }

    private int CompareContainers(BlittableValue left, BlittableValue right, bool isArray)
    {
        if (left.Address == right.Address && left.ShapeTable == right.ShapeTable && left.Document == right.Document)
        {
            return 0;
        }

        // Packed numbers have no containers but rows, which are never shared.
        var isRemembered = _equal is not null && left.Address >= 0 && right.Address >= 0;
        if (isRemembered && _equal!.Contains((left.Address, right.Address)))
        {
            return 0;
        }

        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            ThrowHelper.DeeperThanStack(left.Address & int.MaxValue);
        }

        var difference = isArray ? CompareArrays(left, right) : CompareObjects(left, right);
        if (isRemembered && difference == 0)
        {
            _equal!.Add((left.Address, right.Address));
        }

        return difference;
    }

    private int CompareArrays(BlittableValue left, BlittableValue right)
    {
        var byLength = left.Count.CompareTo(right.Count);
        if (_isEquality && byLength != 0)
        {
            return byLength;
        }

        var others = right.EnumerateArray();
        foreach (var element in left.EnumerateArray())
        {
            if (!others.MoveNext())
            {
                return byLength;
            }

            var difference = Compare(element, others.Current);
            if (difference != 0)
            {
                return difference;
            }
        }

        return byLength;
    }

    private int CompareObjects(BlittableValue left, BlittableValue right)
    {
        left.TryReadObject(out var leftChildren, out var leftShape);
        right.TryReadObject(out var rightChildren, out var rightShape);
        if (leftChildren.Count != rightChildren.Count)
        {
            return leftChildren.Count.CompareTo(rightChildren.Count);
        }

        // Objects that were written alike have their names in the same order, which is all that equality needs to know.
        if (leftChildren.Count == 0 || (_isEquality && HasSameNames(leftShape, rightShape, leftChildren.Count)))
        {
            for (var i = 0; i < leftChildren.Count; i++)
            {
                var unequal = Compare(left.Child(leftChildren, i), right.Child(rightChildren, i));
                if (unequal != 0)
                {
                    return unequal;
                }
            }

            return 0;
        }

        var leftOrder = SortedNames.Of(leftShape, leftChildren.Count);
        var rightOrder = SortedNames.Of(rightShape, rightChildren.Count);
        for (var i = 0; i < leftOrder.Length; i++)
        {
            var leftName = leftShape.Name(leftOrder[i]);
            var rightName = rightShape.Name(rightOrder[i]);
            var difference = SortedNames.Compare(leftName, rightName);
            if (difference == 0)
            {
                difference = Compare(left.Child(leftChildren, leftOrder[i]), right.Child(rightChildren, rightOrder[i]));
            }

            if (difference != 0)
            {
                return difference;
            }
        }

        return 0;
    }

    private static bool HasSameNames(in ShapeBlock left, in ShapeBlock right, int count)
    {
        for (var i = 0; i < count; i++)
        {
            if (!left.Name(i).SequenceEqual(right.Name(i)))
            {
                return false;
            }
        }

        return true;
    }
}
