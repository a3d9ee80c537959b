namespace Blittable.Collections;

/// <summary>The order that rows of a result are wanted in: by columns, the first one first; then by all columns, so that it is always the same.</summary>
internal sealed class RowOrder(IReadOnlyList<(string Column, bool IsDescending)> columns)
{
    public bool IsEmpty => columns.Count == 0;

    /// <summary>Appends a column to order by.</summary>
    public RowOrder Then(string column, bool isDescending) => new([.. columns, (column, isDescending)]);

    /// <summary>Sorts rows, and cuts those off that are too many.</summary>
    public void Apply(List<QueryValue[]> rows, IReadOnlyList<string> names, long limit)
    {
        var comparer = Comparer(names);
        if (limit < rows.Count)
        {
            KeepFirst(rows, comparer, (int)limit);
        }

        rows.Sort(comparer);
    }

    /// <summary>Leaves the first rows of the order, in any order: a heap has the last of them at hand.</summary>
    private static void KeepFirst(List<QueryValue[]> rows, Comparer<QueryValue[]> comparer, int limit)
    {
        var first = new PriorityQueue<QueryValue[], QueryValue[]>(Comparer<QueryValue[]>.Create((left, right) => comparer.Compare(right, left)));
        foreach (var row in rows)
        {
            if (first.Count < limit)
            {
                first.Enqueue(row, row);
            }
            else if (limit > 0 && comparer.Compare(row, first.Peek()) < 0)
            {
                first.DequeueEnqueue(row, row);
            }
        }

        rows.Clear();
        rows.AddRange(first.UnorderedItems.Select(item => item.Element));
    }

    private Comparer<QueryValue[]> Comparer(IReadOnlyList<string> names)
    {
        var keys = columns.Select(column => (Index: QueryTable.IndexOf(names, column.Column), column.IsDescending)).ToArray();
        return Comparer<QueryValue[]>.Create((left, right) =>
        {
            foreach (var (index, isDescending) in keys)
            {
                var order = left[index].CompareTo(right[index]);
                if (order != 0)
                {
                    return isDescending ? -order : order;
                }
            }

            for (var i = 0; i < left.Length; i++)
            {
                var order = left[i].CompareTo(right[i]);
                if (order != 0)
                {
                    return order;
                }
            }

            return 0;
        });
    }
}
