using Blittable.Collections.Query.Rows;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Accumulates an aggregate for one worker, group by group.</summary>
/// <remarks>Groups are numbered from 1; rows of group 0 are ignored.</remarks>
internal abstract class Accumulator : IDisposable
{
    /// <summary>The estimated bytes per group.</summary>
    private const int GroupBytes = 40;

    /// <summary>Gets the estimated bytes of values that are kept until the end, which <see cref="SpillValues"/> moves to a file.</summary>
    public virtual long ValueBytes => 0;

    /// <summary>Estimates the bytes of all groups, excluding <see cref="ValueBytes"/>.</summary>
    public virtual long EstimateBytes(int groupCount) => (long)GroupBytes * groupCount;

    /// <summary>Moves the values that are kept to a temporary file.</summary>
    public virtual void SpillValues()
    {
    }

    /// <inheritdoc/>
    public virtual void Dispose() => GC.SuppressFinalize(this);

    /// <summary>Adds the selected rows of a chunk group.</summary>
    /// <param name="cursor">The position of the worker.</param>
    /// <param name="groups">The group of each row; empty if all rows are in group 1.</param>
    /// <param name="groupCount">The greatest group number.</param>
    public abstract void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount);

    /// <summary>Merges the accumulator of another worker.</summary>
    /// <param name="other">An accumulator of the same aggregate.</param>
    /// <param name="groups">For each of its groups, the number here; element 0 is unused.</param>
    /// <param name="groupCount">The greatest group number here.</param>
    public abstract void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount);

    /// <summary>Returns the result of a group, which may be empty.</summary>
    public abstract QueryValue Result(int group);

    /// <summary>Resizes an array to hold all groups.</summary>
    protected static T[] Grown<T>(T[] array, int groupCount)
    {
        if (array.Length <= groupCount)
        {
            Array.Resize(ref array, Math.Max(groupCount + 1, 2 * array.Length));
        }

        return array;
    }
}
