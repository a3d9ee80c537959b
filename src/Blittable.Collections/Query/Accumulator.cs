namespace Blittable.Collections;

/// <summary>Accumulates an aggregate for one worker, group by group.</summary>
/// <remarks>Groups are numbered from 1; rows of group 0 do not count.</remarks>
internal abstract class Accumulator
{
    /// <summary>Adds the selected rows of a chunk group.</summary>
    /// <param name="cursor">Where the worker is.</param>
    /// <param name="groups">Each row's group; empty where all rows are of group 1.</param>
    /// <param name="groupCount">The greatest group there is.</param>
    public abstract void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount);

    /// <summary>Adds what another worker has.</summary>
    /// <param name="other">An accumulator of the same aggregate.</param>
    /// <param name="groups">For each of its groups the number here; element 0 is not used.</param>
    /// <param name="groupCount">The greatest group there is here.</param>
    public abstract void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount);

    /// <summary>Returns the result of a group, which may be empty.</summary>
    public abstract QueryValue Result(int group);

    /// <summary>An array with room for all groups.</summary>
    protected static T[] Grown<T>(T[] array, int groupCount)
    {
        if (array.Length <= groupCount)
        {
            Array.Resize(ref array, Math.Max(groupCount + 1, 2 * array.Length));
        }

        return array;
    }
}
