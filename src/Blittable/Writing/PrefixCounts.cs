namespace Blittable.Writing;

/// <summary>Counts at places, and sums of all counts before a place, in logarithmic time: a Fenwick tree.</summary>
internal sealed class PrefixCounts(int length)
{
    private readonly int[] _tree = new int[length + 1];

    /// <summary>Adds to the count of a place.</summary>
    public void Add(int place, int count)
    {
        for (var i = place + 1; i < _tree.Length; i += i & -i)
        {
            _tree[i] += count;
        }
    }

    /// <summary>Sums the counts of all places before one.</summary>
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
