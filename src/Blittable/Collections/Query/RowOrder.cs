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
        var keys = columns.Select(column => (Index: QueryTable.IndexOf(names, column.Column), column.IsDescending)).ToArray();
        rows.Sort((left, right) =>
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
        if (rows.Count > limit)
        {
            rows.RemoveRange((int)limit, rows.Count - (int)limit);
        }
    }
}
