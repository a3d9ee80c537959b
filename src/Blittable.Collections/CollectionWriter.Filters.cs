using System.Numerics;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Stripes;

namespace Blittable.Collections;

/// <content>Deletion by filter.</content>
public sealed partial class CollectionWriter
{
    /// <summary>Deletes the documents that match a filter, including uncommitted ones.</summary>
    /// <remarks>Stripes and chunks for which statistics suffice are not read.</remarks>
    /// <param name="filter">The filter.</param>
    /// <returns>The number of documents deleted.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="filter"/> is null.</exception>
    /// <exception cref="BlittableException">The file is damaged, or the filter contains an expression over several values of a document.</exception>
    public long DeleteWhere(Filter filter)
    {
        ArgumentNullException.ThrowIfNull(filter);
        CheckUsable();
        TakeAllParts();

        var stripes = LiveStripes();
        var plan = PlanOf(stripes, filter);
        long deleted = 0;
        var cursor = new GroupCursor(plan);
        for (var stripe = 0; stripe < stripes.Count; stripe++)
        {
            for (var group = 0; group < plan.Snapshot.Stripes[stripe].GroupCount; group++)
            {
                deleted += cursor.MoveTo(stripe, group) ? Delete(stripes[stripe], group * cursor.Stripe.ChunkRows, cursor.Selection.Mask) : 0;
            }
        }

        for (var index = 0; index < _pending.Count; index++)
        {
            if (!_pending.IsDropped(index) && BlittableValue.OpenStored(_pending[index]) is var document && plan.Filter!.Test(document))
            {
                if (_keyPath is not null && CollectionKey.TryRead(_keyPath, document, out var key))
                {
                    _pendingKeys.Remove(key);
                }

                _pending.Drop(index);
                deleted++;
            }
        }

        return deleted;
    }

    /// <summary>Deletes the documents whose date at a path is older than the specified age. Documents without a date at the path are kept.</summary>
    /// <remarks>A stripe whose documents are all too old is removed by the next commit without being read.</remarks>
    /// <param name="path">The path of the date.</param>
    /// <param name="age">The maximum age, relative to the current time.</param>
    /// <returns>The number of documents deleted.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="age"/> is negative.</exception>
    /// <exception cref="BlittableException">The path is invalid or has a wildcard, or the file is damaged.</exception>
    public long Retain(string path, TimeSpan age)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(age, TimeSpan.Zero);
        CollectionOptions.RequireSingle(path, "A document has one age, so its date must be a single value.");
        var now = DateTimeOffset.UtcNow;
        return DeleteWhere(Filter.Where(path, FilterOperator.Less, age < now - DateTimeOffset.MinValue ? now - age : DateTimeOffset.MinValue));
    }

    private static int Delete(StripeState stripe, int firstRow, ReadOnlySpan<ulong> mask)
    {
        var deleted = 0;
        for (var word = 0; word < mask.Length; word++)
        {
            for (var bits = mask[word]; bits != 0; bits &= bits - 1)
            {
                var row = firstRow + (word << 6) + BitOperations.TrailingZeroCount(bits);
                if (!stripe.IsDeleted(row))
                {
                    stripe.Delete(row);
                    deleted++;
                }
            }
        }

        return deleted;
    }
}
