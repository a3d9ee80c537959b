using System.Runtime.InteropServices;

namespace Blittable.Reading;

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
