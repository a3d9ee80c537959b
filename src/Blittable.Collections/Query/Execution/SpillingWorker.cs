using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Columns;

namespace Blittable.Collections.Query.Execution;

/// <summary>Stores the rows to be grouped: the values of keys and aggregates, and for each aggregate filter whether the row matches.</summary>
/// <remarks>Filters are evaluated here, where documents, columns and elements are available, exactly as they are in memory.</remarks>
internal sealed class SpillingWorker(GroupedQuery query, SpilledGroups groups) : QueryWorker(query.Plan)
{
    /// <summary>An upper bound of the rows of a chunk group, or of the elements of its arrays.</summary>
    private const long MostRows = 1L << 32;

    private readonly QueryValueFile?[] _files = groups.AddWriter();

    public override void Add()
    {
        var values = Array.ConvertAll(query.Slots, Cursor.Values);
        var passed = Array.ConvertAll(query.Filters, Passed);
        var row = new QueryValue[values.Length + passed.Length + 1];
        var first = query.Plan.GroupsBefore(Cursor.StripeIndex, Cursor.Group) * MostRows;
        for (var i = 0; i < Cursor.Selection.Count; i++)
        {
            for (var slot = 0; slot < values.Length; slot++)
            {
                row[slot] = values[slot][i];
            }

            for (var filter = 0; filter < passed.Length; filter++)
            {
                row[values.Length + filter] = MaskKernel.IsSet(passed[filter], i);
            }

            row[^1] = first + i;
            groups.Add(_files, row);
        }
    }

    /// <summary>Returns a bit for each selected row, set if it matches a filter.</summary>
    private ulong[] Passed(BoundFilter filter)
    {
        var selection = Cursor.Selection;
        var passed = new ulong[selection.Mask.Length];
        switch (filter.Prune(Cursor))
        {
            case Match.All:
                passed.AsSpan().Fill(ulong.MaxValue);
                break;
            case Match.Some:
                var mask = selection.Mask.ToArray();
                filter.Evaluate(Cursor, mask);
                selection.Compress(mask, passed);
                break;
        }

        return passed;
    }
}
