using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Compares what two values mean, however their documents store them.</summary>
/// <remarks>
/// A document that shares values can represent very many more, so that the values that were found equal are remembered where one of the documents does so: the
/// time is linear in the bytes of the documents.
/// </remarks>
internal ref struct ValueComparison
{
    /// <summary>Shorter texts are compared again: remembering them costs as much.</summary>
    private const int LongText = 64;

    private readonly BlittableValue _left;
    private readonly BlittableValue _right;
    private readonly ref StepLimit _limit;

    /// <summary>A value that indicates whether both values are in one document.</summary>
    private readonly bool _isOneDocument;

    /// <summary>A value that indicates whether only equality is asked for, so that any difference ends the comparison.</summary>
    private readonly bool _isEquality;

    /// <summary>A value that indicates whether a document refers to values more than once.</summary>
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

    /// <returns>Zero for values that mean the same; else the sign of their order, or any other number if only equality is asked for.</returns>
    /// <exception cref="BlittableException">A document is damaged, nested deeper than the stack of this thread reaches, or stands for too many values.</exception>
    public static int Compare(BlittableValue left, BlittableValue right, bool isEquality)
    {
        var limit = StepLimit.Of(left, right);
        return Compare(left, right, isEquality, ref limit);
    }

    /// <summary>Compares two values within the budget of another operation.</summary>
    /// <inheritdoc cref="Compare(BlittableValue, BlittableValue, bool)" path="/returns | /exception"/>
    public static int Compare(scoped BlittableValue left, scoped BlittableValue right, bool isEquality, ref StepLimit limit) =>
        new ValueComparison(left, right, isEquality, ref limit).Compare(left, right);

    /// <summary>Determines whether a value's document says that it refers to values more than once.</summary>
    public static bool IsShared(BlittableValue value) => !value.Document.IsEmpty && (value.Document[^1] & Trailer.Shared) != 0;

    /// <summary>Determines whether all elements of an array are one value, which is stored once.</summary>
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

    private int CompareStrings(BlittableValue left, BlittableValue right)
    {
        if (!_isShared || left.Address < 0 || right.Address < 0 || !IsLong(left) || !IsLong(right))
        {
            return CompareTexts(left, right);
        }

        var (first, second) = (SetOf(left, isUniform: false), SetOf(right, isUniform: false));
        if (first == second)
        {
            return 0;
        }

        var difference = CompareTexts(left, right);
        if (difference == 0)
        {
            _equal!.Join(first, second);
        }

        return difference;
    }

    private static bool IsLong(BlittableValue text) => text.TryGetUtf8Length(out var length) && length >= LongText;

    [SkipLocalsInit]
    private readonly int CompareTexts(BlittableValue left, BlittableValue right)
    {
        using var first = new TextOrCopy(left, stackalloc byte[TextOrCopy.StackLimit]);
        using var second = new TextOrCopy(right, stackalloc byte[TextOrCopy.StackLimit]);
        _limit.CountText((long)first.Bytes.Length + second.Bytes.Length);
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

        // Number arrays have no containers but rows, which are never shared.
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
            // Only what was compared to its end is joined, so that no order depends on what is still open.
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
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            ThrowHelper.DeeperThanStack(left.Address & int.MaxValue);
        }

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

/// <summary>Remembers which stored values of two documents were found equal: a forest of sets, in which values that equal a third one are equal.</summary>
/// <remarks>
/// So at most as many pairs are compared as there are values, and not as many as there are pairs. Of each set a member is compared, if possible an array that
/// has one element again and again: that takes one comparison, whatever its length.
/// </remarks>
internal sealed class EqualValues
{
    private readonly Dictionary<(int Address, bool IsRight), int> _numbers = [];
    private readonly List<Member> _members = [];

    /// <summary>Finds the set of a value, or makes one of it alone.</summary>
    /// <param name="address">Where the value is.</param>
    /// <param name="isRight">Whether it is in the right document.</param>
    /// <param name="isUniform">Whether it is an array that has one element again and again.</param>
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

    /// <summary>Joins the sets of two values that were found equal.</summary>
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

    /// <summary>A value.</summary>
    /// <param name="Parent">Another value of its set; itself in the root.</param>
    /// <param name="Count">Members of the set, in the root.</param>
    /// <param name="Address">Where the value is, or in the root that which represents the set.</param>
    /// <param name="IsRight">Whether that is in the right document.</param>
    /// <param name="IsUniform">Whether that is an array that has one element again and again.</param>
    private record struct Member(int Parent, int Count, int Address, bool IsRight, bool IsUniform);
}
