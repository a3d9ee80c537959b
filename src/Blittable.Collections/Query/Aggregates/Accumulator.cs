using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Accumulates an aggregate for one worker, group by group.</summary>
/// <remarks>Groups are numbered from 1; rows of group 0 do not count.</remarks>
internal abstract class Accumulator : IDisposable
{
    /// <summary>The estimated bytes of a group.</summary>
    private const int GroupBytes = 40;

    /// <summary>The estimated bytes of values that are kept until the end, which <see cref="SpillValues"/> moves to a file.</summary>
    public virtual long ValueBytes => 0;

    /// <summary>Estimates the bytes of all groups, without <see cref="ValueBytes"/>.</summary>
    public virtual long EstimateBytes(int groupCount) => (long)GroupBytes * groupCount;

    /// <summary>Moves the values that are kept to a temporary file.</summary>
    public virtual void SpillValues()
    {
    }

    /// <inheritdoc/>
    public virtual void Dispose() => GC.SuppressFinalize(this);

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
