using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Compares values by their meaning, independent of how their documents store them.</summary>
/// <remarks>
/// A document that shares values can represent far more values than it stores. If either document shares values, pairs that were found equal are
/// remembered, so the comparison takes linear time in the size of the documents.
/// </remarks>
internal ref struct ValueComparison
{
    /// <summary>The minimum length of remembered texts. Shorter texts are compared again, because remembering them costs as much.</summary>
    private const int LongText = 64;

    private readonly BlittableValue _left;
    private readonly BlittableValue _right;
    private readonly ref StepLimit _limit;

    /// <summary>Indicates whether both values are in one document.</summary>
    private readonly bool _isOneDocument;

    /// <summary>Indicates whether the comparison is only for equality and ends with any difference.</summary>
    private readonly bool _isEquality;

    /// <summary>Indicates whether a document refers to values more than once.</summary>
    private readonly bool _isShared;

    private EqualValues? _equal;

    private ValueComparison(BlittableValue left, BlittableValue right, bool isEquality, ref StepLimit limit)
    {
        _left = left;
        _right = right;
        _isEquality = isEquality;
        _limit = ref limit;
        _isOneDocument = left.Document == right.Document;
        _isShared = IsShared(left) || IsShared(right);
    }

    /// <summary>Compares two values.</summary>
    /// <returns>Zero for equal values. Otherwise, the sign of their order, or any nonzero number if the comparison is only for equality.</returns>
    /// <exception cref="BlittableException">A document is damaged, nested too deeply for the stack of this thread, or represents too many values.</exception>
    public static int Compare(BlittableValue left, BlittableValue right, bool isEquality)
    {
        var limit = StepLimit.Of(left, right);
        return Compare(left, right, isEquality, ref limit);
    }

    /// <summary>Compares two values within the budget of another operation.</summary>
    /// <inheritdoc cref="Compare(BlittableValue, BlittableValue, bool)" path="/returns | /exception"/>
    public static int Compare(scoped BlittableValue left, scoped BlittableValue right, bool isEquality, ref StepLimit limit) =>
        new ValueComparison(left, right, isEquality, ref limit).Compare(left, right);

    /// <summary>Determines whether the flags of a value's document indicate that it refers to values more than once.</summary>
    public static bool IsShared(BlittableValue value) => !value.Document.IsEmpty && (value.Document[^1] & Trailer.Shared) != 0;

    /// <summary>Determines whether all elements of an array are the same stored value.</summary>
    public static bool IsUniform(in Container array) => array is { SlotSize: 0, Stride: 0, Count: > 1 };

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
            case BlittableValueKind.Number or BlittableValueKind.String or BlittableValueKind.Binary:
                return CompareScalars(left, right, kind);
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

    private int CompareScalars(BlittableValue left, BlittableValue right, BlittableValueKind kind)
    {
        // A short number can equal a long one. Other values are compared up to the length of the shorter one.
        if (!_isShared || left.Address < 0 || right.Address < 0
            || (kind == BlittableValueKind.Number ? !IsLong(left, kind) && !IsLong(right, kind) : !IsLong(left, kind) || !IsLong(right, kind)))
        {
            return CompareContents(left, right, kind);
        }

        var (first, second) = (SetOf(left, isUniform: false), SetOf(right, isUniform: false));
        if (first == second)
        {
            return 0;
        }

        var difference = CompareContents(left, right, kind);
        if (difference == 0)
        {
            _equal!.Join(first, second);
        }

        return difference;
    }

    /// <summary>Determines whether a string, number or binary value is so long that results for it are remembered.</summary>
    public static bool IsLong(BlittableValue value, BlittableValueKind kind) => kind switch
    {
        BlittableValueKind.String => value.TryGetUtf8Length(out var length) && length >= LongText,
        BlittableValueKind.Number => value.TryReadNumber(out var number) && number.Text.Length >= LongText,
        _ => (value.TryGetExtension(out _, out var data) ? data : value.GetBytes()).Length >= LongText,
    };

    private readonly int CompareContents(BlittableValue left, BlittableValue right, BlittableValueKind kind) => kind switch
    {
        BlittableValueKind.String => CompareTexts(left, right),
        BlittableValueKind.Number => NumberOrder.Compare(left, right, ref _limit),
        _ => CompareBinary(left, right),
    };

    [SkipLocalsInit]
    private readonly int CompareTexts(BlittableValue left, BlittableValue right)
    {
        using var first = new TextOrCopy(left, stackalloc byte[TextOrCopy.StackLimit]);
        using var second = new TextOrCopy(right, stackalloc byte[TextOrCopy.StackLimit]);
        _limit.CountText((long)first.Bytes.Length + second.Bytes.Length);
        return first.Bytes.SequenceCompareTo(second.Bytes);
    }

    private readonly int CompareBinary(BlittableValue left, BlittableValue right)
    {
        var isExtension = left.TryGetExtension(out var leftType, out var leftData);
        if (isExtension != right.TryGetExtension(out var rightType, out var rightData))
        {
            return isExtension ? 1 : -1;
        }

        leftData = isExtension ? leftData : left.GetBytes();
        rightData = isExtension ? rightData : right.GetBytes();
        _limit.CountText(Math.Min(leftData.Length, rightData.Length));
        return leftType != rightType ? leftType.CompareTo(rightType)
            : leftData.SequenceCompareTo(rightData);
    }

    private int CompareContainers(BlittableValue left, BlittableValue right, bool isArray)
    {
        if (left.Address == right.Address && left.ShapeTable == right.ShapeTable && left.Document == right.Document)
        {
            return 0;
        }

        // Elements of number arrays are not containers, except for rows, which are never shared.
        if (!_isShared || left.Address < 0 || right.Address < 0)
        {
            return CompareChildren(left, right, isArray);
        }

        var (first, second) = (SetOf(left, IsUniform(left)), SetOf(right, IsUniform(right)));
        if (first == second)
        {
            return 0;
        }

        var difference = CompareChildren(MemberOf(first), MemberOf(second), isArray);
        if (difference == 0)
        {
            // Join only pairs whose comparison is complete, so no order depends on an unfinished comparison.
            _equal!.Join(first, second);
        }

        return difference;
    }

    private int SetOf(BlittableValue value, bool isUniform) =>
        (_equal ??= new EqualValues()).SetOf(value.Address, !_isOneDocument && value.Document == _right.Document, isUniform);

    private readonly BlittableValue MemberOf(int set)
    {
        var (address, isRight) = _equal![set];
        return isRight ? _right.WithAddress(address) : _left.WithAddress(address);
    }

    private static bool IsUniform(BlittableValue value) =>
        value.Document[value.Address] == Tag.StridedArray && value.TryReadArray(out var array) && IsUniform(array);

    private int CompareChildren(BlittableValue left, BlittableValue right, bool isArray)
    {
        ThrowHelper.RequireStack(left.Address);

        return isArray ? CompareArrays(left, right) : CompareObjects(left, right);
    }

    private int CompareArrays(BlittableValue left, BlittableValue right)
    {
        left.TryReadArray(out var first);
        right.TryReadArray(out var second);
        var byLength = first.Count.CompareTo(second.Count);
        if (_isEquality && byLength != 0)
        {
            return byLength;
        }

        var count = IsUniform(first) && IsUniform(second) ? 1 : Math.Min(first.Count, second.Count);
        for (var i = 0; i < count; i++)
        {
            var difference = Compare(left.Child(first, i), right.Child(second, i));
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

        // Objects from the same source have their names in the same order. In this case, a comparison for equality needs no sorting.
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

    private readonly bool HasSameNames(in ShapeBlock left, in ShapeBlock right, int count)
    {
        var leftBytes = left.Bytes;
        var rightBytes = right.Bytes;
        if (leftBytes == rightBytes)
        {
            return true;
        }

        _limit.CountText((long)leftBytes.Length + rightBytes.Length);
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

/// <summary>Remembers equal stored values of two documents in a disjoint-set forest: values that equal a third value are equal.</summary>
/// <remarks>
/// The number of compared pairs is therefore at most the number of values, not the number of pairs. One member represents each set, if possible an array
/// that repeats one element, because comparing it takes one comparison, regardless of its length.
/// </remarks>
internal sealed class EqualValues
{
    private readonly Dictionary<(int Address, bool IsRight), int> _numbers = [];
    private readonly List<Member> _members = [];

    /// <summary>Finds the set of a value, or creates a set with only this value.</summary>
    /// <param name="address">The address of the value.</param>
    /// <param name="isRight"><see langword="true"/> if the value is in the right document.</param>
    /// <param name="isUniform"><see langword="true"/> if the value is an array that repeats one element.</param>
    public int SetOf(int address, bool isRight, bool isUniform)
    {
        ref var number = ref CollectionsMarshal.GetValueRefOrAddDefault(_numbers, (address, isRight), out var exists);
        if (!exists)
        {
            number = _members.Count;
            _members.Add(new Member(number, 1, address, isRight, isUniform));
        }

        return Root(number);
    }

    /// <summary>Gets the value that represents a set.</summary>
    public (int Address, bool IsRight) this[int set] => (_members[set].Address, _members[set].IsRight);

    /// <summary>Joins the sets of two equal values.</summary>
    public void Join(int left, int right)
    {
        left = Root(left);
        right = Root(right);
        if (left == right)
        {
            return;
        }

        var members = CollectionsMarshal.AsSpan(_members);
        var (larger, smaller) = members[left].Count >= members[right].Count ? (left, right) : (right, left);
        ref var root = ref members[larger];
        ref readonly var other = ref members[smaller];
        var representative = root.IsUniform ? root : other.IsUniform ? other : root;
        root = representative with { Parent = larger, Count = root.Count + other.Count };
        members[smaller].Parent = larger;
    }

    private int Root(int number)
    {
        var members = CollectionsMarshal.AsSpan(_members);
        while (members[number].Parent != number)
        {
            members[number].Parent = members[members[number].Parent].Parent;
            number = members[number].Parent;
        }

        return number;
    }

    /// <summary>Represents a value in the forest.</summary>
    /// <param name="Parent">The parent in the same set. The root is its own parent.</param>
    /// <param name="Count">The number of members of the set, in the root.</param>
    /// <param name="Address">The address of the value. In the root, the address of the representative of the set.</param>
    /// <param name="IsRight"><see langword="true"/> if the address is in the right document.</param>
    /// <param name="IsUniform"><see langword="true"/> if the address is the address of an array that repeats one element.</param>
    private record struct Member(int Parent, int Count, int Address, bool IsRight, bool IsUniform);
}

/// <summary>Sorts the ordinals of an object's properties by the length, the bytes and the position of their names.</summary>
internal static class SortedNames
{
    public static int[] Of(in ShapeBlock shape, int count)
    {
        var names = new byte[count][];
        var order = new int[count];
        for (var i = 0; i < count; i++)
        {
            names[i] = shape.Name(i).ToArray();
            order[i] = i;
        }

        Array.Sort(order, (left, right) =>
        {
            var difference = Compare(names[left], names[right]);
            return difference != 0 ? difference : left.CompareTo(right);
        });
        return order;
    }

    /// <summary>Compares names by length, then by their bytes.</summary>
    public static int Compare(ReadOnlySpan<byte> left, ReadOnlySpan<byte> right) =>
        left.Length != right.Length ? left.Length.CompareTo(right.Length) : left.SequenceCompareTo(right);
}
